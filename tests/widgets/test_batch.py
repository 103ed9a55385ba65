"""The batch runner: a list of experiments, played by processes while the kernel is free."""

import asyncio
from functools import partial

import pandas as pd
import pytest

from herna.errors import HernaError
from herna.experiments import EXPERIMENTS
from herna.play import Match
from herna.widgets import Batch
from herna.widgets.batch import ALL, COLUMNS, Line
from herna.widgets.errors import CallbackFailed
from herna.widgets.seat_rows import of_seats, run_with_seats
from tests.widgets import chunks, png

LUDO = EXPERIMENTS["ludo_2hc"]
CELL = "E-HillClimber"


def played(games=6, cell=CELL, experiment=LUDO):
    """A line with games that were played here."""
    line = Line(experiment, cell, games)
    line.take(experiment.rows(cell, range(games)), 0.1 * games)
    line.handed_out = games
    return line


def a_batch(tmp_path, *lines):
    batch = Batch([LUDO, EXPERIMENTS["maze"]], folder=tmp_path)
    batch.lines += lines
    batch.look()
    return batch


def test_only_experiments_of_thesis_1_can_be_chosen(tmp_path):
    names = Batch(folder=tmp_path).experiment.options
    assert {"maze", "lc_hcis", "ludo_4mn"} <= set(names)
    assert not [name for name in names if name.startswith("survey")]


def test_adding_and_removing(tmp_path):
    batch = a_batch(tmp_path)
    assert batch._start_button.disabled and "empty" in batch._list.value
    batch.experiment.value = "maze"
    batch.games.value = 3
    batch._add_button.click()
    assert [line.cell for line in batch.lines] == list(EXPERIMENTS["maze"].cells())
    assert not batch._start_button.disabled and batch._list.value.count("<tr") == 7
    batch._select.index = 1
    batch._remove_button.click()
    assert "E-HillClimber" not in [line.cell for line in batch.lines]


def test_the_same_games_are_not_played_twice(tmp_path):
    batch = a_batch(tmp_path)
    batch.add("ludo_2hc", "DL", 5)
    with pytest.raises(HernaError, match="ludo_2hc, DL: is in the list"):
        batch.add("ludo_2hc", ALL, 5)
    assert len(batch.lines) == 1


def test_a_run_plays_the_games_of_the_experiment(tmp_path):
    batch = a_batch(tmp_path)
    batch.add("ludo_2hc", CELL, 7)
    batch.add("ludo_2hc", "None", 3)
    batch.start(workers=2)  # without an event loop it runs to its end
    assert [len(line.rows) for line in batch.lines] == [7, 3]
    rows = batch.lines[0].table().to_dict("records")
    for row, stored in zip(rows, LUDO.rows(CELL, range(7)), strict=True):
        assert {name: row[name] for name in stored} == stored
    assert "10 of 10 games" in batch._label.value and batch._start_button.disabled
    with pytest.raises(HernaError, match="no games are left"):
        batch.start()


def test_the_kernel_stays_free_and_stopping_finishes_the_games_in_progress(tmp_path, monkeypatch):
    sign = tmp_path / "the kernel is free"
    monkeypatch.setattr("herna.widgets.batch.run_with_seats", partial(chunks.after, sign))
    monkeypatch.setattr("herna.widgets.batch.CHUNK", 0)  # one by one, on fast machines as well

    async def scenario():
        batch = a_batch(tmp_path)
        batch.add("maze", "E-MonteCarlo", 400)
        batch.start(workers=1)
        with pytest.raises(HernaError, match="is running"):
            batch.start()
        line = batch.lines[0]
        while batch._played() < 2:
            assert batch.running, batch.panel.error
            await asyncio.sleep(0.01)
            if line.handed_out:
                sign.touch()
        batch._stop_button.click()
        begun = line.handed_out
        assert batch.panel.note.startswith("stopping")
        while batch.running:
            await asyncio.sleep(0.01)
        assert len(line.rows) == line.handed_out == begun < 400
        assert batch.panel.note == "stopped" and not batch._start_button.disabled
        batch.close()

    asyncio.run(scenario())


def test_a_failure_in_a_game_is_shown_and_its_games_are_played_again(tmp_path, monkeypatch):
    batch = a_batch(tmp_path)
    batch.add("ludo_2hc", CELL, 4)
    monkeypatch.setattr("herna.widgets.batch.run_with_seats", chunks.fails)
    with pytest.raises(CallbackFailed):
        batch.start(workers=1)
    assert "no such luck" in batch.panel.error and not batch.running
    assert batch.lines[0].handed_out == 0


def test_the_table_has_the_columns_of_the_thesis_and_four_statistics(tmp_path):
    line = played()
    batch = a_batch(tmp_path, line)
    rows = pd.DataFrame(line.rows)
    for statistic, name in (
        ("Mean", "mean"),
        ("SD", "std"),
        ("Minimum", "min"),
        ("Maximum", "max"),
    ):
        table = batch.table(statistic)
        for metric in COLUMNS:
            assert table.loc[0, metric] == pytest.approx(getattr(rows[metric], name)())
        assert table.loc[0, "played"] == 6 and table.loc[0, "moves"] == rows["plies"].sum()
        assert table.loc[0, "first wins"] == (rows["winner"] == 0).mean()
    before = batch._list.value
    batch.statistic.value = "Maximum"
    assert batch._list.value != before
    with pytest.raises(HernaError, match="did you mean 'Mean'"):
        batch.table("mean")


def test_games_stopped_at_the_limit_are_played_but_unfinished(tmp_path):
    plies = pd.DataFrame(LUDO.rows(CELL, range(6)))["plies"]
    limit = int(plies.median())  # some games are longer, some are not
    cut = played(experiment=LUDO.changed(limit=limit))
    table = a_batch(tmp_path, cut, played(cell="None"), Line(LUDO, "DL", 5)).table()
    assert table["played"].tolist() == [6, 6, 0]
    assert table["unfinished"].tolist() == [3, 0, 0] and (plies > limit).sum() == 3


def test_a_line_shows_its_settings_in_words(tmp_path):
    batch = a_batch(tmp_path, played(), Line(LUDO, "DL", 5))
    fair, rival = (line.settings for line in batch.lines)
    assert fair.startswith("hillclimber(level=50), hillclimber(level=100); for chance: E-HillCl")
    assert "believability=1000" in fair and "dl(base=hillclimber" in rival
    assert fair in batch._players.value and rival not in batch._players.value
    assert fair in batch._list.value and rival in batch._list.value
    batch._select.index = 1
    assert rival in batch._players.value


def test_the_histogram_follows_the_selection_and_the_metric(tmp_path):
    batch = a_batch(tmp_path, played(), played(cell="None"))
    first = batch._picture.value
    assert png(batch._picture)
    batch.metric.value = "freedom"
    second = batch._picture.value
    batch._select.index = 1
    assert len({first, second, batch._picture.value}) == 3
    assert "win rate" in batch._players.value and "for chance: None" in batch._players.value


def test_saving_writes_tables_that_can_be_read_again(tmp_path):
    line = played()
    batch = a_batch(tmp_path / "home", line)
    batch._name.value = "evening"
    batch._all_button.click()
    folder = tmp_path / "home" / "evening"
    assert sorted(path.name for path in folder.iterdir()) == [
        "ludo_2hc-E-HillClimber.csv",
        "summary-maximum.csv",
        "summary-mean.csv",
        "summary-minimum.csv",
        "summary-sd.csv",
    ]
    again = pd.read_csv(folder / "ludo_2hc-E-HillClimber.csv")
    assert again["tension"].tolist() == pytest.approx([row["tension"] for row in line.rows])


@pytest.mark.parametrize("name", ["../elsewhere", "/tmp/x", "..", "", "a/b", ".hidden", "a\nb"])
def test_a_folder_elsewhere_is_refused_in_one_line(tmp_path, name):
    batch = a_batch(tmp_path / "home", played())
    batch._name.value = name
    with pytest.raises(CallbackFailed):
        batch._all_button.click()
    assert batch.panel.error.startswith("folder is ") and "\n" not in batch.panel.error
    assert list(tmp_path.iterdir()) == []


def test_the_pane_below_tells_what_every_player_did(tmp_path):
    batch = a_batch(tmp_path)
    batch.add("ludo_2hc", CELL, 3)
    batch.start(workers=1)
    line = batch.lines[0]
    for row in line.rows:
        turns = row["turns_1"] + row["turns_2"]
        choices = row["choices_1"] + row["choices_2"]
        assert choices / row["rounds"] == pytest.approx(row["freedom"])
        assert abs(row["led_1"] - row["led_2"]) / 2 == row["lead_time"]
        assert 1 <= row["fewest_1"] <= row["most_1"] <= 4 and turns <= row["rounds"]
    assert ">turns</th>" in batch._players.value
    assert f"<td>{sum(row['turns_2'] for row in line.rows) / 3:.1f}</td>" in batch._players.value


def test_only_the_first_games_of_a_line_are_replayed(tmp_path, monkeypatch):
    monkeypatch.setattr("herna.widgets.seat_rows.REPLAYED", 2)
    monkeypatch.setattr("herna.widgets.batch.REPLAYED", 2)
    line = Line(LUDO, CELL, 5)
    for chunk in ((0, 3), (3, 5)):
        *_, rows, seconds = run_with_seats(LUDO, CELL, *chunk)
        line.take(rows, seconds)
    assert [row["replicate"] for row in line.rows if "turns_1" in row] == [0, 1]
    assert [row["moves"] for row in line.rows] == [r["moves"] for r in LUDO.rows(CELL, range(5))]
    line.handed_out = 5
    assert "the first 2 games" in a_batch(tmp_path, line)._players.value


def test_a_single_player_leads_while_his_status_is_above_zero():
    experiment = EXPERIMENTS["maze"]
    *_, rows, _seconds = run_with_seats(experiment, "None", 0, 1)
    match = Match(experiment.build_game(), experiment.build_seats(), 0)
    match.finish()
    seats = of_seats(match.game, match.moves)
    assert seats["led_1"] == match.world[0].meter.led[0] and "led_2" not in seats
    assert rows[0]["moves"] == experiment.rows("None", range(1))[0]["moves"]


def test_the_number_of_games_of_a_line_can_be_changed(tmp_path):
    batch = a_batch(tmp_path, played(6))
    batch.games.value = 4
    batch._resize_button.click()
    line = batch.lines[0]
    assert line.games == len(line.rows) == line.handed_out == 4
    batch.games.value = 9
    batch._resize_button.click()
    assert line.games == 9 and line.handed_out == 4 and not batch._start_button.disabled
    with pytest.raises(HernaError, match="the list is empty"):
        Batch([LUDO], folder=tmp_path).resize(3)


def test_mistakes_are_refused_in_one_line(tmp_path):
    batch = a_batch(tmp_path)
    with pytest.raises(HernaError, match="did you mean 'maze'"):
        batch.add("mace")
    with pytest.raises(HernaError, match="games is 0"):
        batch.add("maze", ALL, 0)
    with pytest.raises(HernaError, match="algorithm is 'E-Hill'"):
        batch.add("maze", "E-Hill", 1)
    with pytest.raises(HernaError, match="no games were played"):
        batch.save("batch")
    with pytest.raises(HernaError, match="the list is empty"):
        batch.remove()
    with pytest.raises(HernaError, match="holds none of thesis 1"):
        Batch([])


def test_without_a_kernel_there_is_a_table_and_a_picture(tmp_path):
    batch = a_batch(tmp_path, played())
    data, _ = batch._repr_mimebundle_()
    assert "<table" in data["text/html"] and "data:image/png;base64," in data["text/html"]
    assert data["text/plain"] == "1 experiments, 6 of 6 games"
    batch.close()
    assert batch.comm is None
