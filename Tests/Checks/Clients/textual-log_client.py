"""Examples/Textual/log.py as a client: rows of one line each, of a sequence of the app's own, which nobody measures."""

import asyncio
import sys
import tempfile

from host_stage import EXAMPLES
from textual_client import HEIGHT, TextualStage, run

sys.path.append(str(EXAMPLES / "Textual"))
from log import Log, LogFile, LogList  # noqa: E402


class LogStage(TextualStage):
    name, can = "textual-log", frozenset({"page", "fling", "frames", "resize"})

    def make(self, items, fetch, **options):
        self.lines = [f"{item} is a line" for item in items]
        return LogList(self.lines, **options)

    def places(self):
        for y, strip in enumerate(self.drawn()):
            word = strip.text.partition(" ")[0]
            if word.isdecimal():
                yield int(word), y, y + 1

    async def insert(self, index, keys):
        self.lines[index:index] = [f"{key} is a line" for key in keys]
        self.view.host.insert(index, len(keys))

    async def remove(self, lower, upper):
        del self.lines[lower:upper]
        self.view.host.remove(lower, upper)


async def try_file():
    """The program with a file that grows: it stays at the end, and where one reads it stays too."""
    with tempfile.NamedTemporaryFile("w") as file:
        def write(lines):
            file.writelines(f"{line} [red] \x1b[1mbold\x1b[0m é\r\n" for line in lines)
            file.flush()

        write(range(5000))
        file.write("half a line")
        app = Log(LogFile(file.name))
        async with app.run_test(size=(40, HEIGHT)) as pilot:
            def screen():
                return [strip.text.partition("   ")[0] for strip in app.screen._compositor.render_strips()]

            async def check(*lines):
                # It has been read, drawn, and read again.
                await pilot.pause(0.5)
                expected = [f"{line} [red] bold é" if isinstance(line, int) else line for line in lines]
                assert screen() == expected, screen()

            await check(*range(4960, 5000))
            write(range(1))
            await check(*range(4961, 5000), "half a line0 [red] bold é")
            app.view.scroll_to(y=100, animate=False)
            write(range(1000))
            await check(*range(100, 140))
            app.view.scroll_end(animate=False)
            await check(*range(960, 1000))


if sys.argv[3:4] == [""]:
    asyncio.run(try_file())
run(LogStage)
