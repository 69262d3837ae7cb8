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
    "extents_are_known": ("extents_are_known", Words.flag, False),
    "in_lanes": ("in_lanes", Words.flag, False),
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
    "overscan_items": ("overscan_items", *COUNT),
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


def pair(name, items):
    return f"{name} {items.start} {items.stop}"


def joined(name, values):
    return " ".join([name, *map(str, values)])


class Session:
    """A list, its host and its fetches, and what commands remember for later ones."""

    def __init__(self):
        self.list = rangecore.List()
        self.host = None
        self.tells_updates = False
        self.fetches = []
        self.changes = None
        self.viewport = {}

    def carry_out(self, words):
        command = COMMANDS.get(words.all[0])
        if command is None:
            raise Refusal(f"no such command: {words.all[0]}")
        try:
            answer = command(self, words)
            return answer if isinstance(answer, str) else "ok"
        except rangecore.Error as error:
            return f"error {error.status.text}"

    def fetch(self, words):
        number = words.integer()
        if not 1 <= number <= len(self.fetches):
            raise Refusal(f"no such fetch: {number}")
        return self.fetches[number - 1]


# -- commands of a list that take more than a line --


def create(session, words):
    session.list = rangecore.List(words.integer(), words.length(), words.length(),
                                  words.value(Preset) if len(words.all) > 4 else Preset.LIST,
                                  words.length() if len(words.all) > 5 else 0)
    session.host = session.changes = None


def update(session, words):
    session.viewport = {"offset": words.length(), "length": words.length()}
    return updated(session, words)


def scroll(session, words):
    session.viewport.update(offset=words.length(), time=words.seconds())
    return updated(session, words)


def updated(session, words):
    session.viewport.update(words.fields(VIEWPORT))
    update = session.list.update(**session.viewport)
    session.changes = update.changes
    return "\n".join(lines_of(update))


def set_names(session, words):
    (lower, upper), names = words.interval(), words.ids()
    if len(names) != upper - lower:
        raise Refusal("the ids are not as many as the items")
    session.list.set_names(lower, names)


def keep(session, words):
    session.list.keep(words.integer(), rangecore.State(words.integer()))


def change_names(session, words):
    position = words.integer()
    if session.changes is None:
        raise rangecore.ArgumentError("position")
    try:
        names = session.changes.names(position)
    except ValueError:  # as in C, also if the list has changed since
        raise rangecore.ArgumentError("position") from None
    return joined("names", ("none" if name is None else name for name in names))


def diff(_, words):
    if "to" not in words.all:
        raise Refusal("`to` is missing")
    edits = rangecore.diff(words.ids(), words.ids())
    return "; ".join([f"edits {len(edits)}"] + [text_of_edit(edit) for edit in edits])


def set_scroll_target(session, words):
    shift = words.length if len(words.all) > 3 else lambda: 0
    offset = session.list.set_scroll_target(words.integer(), words.fraction(), shift())
    return f"offset {ticks(offset)}"


def set_settings(session, words):
    settings = session.list.settings
    for key in words.left:
        if key not in SETTINGS:
            raise Refusal(f"unknown key {key}")
        field, read, _, *end = SETTINGS[key]
        if end:
            getattr(settings, field)[end[0]] = read(words)
        else:
            setattr(settings, field, read(words))
    session.list.settings = settings


def settings(session, _):
    settings, line = session.list.settings, "settings"
    for key, (field, _, text, *end) in SETTINGS.items():
        value = getattr(settings, field)
        line += f" {key} {text(value[end[0]] if end else value)}"
    return line


def tune(session, words):
    mode, range_ = words.value(Mode), words.value(Range)
    is_enabled = words.all[-1] != "disabled"
    session.list.set_tuning(mode, range_, Tuning(words.thousandths(), words.thousandths())
                            if is_enabled else Tuning(is_enabled=False))


def tuning(session, words):
    tuning = session.list.tuning(words.value(Mode), words.value(Range))
    return (f"tuning {whole(tuning.leading)} {whole(tuning.trailing)}"
            f" {'enabled' if tuning.is_enabled else 'disabled'}")


def begin(session, words):
    session.fetches.append(session.list.begin_batch(words.value(End)))
    return f"fetch {len(session.fetches)}"


def size(session, _):
    it = session.list
    return (f"size {len(it)} measured {it.measured_row_count}"
            f" length {ticks(it.length)} estimate {ticks(it.estimate)}")


def rows(session, words):
    offsets, extents = session.list.rows(*words.interval())
    return joined("rows", (f"{ticks(row[0])} {ticks(row[1])}" for row in zip(offsets, extents)))


def section_text(section):
    return (f"section {section.ordinal} {pair('items', section.items)}"
            f" {pair('rows', section.rows)} columns {section.columns}")


def pinned(session, _):
    header = session.list.pinned_header
    if header is None:
        raise rangecore.NotFoundError
    return f"pinned {header.index} offset {ticks(header.offset)} covered {ticks(header.covered)}"


def foresee(session, _):
    it = session.list.foresight
    if it is None:
        raise rangecore.NotFoundError
    spans = [f"{pair('', span.items)} {span.is_descending:d}" for span in it.spans]
    return (f"foresight landing {ticks(it.landing_offset)} velocity {ticks(it.velocity)}"
            f" moving {it.is_moving:d} known {it.landing_is_known:d} {pair('wanted', it.wanted)}"
            f" {pair('running', it.running)} {pair('kept', it.kept)} spans{''.join(spans)}")


# -- commands that drive a host --


def host(session, words):
    name = words.word()
    if name not in HOST_COMMANDS:
        raise Refusal(f"no such command: host {name}")
    if session.host is None and name not in ("create", "tell_updates"):
        raise Refusal(f"there is no host for {name}")
    return HOST_COMMANDS[name](session, words)


def host_create(session, words):
    session.host = HostEngine(session.list, **words.fields(OPTIONS))


def host_destroy(session, _):
    session.host.close()
    session.host = None


def tell_updates(session, words):
    session.tells_updates = words.flag()


def host_begin(session, words):
    return told(session, session.host.begin(
        words.length(), words.length(), words.length(), words.integer(), **words.fields(VIEWPORT)))


def measured(session, words):
    time = words.seconds()
    return told(session, session.host.measured(map(words.extent, words.left), time))


def told(session, step):
    update = session.host.update
    session.changes = update.changes
    return "\n".join([*(lines_of(update) if session.tells_updates else ()), *lines_of_step(step)])


def set_extents(session, words):
    extents = {words.integer(node): words.extent() for node in words.left}
    return f"any {session.host.set_extents(extents):d}"


# Each returns what it prints; what is no text is `ok`.
COMMANDS = {
    "create": create,
    "insert": lambda s, w: s.list.insert(w.integer(), w.integer(), w.lengths() or None),
    "remove": lambda s, w: s.list.remove(*w.interval()),
    "move": lambda s, w: s.list.move(*w.interval(), w.integer()),
    "set_row_extents": lambda s, w: s.list.set_row_extents(w.integer(), w.lengths()),
    "forget": lambda s, w: s.list.forget(*w.interval()),
    "mark_provisional": lambda s, w: s.list.mark_provisional(*w.interval()),
    "set_layout": lambda s, w: s.list.set_layout(w.integer(), w.length(), keeps_extents=w.flag()),
    "set_lanes": lambda s, w: s.list.set_lanes(w.integer(), w.length(), tolerance=w.length(), keeps_extents=w.flag()),
    "set_span": lambda s, w: s.list.set_span(*w.interval(), w.integer()),
    "mark_header": lambda s, w: s.list.mark_header(w.integer(), w.integer()),
    "unmark_header": lambda s, w: s.list.unmark_header(w.integer()),
    "estimate": lambda s, w: setattr(s.list, "estimate", w.length()),
    "update": update,
    "scroll": scroll,
    "set_scroll_target": set_scroll_target,
    "set_names": set_names,
    "keep": keep,
    "kept": lambda s, w: "kept" + "".join(f" {index}" for index in s.list.kept),
    "change_names": change_names,
    "diff": diff,
    "mode": lambda s, w: s.list.set_mode(w.value(Mode)),
    "mark_scrolled": lambda s, w: s.list.mark_scrolled(),
    "set": set_settings,
    "settings": settings,
    "tune": tune,
    "tuning": tuning,
    "begin": begin,
    "finish": lambda s, w: s.fetch(w).finish(w.value(Outcome)),
    "outcome": lambda s, w: f"outcome {word(s.fetch(w).outcome)}",
    "retry": lambda s, w: s.list.retry_batch(w.value(End)),
    "reset": lambda s, w: s.list.reset_batch(w.value(End)),
    "mark_exhausted": lambda s, w: s.list.mark_exhausted(w.value(End)),
    "size": size,
    "item": lambda s, w: text_of(s.list.item(w.integer())),
    "item_at": lambda s, w: text_of(s.list.item_at(w.length())),
    "items_in": lambda s, w: pair("items", s.list.items_in(w.length(), w.length())),
    "rows": rows,
    "places": lambda s, w: "; ".join(["places", *map(text_of_place, s.list.places(*w.interval()))]),
    "unmeasured_rows": lambda s, w: pair("rows", s.list.unmeasured_rows(*w.interval())),
    "sections": lambda s, w: f"sections {s.list.section_count}",
    "section": lambda s, w: section_text(s.list.section(w.integer())),
    "section_of": lambda s, w: section_text(s.list.section_of_item(w.integer())),
    "row_of": lambda s, w: f"row {s.list.row_of_item(w.integer())}",
    "items_of_row": lambda s, w: pair("items", s.list.items_of_row(w.integer())),
    "pinned": pinned,
    "foresee": foresee,
    "preload_time": lambda s, w: s.list.add_preload_time(w.seconds()),
    "load": lambda s, w: (w.integer(), w.integer(), w.seconds()),
    "loaded": lambda s, w: (w.integer(), w.value(Outcome), w.seconds()),
    "state": lambda s, w: f"state {int(s.list.state(w.integer()))}",
    "states": lambda s, w: joined("states", s.list.states(*w.interval())),
    "validate": lambda s, w: s.list.validate(),
    "host": host,
}

HOST_COMMANDS = {
    "create": host_create,
    "set_options": lambda s, w: s.host.configure(**DEFAULTS | w.fields(OPTIONS)),
    "destroy": host_destroy,
    "tell_updates": tell_updates,
    "begin": host_begin,
    "measured": measured,
    "set_extents": set_extents,
    "wrote": lambda s, w: s.host.wrote(w.length()),
    "find": lambda s, w: f"node {s.host.find(w.integer())}",
    "keep": lambda s, w: s.host.keep(w.integer(), w.flag()),
    "renew": lambda s, w: s.host.renew(*w.interval()),
    "scroll_to": lambda s, w: s.host.scroll_to(w.integer(), w.fraction(), w.length(), w.flag()),
    "scroll_to_offset": lambda s, w: s.host.scroll_to_offset(w.length(), w.flag()),
    "validate": lambda s, w: s.host.validate(),
}

# -- what is printed --


def text_of(item):
    return (f"item {item.index} offset {ticks(item.offset)} extent {ticks(item.extent)}"
            + (" measured" if item.is_measured else "")
            + (" provisional" if item.is_provisional else ""))


def text_of_place(it):
    lane = "wide" if it.is_wide else "laneless" if it.lane is None else f"lane {it.lane}"
    return f"offset {ticks(it.offset)} extent {ticks(it.extent)} {lane}" + (" measured" if it.is_measured else "")


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
    yield " ".join(["items", pair("visible", update.visible)]
                   + [pair(word(kind), items) for kind, items in update.ranges.items()])
    yield "; ".join(
        f"{word(end)} {word(decision.answer)} remaining {ticks(decision.remaining)}"
        f" seconds {microseconds(decision.seconds)} {'near' if decision.is_near else 'far'}:"
        f" {decision.reason.text}" for end, decision in zip(End, (update.tail, update.head)))
    changes = update.changes
    yield "; ".join(
        [f"changes {len(changes)} removed {changes.removed_count} left {changes.left_count}"]
        + [f"{change.lower} {change.upper} from {change.before:d} to {change.after:d}"
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
        released, freed = step.released[0:step.released_count], step.freed[0:step.freed_count]
        yield joined("released", released) + joined(" freed", freed)


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
