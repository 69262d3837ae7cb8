"""Draws a photo's picture as SVG: mountains, in the light that its title names, and water."""

import random

# Above, in the middle, at the horizon, the sun, and the nearest land.
LIGHTS = {
    "First": ("#27406f", "#c9738a", "#ffd3a0", "#fff0cf", "#1c2440"),
    "Early": ("#6f9fd8", "#f3b9b3", "#ffe6bf", "#fff8e0", "#29415c"),
    "Golden": ("#3f6ea3", "#f0a95b", "#ffe3a1", "#fff6d6", "#3a2a2e"),
    "Amber": ("#5a3b6b", "#e2724a", "#ffc56b", "#ffe9b0", "#2c1a2b"),
    "Late": ("#2f2a5e", "#b2476f", "#ff9a62", "#ffd08a", "#1a1430"),
    "Evening": ("#1f2c5c", "#7c4f92", "#f28d7b", "#ffc9a0", "#141631"),
    "Last": ("#151b3f", "#4a3a7a", "#d0627c", "#ffb08a", "#0d1026"),
    "Silver": ("#7f95a8", "#b7c6cf", "#eef2f0", "#ffffff", "#2f4150"),
    "Pale": ("#a9c3d6", "#d8e2e4", "#f8f1e4", "#fffdf5", "#4a6070"),
    "Soft": ("#8fb3c9", "#cfd9de", "#f7e2d4", "#fff6ea", "#3b5363"),
    "Quiet": ("#5f8aa0", "#9dbfbf", "#e6ead0", "#fffbe2", "#20414a"),
    "Slow": ("#4f7d94", "#a5c0b0", "#f4e3b5", "#fff5d2", "#24423f"),
    "Winter": ("#5c86b8", "#a9c8e6", "#eaf3fb", "#ffffff", "#2c4468"),
    "Northern": ("#07152e", "#123a5a", "#3fa38f", "#d9fff0", "#061019"),
    "Blue": ("#0f2f6b", "#3a73b8", "#a8d3f0", "#f2fbff", "#0b1c3d"),
    "Summer": ("#1f7fd0", "#6fbdf0", "#d8f1fb", "#fffbe0", "#1d5a44"),
}
WATERS = ("harbour", "coast", "bay", "lighthouse", "lake", "bridge")
NIGHT = ("#050a1e", "#12224d", "#3b4f86", "#f4f1dc", "#040711")


def mixed(one, other, part):
    """A colour between two."""
    pairs = ((int(one[at:at + 2], 16), int(other[at:at + 2], 16)) for at in (1, 3, 5))
    return "#%02x%02x%02x" % tuple(round(a + (b - a) * part) for a, b in pairs)


def palette(title):
    light, thing, *_ = title.split()
    return NIGHT if thing == "stars" else LIGHTS[light]


def color(title):
    """What stands for the picture until it is there."""
    _, middle, _, _, land = palette(title)
    return mixed(middle, land, 0.35)


def ridge(dice, width, start, rough, steps=6):
    """Heights from left to right, each half-way between its neighbours but for a random part."""
    heights = [start + dice.uniform(-rough, rough), start + dice.uniform(-rough, rough)]
    for _ in range(steps):
        middles = [(a + b) / 2 + dice.uniform(-rough, rough) for a, b in zip(heights, heights[1:])]
        heights = [height for pair in zip(heights, middles) for height in pair] + heights[-1:]
        rough *= 0.52
    across = width / (len(heights) - 1)
    return [(at * across, height) for at, height in enumerate(heights)]


class Picture:
    def __init__(self, photo):
        self.dice = random.Random(photo["id"])
        self.width, self.height = photo["width"], photo["height"]
        self.high, self.middle, self.low, self.sun, self.land = palette(photo["title"])
        self.horizon = self.height * self.dice.uniform(0.52, 0.62)
        self.at = self.width * self.dice.uniform(0.18, 0.82)
        self.has_water = any(it in photo["title"] for it in WATERS)
        self.parts = []

    def add(self, text, *values):
        self.parts.append(text % values)

    def draw(self):
        self.sky()
        self.mountains(3 if self.has_water else 5, self.horizon if self.has_water else self.height)
        if self.has_water:
            self.water()
        return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">'
                % (self.width, self.height, self.width, self.height)
                + "".join(self.parts) + "</svg>").encode()

    def sky(self):
        up, size = self.horizon * self.dice.uniform(0.3, 0.8), self.height * 0.055
        self.add('<linearGradient id="sky" x2="0" y2="1"><stop stop-color="%s"/><stop offset=".6" '
                 'stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient>',
                 self.high, self.middle, self.low)
        self.add('<rect width="%d" height="%d" fill="%s"/>', self.width, self.height, self.low)
        self.add('<rect width="%d" height="%.0f" fill="url(#sky)"/>', self.width, self.horizon + 2)
        self.add('<radialGradient id="glow"><stop stop-color="%s" stop-opacity=".85"/><stop '
                 'offset="1" stop-color="%s" stop-opacity="0"/></radialGradient>', self.sun, self.sun)
        self.add('<circle cx="%.0f" cy="%.0f" r="%.0f" fill="url(#glow)"/>', self.at, up, size * 5)
        self.add('<circle cx="%.0f" cy="%.0f" r="%.0f" fill="%s"/>', self.at, up, size, self.sun)

    def mountains(self, count, bottom):
        """Far ones are pale, near ones dark."""
        for layer in range(count):
            part = (layer + 1) / count
            start = self.horizon + (bottom - self.horizon) * (part - 0.75 / count) * 0.85
            rough = self.height * (0.15 - 0.08 * part)
            points = ridge(self.dice, self.width, start - rough * 0.6, rough)
            line = "L".join("%.0f %.0f" % point for point in points)
            fill = mixed(self.low, self.land, 0.18 + 0.82 * part ** 1.3)
            self.add('<path d="M%sL%d %.0fH0Z" fill="%s"/>', line, self.width, bottom, fill)

    def water(self):
        deep = self.height - self.horizon
        self.add('<linearGradient id="water" x2="0" y2="1"><stop stop-color="%s"/><stop offset="1" '
                 'stop-color="%s"/></linearGradient>', mixed(self.low, self.middle, 0.35),
                 mixed(self.high, self.land, 0.35))
        self.add('<rect y="%.0f" width="%d" height="%.0f" fill="url(#water)"/>', self.horizon,
                 self.width, deep)
        for step in range(26):
            # Longer and farther apart toward the one who looks.
            part = (step / 26) ** 1.6
            across = self.at + self.dice.gauss(0, 1) * self.width * (0.02 + 0.1 * part) - 60 * part
            self.add('<rect x="%.0f" y="%.0f" width="%.0f" height="%.1f" fill="%s" opacity=".4"/>',
                     across, self.horizon + part * deep + 3, 24 + 130 * part, 1.5 + 4 * part, self.sun)


def picture(photo):
    """The same picture for the same photo."""
    return Picture(photo).draw()
