"""RunView looks at a run from outside: whoever opens it sees how far the run has got."""

import asyncio
import signal

import pytest

from herna.errors import HernaError
from herna.experiments import EXPERIMENTS
from herna.results.runner import reproduce
from herna.results.store import Store
from herna.widgets import RunView
from herna.widgets import runview as module
from tests.results.test_runner import start, wait_for_chunks
from tests.results.tiny import SLOW, SLOWER, TINY


def test_before_a_run_nothing_is_there_and_it_can_be_started(tmp_path):
    view = RunView(TINY, "quick", root=tmp_path)
    assert view.label.value.startswith("0 of 20 games, not running")
    assert not view.start_button.disabled
    assert view.stop_button.disabled
    assert len(view.rows) == 0


def test_a_finished_run_shows_its_curves_and_its_rows(tmp_path):
    reproduce(TINY, "quick", 1, root=tmp_path)
    view = RunView(TINY, "quick", metric="tension", root=tmp_path)
    assert view.label.value.startswith("20 of 20 games, finished (None 10, E-HillClimber 10)")
    assert view.start_button.disabled
    assert len(view.rows) == 20
    assert bytes(view.picture.value).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["manifest.json", "None.parquet"])
def test_a_damaged_result_is_named_and_can_be_made_anew(tmp_path, name):
    store = reproduce(TINY, "quick", 1, root=tmp_path)
    (store.folder / name).write_bytes(b"nonsense")
    view = RunView(TINY, "quick", root=tmp_path)
    assert name in view.panel.error and "start the run to make it anew" in view.panel.error
    assert not view.start_button.disabled
    reproduce(TINY, "quick", 1, root=tmp_path)  # elsewhere
    view.look()
    assert view.panel.error == "" and ", finished" in view.label.value


def test_an_experiment_can_be_named_and_a_wrong_name_is_refused(tmp_path):
    assert RunView("ludo_2hc", root=tmp_path).store.experiment.name == "ludo_2hc"
    with pytest.raises(HernaError, match="experiment is 'ludo_2hd'; did you mean 'ludo_2hc'"):
        RunView("ludo_2hd", root=tmp_path)
    with pytest.raises(HernaError, match="metric is 'tensions'; did you mean 'tension'"):
        RunView("ludo_2hc", metric="tensions", root=tmp_path)


def test_a_view_opened_before_the_first_row_finds_out_what_the_rows_measure(tmp_path):
    view = RunView("thresholds", root=tmp_path)
    assert "tension" in view.metric.options
    reproduce(EXPERIMENTS["thresholds"], "quick", 1, root=tmp_path)
    view.look()
    assert view.metric.options and set(view.metric.options) <= set(view.rows)
    assert bytes(view.picture.value).startswith(b"\x89PNG")


@pytest.mark.parametrize("cells", [7, 8, 17])
def test_a_run_of_many_cells_is_shown_too(tmp_path, cells):
    """More cells than there are colours are drawn alike; more than fit are only counted."""
    many = TINY.changed(
        algorithms={f"None {number}": "None" for number in range(cells)}, replicates=2
    )
    reproduce(many, "thesis", 1, root=tmp_path)
    view = RunView(many, "thesis", root=tmp_path)
    assert bytes(view.picture.value).startswith(b"\x89PNG")
    assert ("None 6 2" in view.label.value) == (cells < 17)
    assert len(view.label.value) < 300
    assert ("None 6" in view.panel.unseen) == (cells < 17)
    assert len(view.panel.unseen) < 300


def test_a_metric_that_is_not_measured_is_refused_with_those_that_are(tmp_path):
    reproduce(TINY, "quick", 1, root=tmp_path)
    with pytest.raises(HernaError, match=r"metric is 'wins'; .*allowed: .*rounds"):
        RunView(TINY, "quick", "wins", root=tmp_path)


def test_another_metric_is_drawn_when_it_is_chosen(tmp_path):
    reproduce(TINY, "quick", 1, root=tmp_path)
    view = RunView(TINY, "quick", root=tmp_path)
    before = view.picture.value
    view.metric.value = "rounds"
    assert view.picture.value != before
    rounds = view.rows.query("cell == 'None'")["rounds"].mean()
    assert view.panel.unseen.startswith(
        f"running means of rounds have come to None {rounds:.4g}, E-HillClimber "
    )


def test_results_of_other_code_are_shown_as_such_and_can_be_renewed(tmp_path, monkeypatch):
    reproduce(TINY, "quick", 1, root=tmp_path)
    monkeypatch.setattr("herna.results.store.code_hash", lambda _: "another")
    view = RunView(TINY, "quick", root=tmp_path)
    assert "finished by other code than is here now" in view.label.value
    assert not view.start_button.disabled


def test_a_run_started_elsewhere_is_seen_and_can_be_stopped(tmp_path):
    process = start(tmp_path, workers=1, chunk=1, pace="slower")
    store = Store(SLOWER, "thesis", tmp_path)
    wait_for_chunks(store, 2, process)

    async def look_and_stop():
        view = RunView(SLOWER, "thesis", root=tmp_path)
        assert "running" in view.label.value
        assert view.start_button.disabled
        assert sum(store.progress().values()) >= 2
        view.stop()
        while process.poll() is None:
            await asyncio.sleep(0.05)
        view.look()
        assert "not running" in view.label.value
        view.close()

    asyncio.run(look_and_stop())
    assert process.returncode != -signal.SIGKILL
    assert sum(store.progress().values()) >= 2, "finished chunks were lost"


def test_a_run_started_after_the_view_was_made_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(module, "NOTICE_EVERY", 0.05)

    async def scenario():
        view = RunView(SLOW, "thesis", root=tmp_path)
        assert view.label.value.startswith("0 of 120 games, not running")
        process = start(tmp_path, workers=1, chunk=10)
        await until(lambda: ", running" in view.label.value, process)
        assert view.start_button.disabled and not view.stop_button.disabled
        assert await asyncio.to_thread(process.wait) == 0
        await until(lambda: view.label.value.startswith("120 of 120 games, finished"))
        assert not view._task.done(), "the next run would go unnoticed"
        view.close()

    asyncio.run(scenario())


def test_a_run_outlives_its_view_and_a_new_view_sees_it_through(tmp_path, monkeypatch):
    monkeypatch.setenv("HERNA_HOME", str(tmp_path))
    experiment = EXPERIMENTS["survey_time"]

    async def scenario():
        first = RunView(experiment, "quick")
        first.start()
        process = first.process
        await until(first.store.is_running, process)
        first.close()
        second = RunView(experiment, "quick")
        assert ", running" in second.label.value and second.process is None
        games = second.bar.max
        await until(lambda: second.label.value.startswith(f"{games} of {games} games, finished"))
        assert process.wait() == 0 and second.start_button.disabled
        assert first.comm is None and ", finished" not in first.label.value
        second.close()

    asyncio.run(scenario())


async def until(condition, process=None):
    """Let others work until the condition holds; fails when the process ends before."""
    async with asyncio.timeout(120):
        while not condition():
            assert process is None or process.poll() is None, "ended before it was seen"
            await asyncio.sleep(0.02)


def test_keys_used_in_a_view_stay_in_it(tmp_path):
    classes = RunView(TINY, "quick", root=tmp_path)._dom_classes
    assert {"herna-guarded", "herna-runview"} <= set(classes)


def test_a_run_in_the_background_goes_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setenv("HERNA_HOME", str(tmp_path))
    view = RunView(EXPERIMENTS["thresholds"], "quick")
    view.start()  # without an event loop it watches to the end
    games = view.bar.max
    assert view.label.value.startswith(f"{games} of {games} games, finished")
    assert view.panel.error == ""
    assert Store(EXPERIMENTS["thresholds"], "quick").is_complete()


def test_a_run_that_fails_says_why(tmp_path, monkeypatch):
    monkeypatch.setenv("HERNA_HOME", str(tmp_path))
    view = RunView(EXPERIMENTS["ludo_2hc"], "quick")
    with view.store.lock():
        view._launch()
        view.process.wait()
    view._report_failure()
    assert view.panel.error == "herna: ludo_2hc: another process is running it at quick scale"


def test_only_registered_experiments_run_in_the_background(tmp_path):
    with pytest.raises(HernaError, match="tiny: only registered experiments"):
        RunView(TINY, "quick", root=tmp_path).start()


def test_without_a_kernel_there_is_a_picture(tmp_path):
    data, _ = RunView(TINY, "quick", root=tmp_path)._repr_mimebundle_()
    assert "data:image/png;base64," in data["text/html"]
    assert "0 of 20 games" in data["text/plain"]
