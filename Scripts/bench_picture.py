"""Draws time against size, as Scripts/bench measured it.

    bench_picture.py LINES.json PICTURE.svg

Four panels on logarithmic axes, the engine and what it is measured beside. The colours are legible
on light and dark pages alike.
"""

import json
import math
import sys

PANELS = [
    ("item at a random offset", "Find the item at a random offset"),
    ("scroll step, four boundaries", "Scroll by 37 points: four boundaries"),
    ("measure one at random, lookup", "Measure one item, then find one"),
    ("insert 50 at random, lookup", "Insert 50 items, then find one"),
]
WIDTH, HEIGHT = 380, 260
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 52, 36
STYLE = """
  text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #57606a }
  .title { font-size: 13px; font-weight: 600; fill: #24292f }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .ours, .beside { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .ours { stroke: #0969da } .beside { stroke: #bc6c00 }
  .dot-ours { fill: #0969da } .dot-beside { fill: #bc6c00 }
  .name-ours { fill: #0969da; font-weight: 600 } .name-beside { fill: #bc6c00; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .title { fill: #f0f6fc } .grid { stroke: #3d444d }
    .ours { stroke: #4493f8 } .beside { stroke: #e3a047 }
    .dot-ours { fill: #4493f8 } .dot-beside { fill: #e3a047 }
    .name-ours { fill: #4493f8 } .name-beside { fill: #e3a047 }
  }
"""


def time_text(power):
    unit, shift = [("ns", 0), ("µs", 3), ("ms", 6), ("s", 9)][max(0, min(3, power // 3))]
    return f"{10 ** (power - shift)} {unit}"


def superscript(number):
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))


class Panel:
    """One operation; positions are within the panel."""

    def __init__(self, title, rows):
        self.title = title
        self.rows = sorted(rows, key=lambda row: row["items"])
        times = [row[key] for row in rows for key in ("ns", "beside_ns")]
        self.low = math.floor(math.log10(min(times)))
        self.high = max(math.ceil(math.log10(max(times))), self.low + 1)
        sizes = [math.log10(row["items"]) for row in rows]
        self.first, self.last = min(sizes), max(max(sizes), min(sizes) + 1)

    def x(self, items):
        share = (math.log10(items) - self.first) / (self.last - self.first)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, ns):
        share = (math.log10(ns) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def grid(self):
        for power in range(self.low, self.high + 1):
            y = self.y(10 ** power)
            yield f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
            yield (f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">'
                   f"{time_text(power)}</text>")
        for power in range(math.ceil(self.first), math.floor(self.last) + 1):
            yield (f'<text x="{self.x(10 ** power):.1f}" y="{HEIGHT - BOTTOM + 18}" '
                   f'text-anchor="middle">{superscript(power)}</text>')

    def curve(self, key, kind):
        points = [(self.x(row["items"]), self.y(row[key])) for row in self.rows]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path class="{kind}" d="M{path}"/>'
        for x, y in points:
            yield f'<circle class="dot-{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'

    def names(self):
        x = LEFT
        for kind, text in (("ours", "RangeCore"), ("beside", self.rows[-1]["beside"])):
            yield f'<circle class="dot-{kind}" cx="{x + 4}" cy="{TOP - 16}" r="4"/>'
            yield f'<text class="name-{kind}" x="{x + 13}" y="{TOP - 12}">{text}</text>'
            x += 105

    def draw(self, x, y):
        yield f'<g transform="translate({x} {y})">'
        yield f'<text class="title" x="{LEFT}" y="20">{self.title}</text>'
        yield from self.grid()
        yield from self.curve("beside_ns", "beside")
        yield from self.curve("ns", "ours")
        yield from self.names()
        yield "</g>"


def draw(lines):
    width, height = 2 * WIDTH, 2 * HEIGHT + 10
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'width="{width}" height="{height}" role="img" '
           'aria-label="Time of four operations against the number of items">')
    yield f"<style>{STYLE}</style>"
    for at, (name, title) in enumerate(PANELS):
        rows = [line for line in lines
                if line["name"] == name and line["section"].endswith("items, all measured")]
        if rows:
            yield from Panel(title, rows).draw(at % 2 * WIDTH, at // 2 * HEIGHT)
    yield "</svg>"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = json.load(file)["lines"]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(draw(lines)) + "\n")


main()
