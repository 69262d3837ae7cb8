"""Lists in lanes (masonry) in Chromium: where rows are, and that nothing jumps in any lane."""

import json
import unittest

from test_list import ListCase

# What is wrong with what is on screen, or ''; and what is seen of each item.
LOOK = """
  const { load } = await import('/Bindings/JavaScript/src/lanes.js');
  test.lanes = await load();
  test.wrong = () => {
    const { list, items, scroller, lengthOf } = test;
    const { engine, options: { spacing, columnGap = spacing, lanes, axis } } = list;
    const isRtl = document.dir === 'rtl' && axis !== 'horizontal';
    const breadth = axis === 'horizontal' ? list.container.offsetHeight : list.container.offsetWidth;
    const count = lanes.call ? lanes(breadth) : lanes;
    const part = (breadth - (count - 1) * columnGap) / count;
    const made = new Map(test.made().map((row) => [row.index, row]));
    const outer = scroller.getBoundingClientRect();
    const length = axis === 'horizontal' ? scroller.clientWidth : scroller.clientHeight;
    const { lower, upper } = list.latest.visible;
    const ends = [];
    const places = engine.places(lower, upper);
    // What is held back of a correction is the same for all.
    const one = test.made().find(({ index }) => index >= lower && index < upper && engine.state(index) & 8);
    const held = one ? places[one.index - lower].offset - list.offset - one.start : 0;
    for (let index = lower; index < upper; index++) {
      const { offset, extent, lane, isWide } = places[index - lower];
      const start = offset - list.offset - held;
      const isSeen = start < length - 0.05 && start + extent > 0.05;
      if (Math.abs(start - length) < 0.1 || Math.abs(start + extent) < 0.1) continue;
      if (isSeen !== Boolean(engine.state(index) & 8)) return `item ${index} at ${start} is ${isSeen ? 'not ' : ''}visible`;
      if (!isSeen) continue;
      if (lane < 0) return `item ${index} has no lane`;
      const row = made.get(index);
      if (!row) return `item ${index} has no element`;
      const box = list.element(index).getBoundingClientRect();
      let [across, wide] = axis === 'horizontal' ? [box.top - outer.top, box.height] : [box.left - outer.left, box.width];
      if (isRtl) across = list.container.getBoundingClientRect().right - box.right;
      if (Math.abs(row.start - start) > 0.05) return `item ${index} is at ${row.start}, not ${start}`;
      if (!test.isFree && Math.abs(row.end - row.start - lengthOf(row.number)) > 0.05) return `item ${index} is ${row.end - row.start}`;
      if (Math.abs(row.end - row.start - extent) > 0.05) return `item ${index} is ${row.end - row.start}, not ${extent}`;
      if (Math.abs(across - (isWide ? 0 : lane * (part + columnGap))) > 0.05) return `item ${index} of lane ${lane} is at ${across} across`;
      if (Math.abs(wide - (isWide ? breadth : part)) > 0.05) return `item ${index} is ${wide} wide`;
      for (let at = 0; at < count; at++) {
        if (!isWide && at !== lane) continue;
        if (row.start < ends[at] + spacing - 0.05) return `item ${index} is over one before it in lane ${at}`;
        ends[at] = row.end;
      }
    }
    const order = test.made().sort((a, b) => a.index - b.index).map(({ index }) => list.element(index));
    for (let at = 1; at < order.length; at++) {
      if (order[at].parentElement === order[at - 1].parentElement && !(order[at - 1].compareDocumentPosition(order[at]) & 4)) {
        return 'elements out of order';
      }
    }
    return '';
  };
  // Of what is seen, by number.
  test.look = () => test.seen().map(({ index, number, start, end }) => (
    { index, number, start, end, ...test.list.engine.places(index, index + 1)[0] }));
"""
LANES = "rangecore: test.lanes, lanes: 3, spacing: 10"


class Lanes(ListCase):
    def begin(self, options=f"{{ {LANES} }}", page="", surroundings="{}", touch=False):
        self.show(f"/Tests/Checks/Web/list.html{page}", touch)
        self.page.wait_for_function("window.isReady")
        self.run_js(LOOK)
        self.run_js(f"await test.begin({options}, {surroundings})")
        self.check()
        self.page.mouse.move(200, 250)

    def look(self):
        return {row["number"]: row for row in self.get("test.look()")}

    def jumps(self, script, but=()):
        """By how much what was seen in each lane before and after has moved: the most of each."""
        before = self.look()
        self.run_js(f"{script}; await test.rest()")
        self.check()
        after = self.look()
        lanes = {}
        for number in (before.keys() & after.keys()) - set(but):
            was, row = before[number], after[number]
            self.assertEqual((row["lane"], row["isWide"]), (was["lane"], was["isWide"]), f"item {number} has changed its lane")
            lanes[row["lane"]] = max(lanes.get(row["lane"], 0), abs(row["start"] - was["start"]))
        return lanes

    def hold_all(self, script, lanes=3, but=()):
        jumps = self.jumps(script, but)
        self.assertEqual(sorted(jumps), list(range(lanes)), f"not all lanes are seen: {script}")
        self.assertLess(max(jumps.values()), 0.05, f"{jumps} px: {script}")

    def go(self, offset):
        self.run_js(f"test.list.scrollToOffset({offset}); await test.rest()")
        self.check()

    def test_items_are_in_lanes_of_which_each_goes_on_where_it_ends(self):
        self.begin(f"{{ {LANES}, count: 200 }}")
        seen = self.look()
        self.assertEqual([seen[number]["lane"] for number in (0, 1, 2)], [0, 1, 2])
        # The first ones are 30, 67 and 43 long.
        for number in range(3, 12):
            before = max((row for row in seen.values() if row["index"] < number and row["lane"] == seen[number]["lane"]),
                         key=lambda row: row["index"])
            self.assertAlmostEqual(seen[number]["start"], before["end"] + 10, delta=0.05)

    def test_nothing_jumps_in_any_lane(self):
        self.begin()
        self.go(20_000)
        for script in ("test.insert(0, 50)", "test.remove(0, 37)", "test.insert(7, 1)", "test.move(0, 5, 20)"):
            self.hold_all(script)

    def test_what_is_measured_above_moves_nothing(self):
        self.begin(f"{{ {LANES}, estimate: 20 }}")
        # From far away, so that nothing above was measured; then up, in which rows come in that were not.
        self.run_js("test.list.scrollTo(5000, { align: 'start' }); await test.rest()")
        self.check()
        for _ in range(12):
            before = self.look()
            offset = self.get("test.list.offset")
            self.page.mouse.wheel(0, -120)
            self.rest(0.06)
            self.check()
            after = self.look()
            moved = {round(after[number]["start"] - before[number]["start"], 1) for number in before.keys() & after.keys()}
            self.assertEqual(len(moved), 1, f"by several numbers: {moved}, at {offset}")

    def test_what_grows_above_moves_nothing(self):
        self.begin(f"{{ {LANES} }}")
        self.go(3000)
        above = self.get("test.made().filter(({ end }) => end < 0).map(({ number }) => number)")
        self.assertGreater(len(above), 5)
        self.run_js("test.isFree = true")
        for number in above[-5:]:
            self.hold_all(f"document.querySelector('[data-number=\"{number}\"]').style.minHeight = '140px'")

    def test_headers_are_wide(self):
        self.begin(f"{{ {LANES}, headers: [0, 20, 47] }}")
        seen = self.look()
        self.assertTrue(seen[0]["isWide"])
        self.go(800)
        self.assertIn(True, [row["isWide"] for row in self.look().values()])
        self.run_js("test.list.engine.setWide(60, 61); test.list.update(); test.list.scrollTo(60, { align: 'start' }); await test.rest()")
        self.check()
        self.assertTrue(self.look()[60]["isWide"])

    def test_another_breadth_makes_other_lanes(self):
        self.begin("{ rangecore: test.lanes, lanes: (breadth) => Math.max(1, Math.floor(breadth / 120)), spacing: 10 }")
        self.go(9000)
        # To where lanes are not level.
        self.page.mouse.wheel(0, 500)
        self.rest()
        for width, lanes in ((520, 4), (130, 1), (280, 2), (400, 3)):
            # The item that starts last at the viewport's start or before it.
            first = max((row for row in self.look().values() if row["start"] <= 0), key=lambda row: (row["start"], -row["index"]))
            self.run_js(f"test.scroller.style.width = '{width}px'; await test.rest(4)")
            self.check()
            self.assertEqual(len({row["lane"] for row in self.look().values()}), lanes)
            there = self.look()
            self.assertIn(first["number"], there)
            self.assertAlmostEqual(there[first["number"]]["start"], first["start"], delta=0.05)

    def test_a_list_can_change_between_lanes_and_columns(self):
        self.begin()
        self.go(4000)
        lower = self.get("test.list.latest.visible.lower")
        self.run_js("test.list.setOptions({ lanes: undefined, columns: 3 }); await test.rest()")
        starts = "new Set(test.seen().map(({ start }) => Math.round(start))).size"
        self.assertLess(self.get(starts), len(self.seen()) / 2)
        self.run_js("""const { engine } = test.list, { setLanes, setLayout } = engine;
          test.layouts = 0;
          engine.setLanes = (...given) => { test.layouts++; setLanes.apply(engine, given); };
          engine.setLayout = (...given) => { test.layouts++; setLayout.apply(engine, given); };""")
        self.run_js("test.list.setOptions({ lanes: 3 }); await test.rest()")
        self.assertEqual(self.get("test.layouts"), 1)
        self.assertGreater(self.get(starts), len(self.seen()) / 2)
        self.check()
        self.assertLess(abs(self.get("test.list.latest.visible.lower") - lower), 6)
        self.run_js("test.list.setOptions({ spacing: 24 }); await test.rest()")
        self.check()
        self.run_js("test.list.setOptions({ lanes: 2, spacing: 8 }); await test.rest()")
        self.check()
        self.assertEqual(self.get("test.layouts"), 3)
        self.assertEqual(len({row["lane"] for row in self.look().values()}), 2)

    def test_lanes_across_and_from_right_to_left(self):
        for options, around in (("axis: 'horizontal'", "{}"), ("axis: 'horizontal'", "{ dir: 'rtl' }"), ("", "{ dir: 'rtl' }")):
            self.begin(f"{{ {LANES}, {options} }}", surroundings=around)
            self.go(5000)
            self.hold_all("test.insert(0, 20)")

    def test_random_edits_move_nothing_that_is_not_edited(self):
        self.begin()
        self.go(6000)
        for step in range(25):
            lower = self.get("test.list.latest.visible.lower")
            at = (step * 7919) % max(1, lower - 40)
            script = (f"test.insert({at}, 3)", f"test.remove({at}, {at} + 4)", f"test.move({at}, {at} + 2, {at // 2})",
                      "test.scroller.scrollBy(0, 90)")[step % 4]
            if "scrollBy" in script:
                self.run_js(f"{script}; await test.rest()")
                self.check()
            else:
                self.hold_all(script)

    def test_arrow_keys_go_to_the_neighbour_on_the_screen(self):
        self.begin(f"{{ {LANES}, headers: [12] }}")
        self.run_js("const { roveFocus } = await import('/Bindings/JavaScript/src/access.js'); roveFocus(test.list)")
        self.run_js("test.list.element(4).focus()")

        def press(key):
            self.page.keyboard.press(key)
            self.run_js("await test.rest()")
            return self.get("test.list.indexOf(document.activeElement)")

        places = self.get("test.list.engine.places(0, 40)")

        def beside(index, key):
            here = places[index]
            end = here["offset"] + here["extent"]
            others = [at for at, other in enumerate(places) if at != index]
            if key in ("ArrowDown", "ArrowUp"):
                is_down = key == "ArrowDown"
                mine = [at for at in others if (places[at]["isWide"] or here["isWide"] or places[at]["lane"] == here["lane"])
                        and (places[at]["offset"] > here["offset"] if is_down else places[at]["offset"] < here["offset"])]
                return min(mine, key=lambda at: abs(places[at]["offset"] - here["offset"])) if mine else index
            lane = here["lane"] + (1 if key == "ArrowRight" else -1)
            mine = [at for at in others if places[at]["lane"] == lane and not places[at]["isWide"]]
            if here["isWide"] or not mine:
                return index
            return max(mine, key=lambda at: min(end, places[at]["offset"] + places[at]["extent"]) - max(here["offset"], places[at]["offset"]))

        index = 4
        for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowDown",
                    "ArrowDown", "ArrowDown", "ArrowUp"):
            wanted = beside(index, key)
            self.assertEqual(press(key), wanted, f"{key} from {index}: {json.dumps(places[:20])}")
            index = wanted

    def test_it_is_a_list_to_assistive_technology(self):
        self.begin(f"{{ {LANES}, count: 100 }}")
        told = self.get("""[...test.list.container.children].filter((it) => it.dataset.number)
          .map((it) => [it.role, it.ariaPosInSet, it.ariaSetSize, it.dataset.number])""")
        # In the order of the items, whatever their lanes.
        self.assertEqual(told, [["listitem", str(at + 1), "100", str(at)] for at in range(len(told))])
        self.assertGreater(len(told), 20)

    def test_a_module_without_lanes_says_which_has_them(self):
        self.begin()
        told = self.get("""test.begin({ lanes: 3 }).then(() => '', ({ message }) => message)""")
        self.assertEqual(told, "lanes: this module is built without rc_list_set_lanes: load that of 'rangecore/lanes'")
        self.show("/Tests/Checks/Web/list.html")
        self.page.wait_for_function("window.isReady")
        told = self.get("""test.begin({ lanes: 3 }).then(() => '', ({ message }) => message)""")
        self.assertEqual(told, "lanes: this module is built without lanes: load that of 'rangecore/lanes'")


if __name__ == "__main__":
    unittest.main()
