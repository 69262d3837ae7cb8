"""The npm package, of the files that `npm pack` takes, in Node.js and in Chromium: it has what its README shows."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from feed import REPOSITORY
from test_list import BUILD, ListCase

# A list in Node.js, without elements.
PINS = """
import { load } from 'rangecore/%s';
const list = (await load()).list({ estimate: 50 });
list.setSettings({ pinsHeaders: true });
list.insert(0, 1000);
list.markHeader(0);
list.markHeader(100);
list.update({ offset: 4980, length: 500 });
console.log(JSON.stringify(list.pinnedHeader()));
"""
PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>#messages { height: 500px; overflow: auto; }</style><div id="messages"></div>
<script type="importmap">{"imports": %s}</script><script type="module">
  import { load as loadLists, VirtualList } from 'rangecore/dom';
  import { load as loadPreloads } from 'rangecore/preload';
  const load = new URL(location).searchParams.has('preload') ? loadPreloads : loadLists;
  const list = new VirtualList(document.querySelector('#messages'), {
    rangecore: await load(), count: 1000, headers: [0, 100, 200], estimate: 50,
    render: (index) => Object.assign(document.createElement('div'), {
      textContent: `item ${index}`, style: 'height: 50px; background: white' }),
  });
  list.scrollTo(130, { align: 'start' });
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  window.list = list;
</script>"""


class Package(ListCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        BUILD.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(dir=BUILD, prefix="package-")
        cls.addClassCleanup(folder.cleanup)
        cls.app = Path(folder.name)
        # Not by npm, which builds the modules again. Tests/Checks/Packages has it do all of that.
        binding, installed = REPOSITORY / "Bindings/JavaScript", cls.app / "node_modules/rangecore"
        package = json.loads((binding / "package.json").read_text())
        installed.mkdir(parents=True)
        for name in ("package.json", *package["files"]):
            place = shutil.copytree if (binding / name).is_dir() else shutil.copy
            place(binding / name, installed / name)
        cls.exports = package["exports"]

    def prepare(self, page):
        start = "/" + str((self.app / "node_modules/rangecore").relative_to(REPOSITORY))
        imports = {"rangecore" + name[1:]: start + place["default"][1:]
                   for name, place in self.exports.items() if isinstance(place, dict)}
        page.route("**/package.html*", lambda route: route.fulfill(
            content_type="text/html", body=PAGE % json.dumps(imports)))

    def test_it_pins_headers_in_node(self):
        for module in ("dom", "preload"):
            printed = subprocess.run(["node", "--input-type=module", "-e", PINS % module], check=True,
                                     capture_output=True, text=True, cwd=self.app).stdout
            # Pushed out by the next header, which begins 20 points further down.
            self.assertEqual(json.loads(printed), {"index": 0, "offset": 4950, "covered": 20})

    def test_it_pins_headers_in_a_page(self):
        for query in ("", "?preload"):
            self.show(f"/package.html{query}")
            self.page.wait_for_function("window.list")
            self.assertEqual(self.get("""(() => { const { top } = list.element(100).getBoundingClientRect();
              return top - document.querySelector('#messages').getBoundingClientRect().top; })()"""), 0)

    def test_all_that_is_exported_is_there(self):
        files = [file for place in self.exports.values()
                 for file in (place.values() if isinstance(place, dict) else [place])]
        self.assertGreater(len(files), 15)
        for file in files:
            self.assertTrue((self.app / "node_modules/rangecore" / file).is_file(), file)


if __name__ == "__main__":
    unittest.main()
