// The line under a widget that shows errors and notes, and the guard of the keys around it.

function render({ model, el }) {
  el.classList.add("herna-panel");
  const error = document.createElement("pre");
  error.setAttribute("role", "alert");
  error.className = "herna-error";
  const note = document.createElement("div");
  note.setAttribute("role", "status");
  note.className = "herna-note";
  const unseen = document.createElement("div");
  unseen.setAttribute("role", "img");
  unseen.className = "herna-unseen";
  el.append(error, note, unseen);

  function show() {
    error.textContent = model.get("error");
    error.hidden = !model.get("error");
    note.textContent = model.get("note");
    note.hidden = !model.get("note");
    unseen.setAttribute("aria-label", model.get("unseen"));
    unseen.hidden = !model.get("unseen");
  }

  function download(message) {
    if (!message || message.kind !== "download") return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([message.text], { type: "application/json" }));
    link.download = message.name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // JupyterLab listens to keys in the whole page, so a letter typed on a button would edit the
  // notebook. Keys that were used inside the widget stop at its edge; only Tab, and what saves the
  // notebook, go on.
  const saves = (event) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s";
  const stop = (event) => { if (event.key !== "Tab" && !saves(event)) event.stopPropagation(); };
  let guarded = null, tries = 0;
  function guard() {
    guarded = el.closest(".herna-guarded");
    if (guarded) guarded.addEventListener("keydown", stop);
    else if (tries++ < 100) setTimeout(guard, 50);  // not in the page yet
  }

  show();
  guard();
  const changes = ["change:error", "change:note", "change:unseen"];
  for (const change of changes) model.on(change, show);
  model.on("msg:custom", download);
  return () => {
    tries = Infinity;
    if (guarded) guarded.removeEventListener("keydown", stop);
    for (const change of changes) model.off(change, show);
    model.off("msg:custom", download);
  };
}

export default { render };
