"""Makes a recording for `swift run replay` from the mouse wheel of somebody at work.

    python3 Examples/Replay/wheel.py SESSION… >wheel.txt
    swift run replay wheel.txt --latency 200 --sweep

Each SESSION is a file of the Balabit Mouse Dynamics Challenge: lines of record time, client time, button, state,
x and y, in which a notch is `Scroll`, `Up` or `Down`. A notch moves a list of 3,000 rows by 100 points, smoothed
as toolkits do; pauses are cut at 6 seconds. The hands are real, the list is invented.
"""

import csv
import math
import random
import sys

TICKS, FRAME, NOTCH, VIEWPORT = 960, 1 / 60, 100, 1000
ROWS, PAUSE_MAX, SMOOTHING = 3000, 6, 0.06


def notches(path):
    """The time and the direction of each; pauses are cut."""
    time, last = 0.0, None
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["button"] != "Scroll":
                continue
            at = float(row["client timestamp"])
            time += 0 if last is None else min(max(at - last, 0), PAUSE_MAX)
            last = at
            yield time, 1 if row["state"] == "Down" else -1


def show(offset, time, is_user_driven):
    print(f"update {round(offset * TICKS)} {VIEWPORT * TICKS} time {round(time * 1e6)} user {is_user_driven}")


def play(path, start):
    """Prints the updates of a session, from a time on; returns when it ends."""
    offset = target = length / 2
    time, left = 0.0, list(notches(path))
    left.reverse()
    show(offset, start, 0)
    while left or abs(target - offset) > 1:
        if abs(target - offset) <= 1:
            time = max(time, left[-1][0])
        while left and left[-1][0] <= time:
            target = min(max(target + NOTCH * left.pop()[1], 0), length - VIEWPORT)
        offset += (target - offset) * (1 - math.exp(-FRAME / SMOOTHING))
        time += FRAME
        show(offset, start + time, int(abs(target - offset) > 1))
    return start + time + 1


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    luck = random.Random(1)
    extents = [luck.uniform(80, 400) for _ in range(ROWS)]
    length = sum(extents)
    print(f"create 1 {round(length / ROWS * TICKS)} 0\ninsert 0 {ROWS}")
    for row in range(0, ROWS, 100):
        print("set_row_extents", row, *(round(extent * TICKS) for extent in extents[row:row + 100]))
    end = 0.0
    for session in sys.argv[1:]:
        end = play(session, end)
