"""Carries out a recorded session; see Examples/Session/README.md."""

import itertools
import math
import sys

import rangecore
from rangecore import (EditKind, End, Fraction, Mode, Outcome, Presence, Preset, Pressure, Range,
                       ShortContent, State, Tuning)
from rangecore._host_engine import HostEngine


class Refusal(Exception):
    """A line that is not understood."""


class Words:
    """The words of a line, taken from the first on."""

    def __init__(self, text):
        self.all = text.partition("#")[0].split()
        self.left = iter(self.all[1:])

    def word(self):
        word = next(self.left, None)
        if word is None:
            raise Refusal(f"something is missing after {self.all[0]}")
        return word

    def integer(self, text=None):
        text = text or self.word()
        try:
            return int(text)
        except ValueError:
            raise Refusal(f"not an integer: {text}") from None

    def flag(self):
        return self.integer() != 0

    def length(self):
        return self.integer() / rangecore.TICKS_PER_POINT

    def thousandths(self):
        return self.integer() / 1000

    def seconds(self):
        return self.integer() / 1_000_000

    def fraction(self):
        text = self.word()
        return Fraction.NEAREST if text == "nearest" else self.integer(text) / 1000

    def interval(self):
        return self.integer(), self.integer()

    def extent(self, text=None):
        """A length, or None for one that comes later."""
        text = text or self.word()
        return None if text == "later" else self.integer(text) / rangecore.TICKS_PER_POINT

    def lengths(self):
        return [self.integer(word) / rangecore.TICKS_PER_POINT for word in self.left]

    def ids(self):
        """The ids before the word `to` or the end; `to` is taken too."""
        words = itertools.takewhile(lambda word: word != "to", self.left)
        return [None if word == "none" else self.integer(word) for word in words]

    def value(self, kind):
        word = self.word()
        try:
            return kind[word.upper()]
        except KeyError:
            raise Refusal(f"unknown word {word}") from None

    def fields(self, keys):
        """What the keys that are left stand for: a name and how to read the value, by key."""
        fields = {}
        for key in self.left:
            if key not in keys:
                raise Refusal(f"unknown key {key}")
            name, read = keys[key][:2]
            fields[name] = read(self)
        return fields


def whole(value, factor=1000):
    return math.floor(value * factor + 0.5)


def microseconds(seconds):
    return whole(seconds, 1_000_000)


def ticks(points):
    return whole(points, rangecore.TICKS_PER_POINT)


def word(value):
    return value.name.lower()


# A key of `update`: the argument of `List.update`, and how its value is read.
VIEWPORT = {
    "user": ("is_user_driven", Words.flag),
    "held": ("is_held", Words.flag),
    "insets_are_fixed": ("insets_are_fixed", Words.flag),
    "dragged": ("is_dragged", Words.flag),
    "landing": ("landing_offset", Words.length),
    "inset_start": ("inset_start", Words.length),
    "inset_end": ("inset_end", Words.length),
    "velocity": ("velocity", Words.length),
    "time": ("time", Words.seconds),
    "jitter": ("jitter", Words.thousandths),
    "item": ("item", Words.integer),
    "item_place": ("item_place", Words.length),
}


# A key of the options of a host, and the default of the field.
OPTIONS = {
    "budget": ("budget", Words.seconds, 0.004),
    "offset_step": ("offset_step", Words.length, 0),
    "ahead_count": ("ahead_count", Words.integer, 1),
    "node_bits": ("node_bits", Words.integer, State.VISIBLE | State.DISPLAY),
    "makes_ahead": ("makes_ahead", Words.flag, False),
}
DEFAULTS = {name: default for name, _, default in OPTIONS.values()}


def choice(kind):
    return lambda words: words.value(kind), lambda value: word(kind(value))


COUNT, FLAG, LENGTH = (Words.integer, int), (Words.flag, int), (Words.length, ticks)
SCREENS = Words.thousandths, whole

# A key of `set`: the field, how its value is read and printed, and the end, if it has one per end.
SETTINGS = {
    "depth": ("depth", *COUNT),
    "presence": ("presence", *choice(Presence)),
    "pressure": ("pressure", *choice(Pressure)),
    "short_content_policy": ("short_content_policy", *choice(ShortContent)),
    "slack": ("slack", *SCREENS),
    "foresight": ("foresight", *SCREENS),
    "direction_threshold": ("direction_threshold", *LENGTH),
    "leading_tail": ("leading_screens", *SCREENS, End.TAIL),
    "leading_head": ("leading_screens", *SCREENS, End.HEAD),
    "leading_items_tail": ("leading_items", *COUNT, End.TAIL),
    "leading_items_head": ("leading_items", *COUNT, End.HEAD),
    "extra_tail": ("extra_lengths", *LENGTH, End.TAIL),
    "extra_head": ("extra_lengths", *LENGTH, End.HEAD),
    "stick_distance_tail": ("stick_distances", *LENGTH, End.TAIL),
    "stick_distance_head": ("stick_distances", *LENGTH, End.HEAD),
    "in_background": ("in_background", *FLAG),
    "insertion_pending": ("insertion_pending", *FLAG),
    "host_decides_batches": ("host_decides_batches", *FLAG),
    "sticks_tail": ("sticks", *FLAG, End.TAIL),
    "sticks_head": ("sticks", *FLAG, End.HEAD),
    "uses_mean_estimate": ("uses_mean_estimate", *FLAG),
    "pins_headers": ("pins_headers", *FLAG),
}


def section_text(section):
    items, rows = section.items, section.rows
    return (f"section {section.ordinal} items {items.start} {items.stop}"
            f" rows {rows.start} {rows.stop} columns {section.columns}")


class Session:
    """A list and its fetches; each method carries out a command and returns what it prints."""

    def __init__(self):
        self.list = rangecore.List()
        self.host = None
        self.tells_updates = False
        self.fetches = []
        self.changes = None
        self.viewport = {}

    def carry_out(self, words):
        command = getattr(self, "do_" + words.all[0], None)
        if command is None:
            raise Refusal(f"no such command: {words.all[0]}")
        try:
            return command(words) or "ok"
        except rangecore.Error as error:
            return f"error {error.status.text}"

    def do_create(self, words):
        self.list = rangecore.List(words.integer(), words.length(), words.length(),
                                   words.value(Preset) if len(words.all) > 4 else Preset.LIST,
                                   words.length() if len(words.all) > 5 else 0)
        self.host = self.changes = None

    def do_insert(self, words):
        self.list.insert(words.integer(), words.integer(), words.lengths() or None)

    def do_remove(self, words):
        self.list.remove(*words.interval())

    def do_move(self, words):
        self.list.move(*words.interval(), words.integer())

    def do_set_row_extents(self, words):
        self.list.set_row_extents(words.integer(), words.lengths())

    def do_forget(self, words):
        self.list.forget(*words.interval())

    def do_mark_provisional(self, words):
        self.list.mark_provisional(*words.interval())

    def do_set_layout(self, words):
        self.list.set_layout(words.integer(), words.length(), keeps_extents=words.flag())

    def do_mark_header(self, words):
        self.list.mark_header(words.integer(), words.integer())

    def do_unmark_header(self, words):
        self.list.unmark_header(words.integer())

    def do_sections(self, _):
        return f"sections {self.list.section_count}"

    def do_section(self, words):
        return section_text(self.list.section(words.integer()))

    def do_section_of(self, words):
        return section_text(self.list.section_of_item(words.integer()))

    def do_row_of(self, words):
        return f"row {self.list.row_of_item(words.integer())}"

    def do_items_of_row(self, words):
        items = self.list.items_of_row(words.integer())
        return f"items {items.start} {items.stop}"

    def do_pinned(self, _):
        header = self.list.pinned_header
        if header is None:
            raise rangecore.NotFoundError
        return f"pinned {header.index} offset {ticks(header.offset)} covered {ticks(header.covered)}"

    def do_foresee(self, _):
        it = self.list.foresight
        if it is None:
            raise rangecore.NotFoundError
        spans = "".join(f" {span.items.start} {span.items.stop} {span.is_descending:d}"
                        for span in it.spans)
        ranges = " ".join(f"{name} {items.start} {items.stop}" for name, items in
                          (("wanted", it.wanted), ("running", it.running), ("kept", it.kept)))
        return (f"foresight landing {ticks(it.landing_offset)} velocity {ticks(it.velocity)}"
                f" moving {it.is_moving:d} known {it.landing_is_known:d} {ranges} spans{spans}")

    def do_preload_time(self, words):
        self.list.add_preload_time(words.seconds())

    def do_load(self, words):
        words.integer(), words.integer(), words.seconds()

    def do_loaded(self, words):
        words.integer(), words.value(Outcome), words.seconds()

    def do_estimate(self, words):
        self.list.estimate = words.length()

    def do_update(self, words):
        self.viewport = {"offset": words.length(), "length": words.length()}
        return self._update(words)

    def do_scroll(self, words):
        self.viewport.update(offset=words.length(), time=words.seconds())
        return self._update(words)

    def _update(self, words):
        self.viewport.update(words.fields(VIEWPORT))
        update = self.list.update(**self.viewport)
        self.changes = update.changes
        return "\n".join(lines_of(update))

    def do_set_names(self, words):
        (lower, upper), names = words.interval(), words.ids()
        if len(names) != upper - lower:
            raise Refusal("the ids are not as many as the items")
        self.list.set_names(lower, names)

    def do_change_names(self, words):
        position = words.integer()
        if self.changes is None:
            raise rangecore.ArgumentError("position")
        try:
            names = self.changes.names(position)
        except ValueError:  # as in C, also if the list has changed since
            raise rangecore.ArgumentError("position") from None
        return "names" + "".join(f" {'none' if name is None else name}" for name in names)

    def do_diff(self, words):
        if "to" not in words.all:
            raise Refusal("`to` is missing")
        edits = rangecore.diff(words.ids(), words.ids())
        return "; ".join([f"edits {len(edits)}"] + [text_of_edit(edit) for edit in edits])

    def do_set_scroll_target(self, words):
        offset = self.list.set_scroll_target(words.integer(), words.fraction(),
                                             words.length() if len(words.all) > 3 else 0)
        return f"offset {ticks(offset)}"

    def do_mode(self, words):
        self.list.set_mode(words.value(Mode))

    def do_mark_scrolled(self, _):
        self.list.mark_scrolled()

    def do_set(self, words):
        settings = self.list.settings
        for key in words.left:
            if key not in SETTINGS:
                raise Refusal(f"unknown key {key}")
            field, read, _, *end = SETTINGS[key]
            if end:
                getattr(settings, field)[end[0]] = read(words)
            else:
                setattr(settings, field, read(words))
        self.list.settings = settings

    def do_tune(self, words):
        mode, range_ = words.value(Mode), words.value(Range)
        is_enabled = words.all[-1] != "disabled"
        self.list.set_tuning(mode, range_, Tuning(words.thousandths(), words.thousandths())
                             if is_enabled else Tuning(is_enabled=False))

    def do_settings(self, _):
        settings, line = self.list.settings, "settings"
        for key, (field, _, text, *end) in SETTINGS.items():
            value = getattr(settings, field)
            line += f" {key} {text(value[end[0]] if end else value)}"
        return line

    def do_tuning(self, words):
        tuning = self.list.tuning(words.value(Mode), words.value(Range))
        return (f"tuning {whole(tuning.leading)} {whole(tuning.trailing)}"
                f" {'enabled' if tuning.is_enabled else 'disabled'}")

    def do_begin(self, words):
        self.fetches.append(self.list.begin_batch(words.value(End)))
        return f"fetch {len(self.fetches)}"

    def _fetch(self, words):
        number = words.integer()
        if not 1 <= number <= len(self.fetches):
            raise Refusal(f"no such fetch: {number}")
        return self.fetches[number - 1]

    def do_finish(self, words):
        self._fetch(words).finish(words.value(Outcome))

    def do_outcome(self, words):
        return f"outcome {word(self._fetch(words).outcome)}"

    def do_retry(self, words):
        self.list.retry_batch(words.value(End))

    def do_reset(self, words):
        self.list.reset_batch(words.value(End))

    def do_mark_exhausted(self, words):
        self.list.mark_exhausted(words.value(End))

    def do_size(self, _):
        return (f"size {len(self.list)} measured {self.list.measured_row_count}"
                f" length {ticks(self.list.length)} estimate {ticks(self.list.estimate)}")

    def do_item(self, words):
        return text_of(self.list.item(words.integer()))

    def do_item_at(self, words):
        return text_of(self.list.item_at(words.length()))

    def do_items_in(self, words):
        items = self.list.items_in(words.length(), words.length())
        return f"items {items.start} {items.stop}"

    def do_rows(self, words):
        rows = zip(*self.list.rows(*words.interval()))
        return "rows" + "".join(f" {ticks(offset)} {ticks(extent)}" for offset, extent in rows)

    def do_unmeasured_rows(self, words):
        rows = self.list.unmeasured_rows(*words.interval())
        return f"rows {rows.start} {rows.stop}"

    def do_state(self, words):
        return f"state {int(self.list.state(words.integer()))}"

    def do_states(self, words):
        return "states" + "".join(f" {state}" for state in self.list.states(*words.interval()))

    def do_validate(self, _):
        self.list.validate()

    def do_host(self, words):
        name = words.word()
        command = getattr(self, "host_" + name, None)
        if command is None:
            raise Refusal(f"no such command: host {name}")
        if self.host is None and name not in ("create", "tell_updates"):
            raise Refusal(f"there is no host for {name}")
        return command(words)

    def host_create(self, words):
        self.host = HostEngine(self.list, **words.fields(OPTIONS))

    def host_set_options(self, words):
        self.host.configure(**DEFAULTS | words.fields(OPTIONS))

    def host_destroy(self, _):
        self.host.close()
        self.host = None

    def host_tell_updates(self, words):
        self.tells_updates = words.flag()

    def host_begin(self, words):
        step = self.host.begin(words.length(), words.length(), words.length(), words.integer(),
                               **words.fields(VIEWPORT))
        return self._told(step)

    def host_measured(self, words):
        time = words.seconds()
        return self._told(self.host.measured(map(words.extent, words.left), time))

    def _told(self, step):
        update = self.host.update
        self.changes = update.changes
        return "\n".join([*(lines_of(update) if self.tells_updates else ()), *lines_of_step(step)])

    def host_set_extents(self, words):
        extents = {words.integer(node): words.extent() for node in words.left}
        return f"any {self.host.set_extents(extents):d}"

    def host_wrote(self, words):
        self.host.wrote(words.length())

    def host_find(self, words):
        return f"node {self.host.find(words.integer())}"

    def host_keep(self, words):
        self.host.keep(words.integer(), words.flag())

    def host_renew(self, words):
        self.host.renew(*words.interval())

    def host_scroll_to(self, words):
        self.host.scroll_to(words.integer(), words.fraction(), words.length(), words.flag())

    def host_validate(self, _):
        self.host.validate()


def text_of(item):
    return (f"item {item.index} offset {ticks(item.offset)} extent {ticks(item.extent)}"
            + (" measured" if item.is_measured else "")
            + (" provisional" if item.is_provisional else ""))


def text_of_edit(edit):
    # Of an insertion the items, by the new sequence.
    lower = edit.source if edit.kind == EditKind.INSERT else edit.lower
    places = {EditKind.REMOVE: "", EditKind.INSERT: f" at {edit.lower}",
              EditKind.MOVE: f" to {edit.to}"}
    return f"{word(edit.kind)} {lower} {lower + edit.upper - edit.lower}{places[edit.kind]}"


def next_of(it):
    return "never" if math.isinf(it.next_time) else microseconds(it.next_time)


def lines_of(update):
    yield (f"offset {ticks(update.offset)} correction {ticks(update.correction)}"
           f" pending {ticks(update.pending)} scroll_length {ticks(update.scroll_length)}"
           f" next {next_of(update)} mode {word(update.mode)} presence {word(update.presence)}"
           f" direction {word(update.direction)}")
    items = f"items visible {update.visible.start} {update.visible.stop}"
    for kind, range_ in update.ranges.items():
        items += f" {word(kind)} {range_.start} {range_.stop}"
    yield items
    yield "; ".join(
        f"{word(end)} {word(decision.answer)} remaining {ticks(decision.remaining)}"
        f" seconds {microseconds(decision.seconds)} {'near' if decision.is_near else 'far'}:"
        f" {decision.reason.text}" for end, decision in zip(End, (update.tail, update.head)))
    changes = update.changes
    yield "; ".join(
        [f"changes {len(changes)} removed {changes.removed_count} left {changes.left_count}"]
        + [f"{change.lower} {change.upper} from {change.before} to {change.after}"
           f" distance {ticks(change.distance)}" for change in changes])


MARKS = {"new": "is_new", "moved": "has_moved", "on_screen": "is_on_screen", "pinned": "is_pinned",
         "kept": "is_kept", "late": "is_late"}


def nodes_of(name, step, positions, count):
    nodes = [step.nodes[positions[i]] for i in range(count)]
    return "; ".join([f"{name} {count}"] + [
        f"{it.node} at {it.index} column {it.column} of {it.columns} from {it.before} to {it.state}"
        + (f" start {ticks(it.start)} extent {ticks(it.extent)}" if it.has_view else "")
        + "".join(f" {mark}" for mark, field in MARKS.items() if getattr(it, field))
        for it in nodes])


def lines_of_step(step):
    first = f"step rounds {step.rounds} nodes {step.node_count}"
    if not step.is_done:
        yield first
        yield nodes_of("asks", step, step.asks, step.ask_count)
        return
    target = f" target {ticks(step.target_offset)}" if step.has_target else ""
    yield (f"{first} done settled {step.is_settled:d} length {ticks(step.scroll_length)}"
           f" set {step.sets_length:d} offset {ticks(step.offset)} set {step.sets_offset:d}{target}"
           f" next {next_of(step)}")
    if step.news_count:
        yield nodes_of("news", step, step.news, step.news_count)
    if step.released_count + step.freed_count:
        released = "".join(f" {step.released[i]}" for i in range(step.released_count))
        freed = "".join(f" {step.freed[i]}" for i in range(step.freed_count))
        yield f"released{released} freed{freed}"


def main():
    session = Session()
    try:
        file = open(sys.argv[1], encoding="utf-8") if len(sys.argv) > 1 else sys.stdin
    except OSError as error:
        sys.exit(str(error))
    with file:
        for number, line in enumerate(file, 1):
            words = Words(line)
            if not words.all:
                continue
            print(">", *words.all)
            try:
                print(session.carry_out(words))
            except Refusal as refusal:
                sys.exit(f"line {number}: {refusal}; Examples/Session/README.md has the commands")


if __name__ == "__main__":
    main()
