// Draws a scene (herna.figures.scene) as SVG and reports which move, or part of one, was chosen.
// Everything is built from nodes and textContent: nothing in a scene can become markup.

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["circle", "rect", "polygon", "polyline", "text"]);
const ATTRIBUTES = new Set([
  "cx", "cy", "r", "x", "y", "width", "height", "rx", "points", "fill", "stroke", "stroke-width",
  "stroke-dasharray", "font-size", "font-family", "font-weight", "text-anchor",
]);
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

function node(tag, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (parent) parent.append(made);
  return made;
}

function shapeNode([tag, attributes, text]) {
  const allowed = Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name));
  const made = node(TAGS.has(tag) ? tag : "g", Object.fromEntries(allowed));
  if (text !== undefined) made.textContent = text;
  return made;
}

// Whether a click leads on: to a move, or to the next part of one.
function leadsOn(cell) {
  return cell.move !== null || cell.part === "next";
}

// The nearest cell in a direction; straight ahead counts more than sideways.
function nearest(cells, from, [dx, dy]) {
  let best = null, least = Infinity;
  for (const cell of cells) {
    const x = cell.x - from.x, y = cell.y - from.y;
    const ahead = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = ahead + 2.5 * aside;
    if (ahead > 1 && aside <= 2 * ahead && cost < least) [best, least] = [cell, cost];
  }
  return best;
}

function render({ model, el }) {
  el.classList.add("herna-board");
  const svg = node("svg", { role: "group" });
  const title = node("title", {}, svg), description = node("desc", {}, svg);
  const shapes = node("g", { "aria-hidden": "true" }, svg);
  const grid = node("g", { role: "grid" }, svg);
  const live = document.createElement("div");
  live.className = "herna-said";
  live.setAttribute("aria-live", "polite");
  el.append(svg, live);

  const drawn = [];         // the JSON of each shape, to tell which have changed
  const nodes = new Map();  // cell name -> its node
  const rows = new Map();   // height on the board -> the row of cells there
  let cells = [];
  let current = null;       // the name of the one cell that Tab reaches

  function drawShapes(list) {
    list.forEach((shape, i) => {
      const written = JSON.stringify(shape);
      if (drawn[i] === written) return;
      const made = shapeNode(shape);
      if (i < drawn.length) shapes.replaceChild(made, shapes.childNodes[i]);
      else shapes.append(made);
      drawn[i] = written;
    });
    while (drawn.length > list.length) {
      drawn.pop();
      shapes.lastChild.remove();
    }
  }

  function rowAt(y) {
    const key = Math.round(y);
    if (!rows.has(key)) rows.set(key, node("g", { role: "row" }, grid));
    return rows.get(key);
  }

  function cellNode(name) {
    const made = node("g", { role: "gridcell", "data-lm-suppress-shortcuts": "true" });
    made.addEventListener("click", () => { focus(name); play(name); });
    made.addEventListener("focus", () => { current = name; rove(); });
    nodes.set(name, made);
    return made;
  }

  // The place of a cell: round, or as wide and high as it says.
  function drawPlace(made, cell) {
    const tag = cell.wide ? "rect" : "circle";
    if (!made.firstChild || made.firstChild.tagName !== tag) {
      made.replaceChildren(node(tag, { class: "herna-place" }), node("title"));
    }
    made.lastChild.textContent = cell.label;  // shown while the mouse rests on the cell
    const half = [cell.wide / 2 + 4, cell.high / 2 + 4];
    const at = cell.wide
      ? { x: cell.x - half[0], y: cell.y - half[1], width: 2 * half[0], height: 2 * half[1], rx: 8 }
      : { cx: cell.x, cy: cell.y, r: cell.radius + 4 };
    for (const [name, value] of Object.entries(at)) made.firstChild.setAttribute(name, value);
  }

  function drawCells(list) {
    const names = new Set(list.map((cell) => cell.name));
    const hadFocus = grid.contains(document.activeElement);
    for (const [name, old] of nodes) {
      if (!names.has(name)) { old.remove(); nodes.delete(name); }
    }
    for (const cell of list) {
      const made = nodes.get(cell.name) || cellNode(cell.name);
      const row = rowAt(cell.y);
      if (made.parentNode !== row) row.append(made);
      const clickable = cell.move !== null || cell.part !== "";
      made.setAttribute("aria-label", cell.label);
      made.setAttribute("data-cell", cell.name);
      made.setAttribute("data-move", cell.move !== null ? cell.move : "");
      made.setAttribute("data-part", cell.part);
      made.setAttribute("aria-disabled", clickable ? "false" : "true");
      if (cell.part) made.setAttribute("aria-selected", String(cell.part === "picked"));
      else made.removeAttribute("aria-selected");
      made.setAttribute("class", clickable ? "herna-cell herna-playable" : "herna-cell");
      if (leadsOn(cell) && cell.key) made.setAttribute("aria-keyshortcuts", cell.key);
      else made.removeAttribute("aria-keyshortcuts");
      drawPlace(made, cell);
    }
    for (const [key, row] of rows) {
      if (!row.firstChild) { row.remove(); rows.delete(key); }
    }
    cells = list;
    const here = cells.find((cell) => cell.name === current);
    if (!here || (!leadsOn(here) && !hadFocus)) {
      const first = cells.find(leadsOn) || here || cells[0];
      current = first ? first.name : null;
    }
    rove();
    if (hadFocus && !grid.contains(document.activeElement)) focus(current);
  }

  function rove() {
    for (const [name, made] of nodes) made.setAttribute("tabindex", name === current ? "0" : "-1");
  }

  function focus(name) {
    if (nodes.has(name)) nodes.get(name).focus({ preventScroll: true });
  }

  function play(name) {
    const cell = cells.find((each) => each.name === name);
    if (!cell) return;
    if (cell.move !== null) model.send({ clicked: cell.move });
    else if (cell.part) model.send({ picked: cell.name });
    else live.textContent = cell.label;
  }

  // The next playable cell in reading order, forward or backward.
  function jump(step) {
    const playable = cells.filter((cell) => leadsOn(cell) || cell.name === current);
    const at = playable.findIndex((cell) => cell.name === current);
    if (playable.length) focus(playable[(at + step + playable.length) % playable.length].name);
  }

  el.addEventListener("keydown", (event) => {
    const withControl = event.ctrlKey || event.metaKey;
    if (event.key === "Tab" || (withControl && event.key.toLowerCase() === "s")) return;  // saves
    event.stopPropagation();
    if (withControl || event.altKey) return;
    event.preventDefault();
    const here = cells.find((cell) => cell.name === current);
    if (event.key === "Escape") {
      if (cells.some((cell) => cell.part === "picked")) model.send({ picked: null });
      else if (document.activeElement) document.activeElement.blur();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat && here) play(here.name);
    } else if (event.key in ARROWS && here) {
      const next = nearest(cells, here, ARROWS[event.key]);
      if (next) focus(next.name);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      jump(event.key === "PageDown" ? 1 : -1);
    } else if (!event.repeat) {
      const meant = cells.find((cell) => leadsOn(cell) && cell.key === event.key.toLowerCase());
      if (meant) { focus(meant.name); play(meant.name); }
    }
  });

  function draw() {
    const scene = model.get("scene");
    svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    svg.style.width = `${model.get("size") || scene.width}px`;
    title.textContent = scene.title;
    description.textContent = scene.description;
    grid.setAttribute("aria-label", scene.title);
    drawShapes(scene.shapes);
    drawCells(scene.cells);
    el.dataset.drawn = String(Number(el.dataset.drawn || 0) + 1);
  }

  function say() {
    live.textContent = model.get("said");
  }

  draw();
  say();
  model.on("change:scene", draw);
  model.on("change:size", draw);
  model.on("change:said", say);
  return () => {
    model.off("change:scene", draw);
    model.off("change:size", draw);
    model.off("change:said", say);
  };
}

export default { render };
