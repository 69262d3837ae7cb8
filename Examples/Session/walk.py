#!/usr/bin/env python3
"""Prints a session in which a host at random scrolls, edits, measures and fetches.

    Examples/Session/walk.py --seed 1 --count 500

It plays the host on the Python caller, so it knows what the engine answers: it adds corrections to
its offset, fetches where it is told to, and finishes flights early, late and twice. Scripts/callers
--seed runs it; the end of session.txt is one such walk.
"""

import argparse
import random
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Python"))

import session  # noqa: E402

OUTCOMES = ["completed"] * 8 + ["failed"] * 6 + ["declined", "cancelled", "cancelled", "ended"]
SETTINGS = {
    "depth": [0, 0, 0, 1, 2, 3], "presence": ["on_screen"] * 4 + ["near", "away"],
    "pressure": ["normal"] * 3 + ["warning", "critical"],
    "short_content_policy": ["fetches", "after_scroll", "never"], "slack": [0, 0, 250, 1000],
    "direction_threshold": [960, 0, 48000], "leading_tail": [2000, 500, 0, 5000],
    "leading_head": [0, 1000, 2000], "extra_tail": [0, 48000, 1], "extra_head": [0, 96000, 7],
    "in_background": [0, 0, 0, 1], "insertion_pending": [0, 0, 0, 1],
    "host_decides_batches": [0, 0, 1], "sticks_to_end": [0, 0, 1], "uses_mean_estimate": [0, 0, 1],
}


class Walk:
    """A host of one list after the other."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.session = session.Session()
        self.time, self.flights = 0, 0

    def do(self, *words):
        """Carries out a command, prints it, and returns what the engine answers."""
        line = " ".join(map(str, words))
        print(line)
        return self.session.carry_out(session.Words(line))

    def create(self):
        self.columns = self.random.choice([1, 1, 1, 2, 5])
        self.offset, self.length = 0, self.random.choice([422400, 640000, 96001])
        self.visible, self.asks = (0, 0), []
        self.do("create", self.columns, self.random.choice([42240, 96000, 960, 100001]),
                self.random.choice([0, 0, 9600, 7]))
        self.do("insert", 0, self.random.choice([0, 3, 100, 5000, 10_000_000]))
        self.do("set", "leading_head", 1000)

    def count(self):
        return len(self.session.list)

    def interval(self, most):
        """Items somewhere, or around the viewport; now and then too many."""
        around = self.random.randrange(*self.visible) if self.visible[0] < self.visible[1] else 0
        lower = around if self.random.random() < 0.7 else self.random.randint(0, self.count())
        upper = lower + self.random.randint(0, most)
        if self.random.random() < 0.95:
            upper = max(lower, min(upper, self.count()))
        return lower, upper

    def extents(self):
        lengths = [self.random.choice([0, 1, 48000, self.random.randint(1, 400000)])
                   for _ in range(self.random.randint(1, 8))]
        return [-960] if self.random.random() < 0.02 else lengths

    def update(self, *keys):
        self.time += self.random.choice([16, 17, 17, 500, 5000])
        answer = self.do("update", self.offset, self.length, *keys, "time", self.time)
        found = re.match(r"offset -?\d+ correction (-?\d+).*\nitems visible (\d+) (\d+)", answer)
        if found:
            self.offset += int(found[1])
            self.visible = int(found[2]), int(found[3])
            self.asks = re.findall(r"^(tail|head) yes", answer, re.M)

    def scroll(self):
        pages = self.random.choice([0.02, 0.1, 0.4, 1, 3])
        self.offset += int(self.length * pages * self.random.choice([1, 1, -1]))
        keys = ["user", 1]
        if self.random.random() < 0.3:
            keys += ["velocity", self.random.choice([-1, 1]) * self.random.randint(0, 9600000)]
        if self.random.random() < 0.2:
            keys += ["landing", self.offset + self.random.randint(-2, 5) * self.length]
        if self.random.random() < 0.2:
            keys += ["held", 1]
        if self.random.random() < 0.1:
            keys += ["inset_start", 9600, "inset_end", self.random.choice([0, 48001])]
        if self.random.random() < 0.2:
            keys += ["jitter", self.random.randint(0, 1000)]
        self.update(*keys)

    def rest(self):
        if self.random.random() < 0.1:
            self.length = self.random.choice([0, 422400, 640000, 96001])
        if self.random.random() < 0.1:
            self.offset = self.random.randint(0, max(1, session.ticks(self.session.list.length)))
        self.update()

    def edit(self):
        kind = self.random.choice(["insert", "insert_measured", "remove", "move", "reload",
                                   "estimate"])
        at = self.random.choice([0, self.count(), self.interval(0)[0]])
        if kind == "insert":
            self.do(kind, at, self.random.choice([1, 1, 10, 50, 3000]))
        elif kind == "insert_measured":
            self.do(kind, at, *self.extents())
        elif kind == "move":
            lower, upper = self.interval(12)
            self.do(kind, lower, upper, self.random.randint(0, max(0, self.count() + lower - upper)))
        elif kind == "estimate":
            self.do(kind, self.random.choice([42240, 96000, 1, 960, 123457]))
        else:
            self.do(kind, *self.interval(self.random.choice([1, 10, 1000])))

    def measure(self):
        self.do("measure", self.interval(0)[0] // self.columns, *self.extents())

    def fetch(self):
        end = self.random.choice(self.asks or ["tail", "head"])
        act = self.random.choice(["begin"] * 12 + ["retry", "retry", "reset", "reset", "end"])
        if self.do(act, end).startswith("flight"):
            self.flights += 1

    def finish(self):
        if self.flights == 0:
            return
        number = max(1, self.flights - self.random.choice([0, 0, 0, 0, 1, 1, 9]))
        outcome = self.random.choice(OUTCOMES)
        if outcome == "completed" and self.random.random() < 0.7:
            self.do("insert", self.random.choice([0, self.count()]), self.random.randint(1, 30))
        self.do("finish", number, outcome)
        self.do("outcome", number)

    def set(self):
        act = self.random.choice(["set", "set", "set", "tune", "tunings", "mode", "promote"])
        mode = self.random.choice(["full", "minimum", "visible_only", "low_memory"])
        if act == "set":
            keys = self.random.sample(sorted(SETTINGS), self.random.randint(1, 3))
            pairs = [(key, self.random.choice(SETTINGS[key])) for key in keys]
            self.do(act, *(word for pair in pairs for word in pair))
        elif act == "tune":
            kind = self.random.choice(["display", "preload", "app_0", "app_2"])
            how = self.random.choice([["empty"], [2000, 500], [333, 1001], [0, 0]])
            self.do(act, mode, kind, *how)
            self.do("tuning", mode, kind)
        else:
            words = {"tunings": [self.random.choice(["list", "pager"])], "mode": [mode]}
            self.do(act, *words.get(act, []))

    def ask(self):
        offset = self.offset + self.random.randint(-self.length, self.length)
        self.do(*self.random.choice([
            ["size"], ["settings"], ["item", self.interval(0)[0]], ["item_at", offset],
            ["items_in", offset, offset + self.random.randint(0, 500000)],
            ["rows", *self.interval(6)], ["states", *self.interval(20)],
            ["state", self.interval(0)[0]], ["validate"]]))

    def aim(self):
        index = self.random.randint(0, self.count())
        answer = self.do("scroll_to", index, self.random.choice(["start", "center", "end",
                                                                  "nearest"]))
        if answer.startswith("offset") and self.random.random() < 0.7:
            self.offset = int(answer.split()[1])

    def run(self, count):
        acts = ([self.scroll] * 8 + [self.rest] * 4 + [self.edit] * 4 + [self.measure] * 4
                + [self.fetch] * 3 + [self.finish] * 5 + [self.set] * 2 + [self.ask] * 3 + [self.aim])
        for step in range(count):
            if step % 150 == 0:
                self.create()
            self.random.choice(acts)()
        self.do("validate")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="another seed is another session")
    parser.add_argument("--count", type=int, default=500, help="about how many commands")
    options = parser.parse_args()
    print(f"# A walk at random: Examples/Session/walk.py --seed {options.seed}"
          f" --count {options.count}")
    Walk(options.seed).run(options.count)


if __name__ == "__main__":
    main()
