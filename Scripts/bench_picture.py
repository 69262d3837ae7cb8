"""Draws time against size, as Scripts/bench measured it.

    bench_picture.py LINES.json PICTURE.svg

Six panels on logarithmic axes, the engine and what it is measured beside. The picture has a ground
of its own, light or dark as the reader's system is, so that no page behind it matters.
"""

import json
import math
import sys

PANELS = [
    ("item at a random offset", "Find the item at a random offset"),
    ("measure one at random, lookup", "Measure one item, then find one"),
    ("insert 50 at random, lookup", "Insert 50 items, then find one"),
    ("scroll step, four boundaries", "Scroll by 37 points: four edges"),
    ("page down, measure 8, four boundaries", "Page down, measure 8 items"),
    ("update while scrolling", "A whole update while scrolling"),
]
COLUMNS, WIDTH, HEIGHT = 3, 300, 230
LEFT, RIGHT, TOP, BOTTOM = 58, 54, 58, 30
MARGIN, FOOT = 6, 26
STYLE = """
  .ground { fill: #ffffff; stroke: #d0d7de }
  text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #57606a }
  .title { font-size: 13px; font-weight: 600; fill: #1f2328 }
  .grid { stroke: #d8dee4; stroke-width: 1 }
  .ours, .beside { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .ours { stroke: #0969da } .beside { stroke: #a85f00 }
  .dot-ours { fill: #0969da } .dot-beside { fill: #a85f00 }
  .name-ours { fill: #0969da; font-weight: 600 } .name-beside { fill: #a85f00; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #3d444d }
    text { fill: #9198a1 } .title { fill: #f0f6fc } .grid { stroke: #30363d }
    .ours { stroke: #4493f8 } .beside { stroke: #e3a047 }
    .dot-ours { fill: #4493f8 } .dot-beside { fill: #e3a047 }
    .name-ours { fill: #4493f8 } .name-beside { fill: #e3a047 }
  }
"""


def time_text(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1)):
        if ns >= size * 0.9995:
            break
    value = ns / size
    return f"{value:.0f} {unit}" if value >= 9.95 or value == 1 else f"{value:.1f} {unit}"


def superscript(number):
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))


class Panel:
    """One operation; positions are within the panel."""

    def __init__(self, title, rows):
        self.title = title
        self.rows = sorted(rows, key=lambda row: row["items"])
        times = [math.log10(row[key]) for row in rows for key in ("ns", "beside_ns")]
        # Half decades, and two decades at least, so that a flat curve looks flat.
        self.low, self.high = math.floor(min(times) * 2) / 2, math.ceil(max(times) * 2) / 2
        while self.high - self.low < 2:
            self.low, self.high = self.low - 0.5, self.high + 0.5
        sizes = [math.log10(row["items"]) for row in rows]
        self.first, self.last = min(sizes), max(max(sizes), min(sizes) + 1)

    def x(self, items):
        share = (math.log10(items) - self.first) / (self.last - self.first)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, ns):
        share = (math.log10(ns) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def grid(self):
        for power in range(math.ceil(self.low), math.floor(self.high) + 1):
            y = self.y(10 ** power)
            yield f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
            yield (f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">'
                   f"{time_text(10.0 ** power)}</text>")
        for power in range(math.ceil(self.first), math.floor(self.last) + 1):
            yield (f'<text x="{self.x(10 ** power):.1f}" y="{HEIGHT - BOTTOM + 18}" '
                   f'text-anchor="middle">{superscript(power)}</text>')

    def curve(self, key, kind):
        points = [(self.x(row["items"]), self.y(row[key])) for row in self.rows]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path class="{kind}" d="M{path}"/>'
        for x, y in points:
            yield f'<circle class="dot-{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>'

    def ends(self):
        """The times of the longest list, beside the curves' ends."""
        ends = sorted((self.y(self.rows[-1][key]), self.rows[-1][key], kind)
                      for key, kind in (("ns", "ours"), ("beside_ns", "beside")))
        apart = max(0, 14 - (ends[1][0] - ends[0][0])) / 2
        for (y, ns, kind), shift in zip(ends, (-apart, apart)):
            yield (f'<text class="name-{kind}" x="{WIDTH - RIGHT + 7}" y="{y + shift + 4:.1f}">'
                   f"{time_text(ns)}</text>")

    def names(self):
        x = LEFT
        for kind, text in (("ours", "RangeCore"), ("beside", self.rows[-1]["beside"])):
            yield f'<circle class="dot-{kind}" cx="{x + 4}" cy="{TOP - 20}" r="4"/>'
            yield f'<text class="name-{kind}" x="{x + 13}" y="{TOP - 16}">{text}</text>'
            x += 96

    def draw(self, x, y):
        yield f'<g transform="translate({x} {y})">'
        yield f'<text class="title" x="{LEFT}" y="22">{self.title}</text>'
        yield from self.grid()
        yield from self.curve("beside_ns", "beside")
        yield from self.curve("ns", "ours")
        yield from self.ends()
        yield from self.names()
        yield "</g>"

    def said(self):
        row = self.rows[-1]
        return (f"{self.title}: {time_text(row['ns'])} in a list of {row['items']:,} items, "
                f"{time_text(row['beside_ns'])} with {row['beside']}.")


def draw(lines):
    panels = []
    for name, title in PANELS:
        rows = [line for line in lines
                if line["name"] == name and line["section"].endswith("items, all measured")]
        if rows:
            panels.append(Panel(title, rows))
    width = COLUMNS * WIDTH + 2 * MARGIN
    height = math.ceil(len(panels) / COLUMNS) * HEIGHT + 2 * MARGIN + FOOT
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'width="{width}" height="{height}" role="img" aria-labelledby="title desc">')
    yield '<title id="title">Time of six operations against the number of items</title>'
    yield f'<desc id="desc">{" ".join(panel.said() for panel in panels)}</desc>'
    yield f"<style>{STYLE}</style>"
    yield (f'<rect class="ground" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" '
           'rx="6"/>')
    for at, panel in enumerate(panels):
        yield from panel.draw(MARGIN + at % COLUMNS * WIDTH, MARGIN + at // COLUMNS * HEIGHT)
    yield (f'<text x="{width / 2}" y="{height - MARGIN - 10}" text-anchor="middle">'
           "time of one operation against the number of items, both logarithmic; less is better"
           "</text>")
    yield "</svg>"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = json.load(file)["lines"]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(draw(lines)) + "\n")


main()
