"""Makes the calls of Tests/wrong-calls.txt, which says more: errors name what was refused, and its value."""

import dataclasses
import re
import unittest
from pathlib import Path

import rangecore
from check_store import Clock, Screen
from rangecore import End, Outcome, PreloadSettings, Reply, StoreSettings, Tuning
from rangecore._host_engine import HostEngine

TABLE = Path(__file__).resolve().parents[3] / "Tests/wrong-calls.txt"
LANGUAGE = "python"


def lines():
    """The calls with their arguments, the name that these have here, and their values."""
    for line in TABLE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        call, name, values, others = (part.strip() for part in line.split("|"))
        key = f"{call} {name}"
        for other in others.split(";") if others else ():
            what, languages = other.split(":")
            if LANGUAGE in languages.split():
                name = what.strip()
        yield key, name, values.split()


def number(text):
    return 0 if text == "-" else float(text) if text in ("nan", "inf") else float(text) if "." in text else int(text)


def words(text):
    """The numbers and words of a text, all numbers of one kind."""
    return {str(float(it)) if it[-1].isdigit() else it for it in re.findall(r"-?[0-9.e]+|[a-z]+", text.lower())}


def feed():
    made = rangecore.List(estimate=44)
    made.insert(0, 10)
    made.update(0, 400)
    return made


def settings(**changes):
    def call(value):
        made = feed()
        new = made.settings
        (name, place), = changes.items()
        if place is None:
            setattr(new, name, value)
        else:
            getattr(new, name)[place] = value
        made.settings = new
    return call


def at(name):
    return lambda value: feed().update(**{"offset": 0, "length": 400, name: value})


def item(value):
    feed().update(None, 400, item=value)


def host(**options):
    made = HostEngine(feed(), **options)
    step = made.begin(0, 400, 100)
    assert step.ask_count > 0
    return made


def reply(**fields):
    """A store that was told something wrong, by the error of its refresh."""
    clock = Clock()
    store = rangecore.Store(lambda request: Reply([7], **fields), key=int, schedule=clock.schedule)
    errors = []
    store.refresh(done=errors.append)
    clock.run(lambda: errors)
    raise errors[0]


def store(**options):
    return rangecore.Store(lambda request: [], key=int, schedule=lambda *_: None, **options)


def preloader(**options):
    return rangecore.Preloader(lambda request: None, **options)


def attach(value):
    clock = Clock()
    screen = Screen(clock)
    screen.host = rangecore.ListHost(screen)
    store().attach(screen.host, leading_screens=value)


CALLS = {
    "create columns": lambda it: rangecore.List(columns=it),
    "create estimate": lambda it: rangecore.List(estimate=it),
    "create spacing": lambda it: rangecore.List(spacing=it),
    "create quantum": lambda it: rangecore.List(quantum=it),
    "insert index": lambda it: feed().insert(it, 1),
    "insert count": lambda it: feed().insert(0, it),
    "insert extents[1]": lambda it: feed().insert(0, 2, [1, it]),
    "remove lower": lambda it: feed().remove(it, 11),
    "remove upper": lambda it: feed().remove(2, it),
    "move lower": lambda it: feed().move(it, 2, 0),
    "move upper": lambda it: feed().move(8, it, 0),
    "move to": lambda it: feed().move(0, 2, it),
    "forget upper": lambda it: feed().forget(2, it),
    "set_row_extents row": lambda it: feed().set_row_extents(it, [1]),
    "set_row_extents extents[1]": lambda it: feed().set_row_extents(0, [1, it]),
    "mark_provisional upper": lambda it: feed().mark_provisional(2, it),
    "set_layout columns": lambda it: feed().set_layout(it, 0, keeps_extents=True),
    "set_layout spacing": lambda it: feed().set_layout(1, it, keeps_extents=True),
    "set_lanes lanes": lambda it: feed().set_lanes(it, 0),
    "set_lanes spacing": lambda it: feed().set_lanes(2, it),
    "set_lanes tolerance": lambda it: feed().set_lanes(2, 0, tolerance=it),
    "set_span upper": lambda it: feed().set_span(2, it, 1),
    "set_span span": lambda it: feed().set_span(0, 1, it),
    "set_estimate estimate": lambda it: setattr(feed(), "estimate", it),
    "mark_header index": lambda it: feed().mark_header(it),
    "mark_header columns": lambda it: feed().mark_header(0, it),
    "unmark_header index": lambda it: feed().unmark_header(it),
    "apply old_ids": lambda _: feed().apply(range(9), []),
    "apply new_ids": lambda _: feed().apply(range(10), [1, 1]),
    "keep index": lambda it: feed().keep(it),
    "keep bits": lambda it: feed().keep(0, it),
    "set_names lower": lambda it: feed().set_names(it, []),
    "set_names names": lambda _: feed().set_names(9, [1, 2]),
    "change_names position": lambda it: feed().update(0, 400).changes.names(it),
    "update item": item,
    **{f"update {name}": at(name) for name in (
        "offset", "length", "inset_start", "inset_end", "velocity", "landing_offset", "time", "jitter")},
    "update item_place": lambda it: feed().update(None, 400, item=1, item_place=it),
    "set_scroll_target index": lambda it: feed().set_scroll_target(it),
    "set_scroll_target fraction": lambda it: feed().set_scroll_target(0, it),
    "set_scroll_target shift": lambda it: feed().set_scroll_target(0, 0, it),
    **{f"set_settings {name}": settings(**{name: None})
       for name in ("slack", "foresight", "direction_threshold", "depth")},
    "set_settings leading_screens[1]": settings(leading_screens=1),
    "set_settings overscan_items": settings(overscan_items=None),
    "set_settings leading_items[0]": settings(leading_items=0),
    "set_settings extra_lengths[1]": settings(extra_lengths=1),
    "set_settings stick_distances[0]": settings(stick_distances=0),
    "set_tuning leading": lambda it: feed().set_tuning(0, 0, Tuning(leading=it)),
    "set_tuning trailing": lambda it: feed().set_tuning(0, 0, Tuning(trailing=it)),
    "add_preload_time seconds": lambda it: feed().add_preload_time(it),
    "begin_batch end": lambda it: feed().begin_batch(it),
    "finish outcome": lambda _: feed().begin_batch(End.TAIL).finish(Outcome.FETCHING),
    "item index": lambda it: feed().item(it),
    "item_at offset": lambda it: feed().item_at(it),
    "items_in lower": lambda it: feed().items_in(it, 10),
    "items_in upper": lambda it: feed().items_in(0, it),
    "rows lower": lambda it: feed().rows(it, 10),
    "rows upper": lambda it: feed().rows(0, it),
    "places upper": lambda it: feed().places(0, it),
    "unmeasured_rows upper": lambda it: feed().unmeasured_rows(0, it),
    "states lower": lambda it: feed().states(it, 10),
    "states upper": lambda it: feed().states(0, it),
    "section ordinal": lambda it: feed().section(it),
    "section_of_item index": lambda it: feed().section_of_item(it),
    "row_of_item index": lambda it: feed().row_of_item(it),
    "items_of_row row": lambda it: feed().items_of_row(it),
    "host_options budget": lambda it: host(budget=it),
    "host_options offset_step": lambda it: host(offset_step=it),
    "host_options ahead_count": lambda it: host().configure(ahead_count=it),
    "host_begin offset": lambda it: host().begin(it, 400, 100),
    "host_begin breadth": lambda it: host().begin(0, 400, it),
    "host_measured extents[0]": lambda it: host().measured([it], 0),
    "host_measured time": lambda it: host().measured([1], it),
    "host_set_extents extents[0]": lambda it: host().set_extents({0: it}),
    "host_wrote offset": lambda it: host().wrote(it),
    "host_find index": lambda it: host().find(it),
    "host_keep index": lambda it: host().keep(it),
    "host_renew upper": lambda it: host().renew(0, it),
    "host_scroll_to index": lambda it: host().scroll_to(it),
    "host_scroll_to fraction": lambda it: host().scroll_to(0, it),
    "host_scroll_to shift": lambda it: host().scroll_to(0, 0, it),
    "host_scroll_to_offset offset": lambda it: host().scroll_to_offset(it),
    "store page_size": lambda it: store(page_size=it),
    "store first_pages": lambda it: store(first_pages=it),
    "store total": lambda it: store(total=it),
    **{f"store_settings {field.name}": lambda it, name=field.name: store(settings=StoreSettings(**{name: it}))
       for field in dataclasses.fields(StoreSettings)},
    **{f"store_reply {name}": lambda it, name=name: reply(**{name: it})
       for name in ("total", "before", "after", "cost")},
    "store_expire age": lambda it: store().expire(it),
    "store_refresh position": lambda it: store().refresh(position=it),
    "store_insert slot": lambda it: store().insert(it, [5]),
    "store_attach leading_screens": attach,
    "preloader estimated_cost": lambda it: preloader(estimated_cost=it),
    **{f"preloader_settings {field.name}": lambda it, name=field.name: preloader(settings=PreloadSettings(**{name: it}))
       for field in dataclasses.fields(PreloadSettings)},
}


WITHOUT_VALUE = {key for key, _, values in lines() if values == ["-"]}
# Any number, none such, or NaN.
CAN_BE_NONE = {
    "insert extents[1]", "set_row_extents extents[1]",
    "update item", "update landing_offset", "store total", "store_reply total", "store_reply before",
    "store_reply after",
    "store_refresh position", "preloader_settings ahead_limit", "preloader_settings budget",
    "preloader_settings ahead_budget", "preloader_settings keep_budget", "host_measured extents[0]",
    "host_set_extents extents[0]"}


class WrongCalls(unittest.TestCase):
    def test_each_error_names_what_was_refused_and_its_value(self):
        made = set()
        for key, name, values in lines():
            if name in ("none", "type"):
                continue
            made.add(key)
            for value in values:
                with self.subTest(key, value=value):
                    with self.assertRaises(rangecore.Error) as caught:
                        CALLS[key](number(value))
                    error, message = caught.exception, str(caught.exception)
                    self.assertEqual(error.argument, name, message)
                    self.assertIn(f": {name} ", message)
                    if value != "-":
                        self.assertLessEqual(words(value), words(message.split(f": {name} ")[1]), message)
        self.assertEqual(made, set(CALLS), "a call has no line")

    def test_a_wrong_type_is_named_too(self):
        for key, call in CALLS.items():
            name = key.split()[1].split("[")[0]
            for value in ("x", None, [1]):
                if key in WITHOUT_VALUE or value is None and key in CAN_BE_NONE:
                    continue
                with self.subTest(key, value=value):
                    with self.assertRaisesRegex(TypeError, rf"^{name} is "):
                        call(value)

    def test_what_is_closed_is_named(self):
        closed, engine = feed(), host()
        closed.close()
        engine.close()
        for name, call in (("list", lambda: closed.insert(0, 1)), ("list", lambda: closed.settings),
                           ("host", lambda: engine.wrote(0)), ("host", lambda: engine.begin(0, 400, 100))):
            with self.assertRaises(rangecore.ArgumentError) as caught:
                call()
            self.assertEqual(caught.exception.argument, name)
            self.assertEqual(str(caught.exception), f"invalid argument: {name} is closed")


if __name__ == "__main__":
    unittest.main()
