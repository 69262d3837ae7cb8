"""Draws a photo's picture as SVG: the light, the weather and the place that its title names."""

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


def smooth(dice, width, start, rough, count=5):
    """A rolling line: the same, but round."""
    points = [(width * at / count, start + dice.uniform(-rough, rough)) for at in range(count + 1)]
    parts = ["%.0f %.0f" % points[0]]
    for (x, y), (next_x, next_y) in zip(points, points[1:]):
        middle = (x + next_x) / 2
        parts.append("C%.0f %.0f %.0f %.0f %.0f %.0f" % (middle, y, middle, next_y, next_x, next_y))
    return "M" + "".join(parts)


class Picture:
    def __init__(self, photo):
        self.dice = random.Random(photo["id"])
        self.width, self.height = photo["width"], photo["height"]
        self.title = photo["title"]
        self.thing = self.title.split()[1]
        self.high, self.middle, self.low, self.sun, self.land = palette(self.title)
        self.horizon = self.height * self.dice.uniform(0.52, 0.62)
        self.parts = []

    def add(self, text, *values):
        self.parts.append(text % values)

    def polygon(self, points, fill, end=None, opacity=1):
        line = "L".join("%.0f %.0f" % point for point in points)
        self.add('<path d="M%sL%.0f %.0fH%.0fZ" fill="%s" opacity="%.2f"/>', line, points[-1][0],
                 end or self.height, points[0][0], fill, opacity)

    def draw(self):
        self.sky()
        if any(word in self.title for word in ("harbour", "coast", "bay", "lighthouse")):
            self.sea()
        elif "lake" in self.title or "bridge" in self.title:
            self.mountains(3, self.horizon)
            self.water()
        elif "dunes" in self.title:
            self.dunes()
        elif "pines" in self.title or "home" in self.title:
            self.mountains(3, self.height * 0.85)
            self.forest()
        else:
            self.mountains(5, self.height)
        self.weather()
        return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">'
                % (self.width, self.height, self.width, self.height)
                + "".join(self.parts) + "</svg>").encode()

    def sky(self):
        dice, width, horizon = self.dice, self.width, self.horizon
        self.add('<linearGradient id="sky" x2="0" y2="1"><stop stop-color="%s"/><stop offset=".6" '
                 'stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient>',
                 self.high, self.middle, self.low)
        self.add('<rect width="%d" height="%d" fill="%s"/>', width, self.height, self.low)
        self.add('<rect width="%d" height="%.0f" fill="url(#sky)"/>', width, horizon + 2)
        if self.thing == "stars" or self.high == LIGHTS["Northern"][0]:
            for _ in range(70):
                self.add('<circle cx="%.0f" cy="%.0f" r="%.1f" fill="#fff" opacity="%.2f"/>',
                         dice.uniform(0, width), dice.uniform(0, horizon), dice.uniform(0.8, 2.6),
                         dice.uniform(0.3, 1))
        if self.high == LIGHTS["Northern"][0]:
            self.aurora()
        self.at = width * dice.uniform(0.18, 0.82)
        up = horizon * dice.uniform(0.3, 0.8)
        size = self.height * (0.07 if self.thing == "sun" else 0.045)
        self.add('<radialGradient id="glow"><stop stop-color="%s" stop-opacity=".85"/><stop '
                 'offset="1" stop-color="%s" stop-opacity="0"/></radialGradient>', self.sun, self.sun)
        self.add('<circle cx="%.0f" cy="%.0f" r="%.0f" fill="url(#glow)"/>', self.at, up, size * 5)
        self.add('<circle cx="%.0f" cy="%.0f" r="%.0f" fill="%s"/>', self.at, up, size, self.sun)
        for _ in range(dice.randint(4, 7) if self.thing == "clouds" else dice.randint(0, 2)):
            self.cloud(dice.uniform(0, width), dice.uniform(0.12, 0.75) * horizon)

    def aurora(self):
        dice = self.dice
        self.add('<linearGradient id="aurora" x2="0" y2="1"><stop stop-color="#7b5cff" '
                 'stop-opacity="0"/><stop offset=".6" stop-color="#46f0b0" stop-opacity=".6"/>'
                 '<stop offset="1" stop-color="#46f0b0" stop-opacity="0"/></linearGradient>')
        for _ in range(3):
            top = self.horizon * dice.uniform(0, 0.35)
            line = smooth(dice, self.width, top, self.height * 0.12, 4)
            self.add('<path d="%sV%.0fH0Z" fill="url(#aurora)"/>', line, self.horizon)

    def cloud(self, across, up):
        size = self.height * self.dice.uniform(0.03, 0.06)
        fill = mixed(self.low, "#ffffff", 0.35)
        for at in range(5):
            self.add('<ellipse cx="%.0f" cy="%.0f" rx="%.0f" ry="%.0f" fill="%s" opacity=".42"/>',
                     across + (at - 2) * size * 1.25, up + self.dice.uniform(-0.3, 0.2) * size,
                     size * self.dice.uniform(1.2, 2), size * self.dice.uniform(0.35, 0.6), fill)

    def mountains(self, count, bottom):
        """Far ones are pale, near ones dark."""
        for layer in range(count):
            part = (layer + 1) / count
            start = self.horizon + (bottom - self.horizon) * (part - 0.75 / count) * 0.85
            rough = self.height * (0.15 - 0.08 * part)
            points = ridge(self.dice, self.width, start - rough * 0.6, rough)
            fill = mixed(self.low, self.land, 0.18 + 0.82 * part ** 1.3)
            top = min(y for _, y in points)
            light = "#ffffff" if self.thing == "snow" else self.low
            self.add('<linearGradient id="m%d" gradientUnits="userSpaceOnUse" x2="0" y1="%.0f" '
                     'y2="%.0f"><stop stop-color="%s"/><stop offset="1" stop-color="%s"/>'
                     '</linearGradient>', layer, top, top + self.height * 0.3,
                     mixed(fill, light, 0.75 if self.thing == "snow" else 0.28), fill)
            self.polygon(points, "url(#m%d)" % layer, bottom)

    def water(self):
        dice = self.dice
        self.add('<linearGradient id="water" x2="0" y2="1"><stop stop-color="%s"/><stop offset="1" '
                 'stop-color="%s"/></linearGradient>', mixed(self.low, self.middle, 0.35),
                 mixed(self.high, self.land, 0.35))
        deep = self.height - self.horizon
        self.add('<rect y="%.0f" width="%d" height="%.0f" fill="url(#water)"/>', self.horizon,
                 self.width, deep)
        for step in range(26):
            # Longer and farther apart toward the one who looks.
            part = (step / 26) ** 1.6
            near = abs(dice.gauss(0, 1))
            self.add('<rect x="%.0f" y="%.0f" width="%.0f" height="%.1f" rx="2" fill="%s" '
                     'opacity="%.2f"/>', self.at + dice.gauss(0, 1) * self.width * (0.02 + 0.1 * part)
                     - 60 * part - 12, self.horizon + part * deep + 3, 24 + 130 * part,
                     1.5 + 4 * part, self.sun, 0.75 / (1 + near))

    def sea(self):
        dice, width = self.dice, self.width
        self.mountains(1, self.horizon)
        self.water()
        if "lighthouse" in self.title or "harbour" in self.title:
            foot, size = width * dice.choice((0.16, 0.84)), self.height * 0.24
            base = self.horizon + self.height * 0.06
            points = [(foot - width * 0.2, base + self.height * 0.1), (foot - width * 0.07, base),
                      (foot + width * 0.06, base - 6), (foot + width * 0.2, base + self.height * 0.1)]
            self.polygon(points, self.land, base + self.height * 0.1)
            self.add('<path d="M%.0f %.0fl%.0f %.0fh%.0fl%.0f %.0fz" fill="%s"/>', foot - size * 0.09,
                     base, size * 0.03, -size, size * 0.12, size * 0.03, size,
                     mixed("#f4efe6", self.land, 0.25))
            self.add('<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="%s"/>',
                     foot - size * 0.07, base - size * 1.12, size * 0.14, size * 0.12, self.sun)
        else:
            for _ in range(dice.randint(1, 3)):
                size = self.height * dice.uniform(0.04, 0.1)
                self.add('<path d="M%.0f %.0fl%.0f %.0fv%.0fz" fill="%s"/>',
                         dice.uniform(0.1, 0.9) * width, self.horizon + size * 0.6, size * 0.55,
                         -size, size, mixed("#ffffff", self.low, 0.3))
        line = smooth(dice, width, self.height * 0.93, self.height * 0.03)
        self.add('<path d="%sV%dH0Z" fill="%s"/>', line, self.height, self.land)

    def dunes(self):
        sand = mixed(self.low, "#e0b070", 0.55)
        for layer in range(4):
            line = smooth(self.dice, self.width, self.horizon + self.height * (0.02 + 0.12 * layer),
                          self.height * 0.05, 3)
            self.add('<path d="%sV%dH0Z" fill="%s"/>', line, self.height,
                     mixed(sand, mixed(self.land, "#5a3418", 0.5), 0.08 + 0.2 * layer))

    def forest(self):
        dice = self.dice
        for layer, (base, size) in enumerate(((0.78, 0.13), (0.9, 0.19), (1.02, 0.28))):
            fill = mixed(self.low, self.land, 0.6 + 0.2 * layer)
            start = self.height * base
            across, parts = -20.0, []
            while across < self.width + 20:
                tall = self.height * size * dice.uniform(0.6, 1)
                wide = tall * 0.3
                parts.append("M%.0f %.0fl%.0f %.0fh%.0fl%.0f %.0fh%.0fl%.0f %.0fh%.0fl%.0f %.0fz" % (
                    across, start - tall, wide * 0.5, tall * 0.4, -wide * 0.2, wide * 0.5,
                    tall * 0.6, -wide * 1.6, wide * 0.5, -tall * 0.6, -wide * 0.2, wide * 0.5,
                    -tall * 0.4))
                across += wide * dice.uniform(0.55, 1.1)
            self.add('<path d="%sM0 %.0fH%dV%dH0Z" fill="%s"/>', "".join(parts), start - 2, self.width,
                     self.height, fill)

    def weather(self):
        dice, width, height = self.dice, self.width, self.height
        if self.thing == "snow":
            for _ in range(90):
                self.add('<circle cx="%.0f" cy="%.0f" r="%.1f" fill="#fff" opacity="%.2f"/>',
                         dice.uniform(0, width), dice.uniform(0, height), dice.uniform(1.5, 5),
                         dice.uniform(0.4, 0.95))
        elif self.thing == "rain":
            lines = "".join("M%.0f %.0fl-9 42" % (dice.uniform(0, width + 40), dice.uniform(-40, height))
                            for _ in range(110))
            self.add('<path d="%s" stroke="#fff" stroke-width="1.6" opacity=".35"/>', lines)
        elif self.thing == "fog":
            for layer in range(4):
                line = smooth(dice, width, height * (0.5 + 0.1 * layer), height * 0.03)
                self.add('<path d="%sl0 %.0fL0 %.0fZ" fill="%s" opacity=".32"/>', line, height * 0.13,
                         height * (0.63 + 0.1 * layer), mixed(self.low, "#ffffff", 0.5))
        elif self.thing in ("wind", "tide", "light"):
            for _ in range(dice.randint(3, 8)):
                x, y = dice.uniform(0.1, 0.9) * width, dice.uniform(0.1, 0.45) * height
                size = dice.uniform(8, 18)
                self.add('<path d="M%.0f %.0fq%.0f %.0f %.0f 0q%.0f %.0f %.0f 0" fill="none" '
                         'stroke="%s" stroke-width="2.4" stroke-linecap="round"/>', x, y, size * 0.5,
                         -size * 0.6, size, size * 0.5, -size * 0.6, size, self.land)


def picture(photo):
    """The same picture for the same photo."""
    return Picture(photo).draw()
