#!/usr/bin/env python3
"""Runs `feed` under a pseudo-terminal and looks at its screen.

    terminal.py FEED [SCENARIO… | --but SCENARIO…]

Without a scenario it runs all. Prints what failed, with the screen, and ends with status 1. Needs
nothing but Python 3 on a POSIX system.
"""

import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

PATIENCE = 20  # seconds; a debug build on a busy machine is slow


class Failure(Exception):
    pass


class Screen:
    """As much of a terminal as feed uses: places, erasing, modes; colours are passed over."""

    SEQUENCE = re.compile("\x1b\\[([?<=>]?)([0-9;]*)([ -/]*)([@-~])|\x1b[^\\[]")

    def __init__(self, columns, rows):
        self.modes = {}
        self.seen_modes = set()
        self.pending = ""
        self.colours = set()
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0

    def feed(self, text):
        text = self.pending + text
        self.pending = ""
        place = 0
        while place < len(text):
            if text[place] == "\x1b":
                match = self.SEQUENCE.match(text, place)
                if not match:
                    self.pending = text[place:]
                    return
                self.control(*match.groups())
                place = match.end()
            else:
                self.put(text[place])
                place += 1

    def control(self, prefix, words, _, final):
        if final is None:
            return
        numbers = [int(word or 0) for word in words.split(";")] if words else []
        if prefix == "?":
            for number in numbers:
                self.modes[number] = final == "h"
                self.seen_modes.add((number, final))
        elif final == "m":
            self.colours.update(number for number in numbers if 30 <= number < 38)
        elif final == "H":
            self.row, self.column = (numbers + [1, 1])[0] - 1, (numbers + [1, 1])[1] - 1
        elif final == "G":
            self.column = (numbers + [1])[0] - 1
        elif final == "J":
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif final == "K":
            self.cells[self.row][self.column:] = [" "] * (self.columns - self.column)

    def put(self, character):
        if unicodedata.combining(character):
            return
        if ord(character) < 0x20:
            if character in "\r\n":
                return  # what the shell's side prints after feed has left
            raise Failure("control character %r on the screen" % character)
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if self.row >= self.rows or self.column + width > self.columns:
            raise Failure("%r beyond the screen at %d, %d" % (character, self.row, self.column))
        self.cells[self.row][self.column] = character
        for extra in range(1, width):
            self.cells[self.row][self.column + extra] = ""
        self.column += width

    def lines(self):
        return ["".join(cells) for cells in self.cells]

    def text(self):
        return "\n".join(self.lines())


class Program:
    """feed, running in a terminal of its own; what is piped into it, if anything, comes from `input`."""

    def __init__(self, arguments, columns=80, rows=24, environment=None, input=None):
        self.screen = Screen(columns, rows)
        values = {"PATH": os.environ.get("PATH", ""), "TERM": "xterm-256color",
                  "LC_ALL": "C.UTF-8"}
        # What Tests/Checks/Sanitizers/run says to the sanitizer in the program.
        values.update((name, os.environ[name]) for name in ["ASAN_OPTIONS"] if name in os.environ)
        values.update(environment or {})
        self.master, self.slave = pty.openpty()
        self.set_size(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.output = b""
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.master)
            os.login_tty(self.slave) if hasattr(os, "login_tty") else self.login()
            if input is not None:
                os.dup2(input, 0)
            os.execvpe(FEED, [FEED] + arguments, values)
        self.status = None

    def login(self):
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        for descriptor in range(3):
            os.dup2(self.slave, descriptor)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.screen.resize(columns, rows)
        self.set_size(columns, rows)
        os.kill(self.pid, signal.SIGWINCH)

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.output += data
        # An unfinished character waits for its other bytes.
        text, used = decode(self.output)
        self.output = self.output[used:]
        self.screen.feed(text)
        return True

    def send(self, keys):
        os.write(self.master, keys.encode())

    def wait(self, what, test):
        limit = time.monotonic() + PATIENCE
        while not test(self.screen):
            if time.monotonic() > limit:
                raise Failure("waited for: %s\n%s" % (what, self.screen.text()))
            self.read(0.1)

    def wait_text(self, text):
        self.wait(repr(text), lambda screen: text in screen.text())

    def step(self, keys, pattern):
        """Sends keys, and waits for what they lead to."""
        self.send(keys)
        self.wait_pattern(pattern)

    def wait_pattern(self, pattern):
        self.wait(pattern, lambda screen: re.search(pattern, screen.text()))

    def wait_around(self):
        """Waits until rows around the viewport are seen."""
        self.wait("display rows", lambda s: any(line.startswith("▓") for line in s.lines()))

    def wait_top(self, text):
        self.wait("%r on top" % text, lambda s: s.lines()[0].startswith("█ " + text))

    def wait_status(self, pattern):
        self.wait("status " + pattern, lambda s: re.search(pattern, s.lines()[-1]))

    def quit(self):
        self.send("q")
        check(self.wait_end() == 0, "it ends with status 0")
        self.check_restored()

    def whole_screen(self, text):
        """Waits for a text, and makes the viewport the whole screen."""
        self.wait_text(text)
        self.send("v")
        self.wait("no rows around", lambda s: s.lines()[0].startswith("█"))

    def wait_end(self):
        limit = time.monotonic() + PATIENCE
        while self.status is None:
            while self.read(0.02):
                pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
            elif time.monotonic() > limit:
                os.kill(self.pid, signal.SIGKILL)
                raise Failure("did not end\n%s" % self.screen.text())
        while self.read(0.05):
            pass
        return self.status

    def check_restored(self):
        check(self.screen.modes.get(1049) is False, "the alternate screen was left")
        check((1049, "h") in self.screen.seen_modes, "the alternate screen was entered")
        check(self.screen.modes.get(25) is True, "the cursor is shown")
        check(self.screen.modes.get(7) is True, "lines wrap again")
        check(termios.tcgetattr(self.slave) == self.before, "the line settings are as before")


def decode(data):
    for cut in range(len(data), max(len(data) - 4, -1), -1):
        try:
            return data[:cut].decode(), cut
        except UnicodeDecodeError:
            continue
    raise Failure("what was written is no UTF-8: %r" % data[:80])


def check(condition, what):
    if not condition:
        raise Failure("not so: " + what)


def write_file(lines):
    file = tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8", delete=False)
    with file:
        file.write("".join(line + "\n" for line in lines))
    FILES.append(file.name)
    return file.name


def numbered(count):
    return write_file("line %d." % number for number in range(1, count + 1))


FILES = []


# -- scenarios --


def scrolls():
    program = Program([numbered(1000)])
    program.whole_screen("line 18.")
    program.wait_text("line 23.")
    program.wait_top("line 1.")
    program.send("\x1b[B")
    program.wait_top("line 2.")
    program.step("\x1b[6~", r"^█ line 2[2-4]\.")
    program.step("\x1b[F", r"line 1000\.")
    program.send("\x1b[H")
    program.wait_top("line 1.")
    program.wait_status("of 1000")
    program.quit()


def wraps_and_resizes():
    words = " ".join("word%d" % number for number in range(100))
    program = Program([write_file(["first", words, "after"])], 80, 24)
    program.whole_screen("after")
    program.wait_text("after")
    wide = program.screen.text().index("after")
    program.resize(30, 40)
    program.wait_text("after")
    check(program.screen.text().index("after") > wide, "a narrow screen needs more rows")
    for columns, rows in [(20, 8), (8, 3), (1, 1), (5, 2), (200, 60)]:
        program.resize(columns, rows)
        time.sleep(0.3)
        while program.read(0.1):
            pass
    program.wait_text("after")
    program.quit()


def shows_loading():
    program = Program([numbered(300), "--latency", "1.5", "--page-size", "10"])
    program.wait_text("loading page 1")
    spins = set()
    limit = time.monotonic() + 1.2
    while time.monotonic() < limit:
        program.read(0.05)
        spins.update(line.strip()[:1] for line in program.screen.lines() if "loading page" in line)
    check(len(spins) > 2, "the loading row spins")
    program.send("jjj")  # keys are taken while a page is on its way
    program.wait_text("line 10.")
    program.wait_text("loading page")
    program.quit()


def shows_failure():
    program = Program([numbered(300), "--fail-rate", "1"], environment={"NO_COLOR": "1"})
    program.wait_text("the network lost it (--fail-rate)")
    program.wait_pattern(r"again in \d")
    program.wait_status(r"page 1 failed: again in \d s")
    program.step("t", r"again in [2-9]")
    check(not program.screen.colours, "NO_COLOR is honored")
    program.quit()


def answers_keys():
    program = Program([numbered(500), "--page-size", "20"])
    program.wait_text("line 18.")
    program.wait_around()
    program.wait_text("What RangeCore does")
    program.wait_text("minimum")
    program.whole_screen("line 18.")
    program.wait_text("line 23.")
    program.step("j", "full")
    check({32, 34, 36} <= program.screen.colours, "the states have colours")
    program.step("m", "memory")
    program.wait_text("visible only")
    program.step("m", "full")
    program.step("++", r"3\.0 screens")
    program.step("-", r"2\.5 screens")
    program.send("v")
    program.wait_around()
    program.send("\x1b")
    time.sleep(0.3)
    program.quit()


def restores_after_signals():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        program = Program([numbered(100)])
        program.wait_text("line 15.")
        os.kill(program.pid, number)
        status = program.wait_end()
        check(os.WIFEXITED(status) and os.WEXITSTATUS(status) == 128 + number,
              "signal %d ends it with status %d, not %r" % (number, 128 + number, status))
        program.check_restored()
    program = Program([numbered(100)])
    program.wait_text("line 15.")
    program.send("\x03")
    check(program.wait_end() == 0, "Ctrl-C quits")
    program.check_restored()


def stops_and_goes_on():
    program = Program([numbered(100)])
    program.wait_text("line 15.")
    program.send("\x1a")
    program.wait("Ctrl-Z gives the terminal back", lambda s: s.modes.get(1049) is False)
    time.sleep(0.2)
    check(termios.tcgetattr(program.slave) == program.before, "the line settings are as before")
    program.screen.resize(80, 24)
    os.kill(program.pid, signal.SIGCONT)
    program.wait_text("line 15.")
    program.quit()


def survives_ugly_text():
    ugly = ["\x1b[2J\x1b[31mred\x07", "tab\tstop", "界" * 100, "🙂👍🏽👨‍👩‍👧 family", "e\u0301" * 50,
            "\u202eright to left", "nul \x00 del \x7f", "x" * 5000, "last"]
    for columns, rows in [(80, 24), (20, 10)]:
        program = Program([write_file(ugly)], columns, rows)
        program.wait_text("[31mred")
        program.step("\x1b[F", "last")
        program.quit()


def says_what_is_wrong():
    program = Program([write_file([])])
    program.wait_text("empty")
    program.quit()
    path = numbered(10)
    for arguments, environment, message in [
            ([path], {"TERM": "dumb"}, "no terminal"), (["no-such-file"], {}, "No such file"),
            (["--frob"], {}, "no option --frob"),
            (["-"], {}, "standard input is the terminal")]:
        program = Program(arguments, environment=environment)
        written = []
        program.screen.feed = written.append
        check(os.WEXITSTATUS(program.wait_end()) == 2, "a mistake ends it with status 2")
        text = "".join(written)
        check("feed: " in text and message in text and "\x1b" not in text, "it says %r" % message)
    # A pipe is what it reads, wherever its output goes: into no file, and nothing else is read in its place.
    ended = subprocess.run([FEED], input=b"one\ntwo\n", capture_output=True, start_new_session=True, timeout=PATIENCE)
    check(ended.returncode == 2 and ended.stdout == b"" and b"no terminal" in ended.stderr, "it says so")


def helps():
    for columns, rows in [(80, 24), (30, 40), (40, 12)]:
        program = Program([numbered(500)], columns, rows)
        program.wait_status(r"\? help  q quits $")
        program.wait_status(r"1–\d+")
        program.send("?")
        for text in ["/TEXT", "↓ more  any other key: back" if rows == 12 else " any other key: back"]:
            program.wait_text(text)
        program.send("j" * 60)
        program.wait_text("seen.")
        program.step("x", r"line 2\.")
        program.send("?q")
        check(program.wait_end() == 0, "q quits in the help, too")
        program.check_restored()


def goes_to_places():
    # A page takes a second: twenty thousand lines would take more than an hour, page by page.
    program = Program([numbered(20000), "--latency", "1"])
    program.whole_screen("line 5.")
    program.step("G", r"line 20000\.")
    program.send(":12345\r")
    program.wait_top("line 12345.")
    program.send("50%")
    program.wait_top("line 10001.")
    program.send("7G")
    program.wait_top("line 7.")
    program.send(":nonsense\r")
    program.wait_status("nonsense is no line")
    program.quit()


def searches():
    lines = ["line %d." % number for number in range(1, 3001)]
    lines[700] = "here is a needle"
    lines[2500] = "and another NEEDLE"
    program = Program([write_file(lines)])
    program.whole_screen("line 5.")
    program.step("/neex\x7fdle\r", "here is a needle")
    program.step("n", "and another NEEDLE")
    program.send("n")
    program.wait_status("not found below")
    program.step("N", "here is a needle")
    program.send("N")
    program.wait_status("not found above")
    program.send("/Needle\r")
    program.wait_status("not found below")
    program.send("/q")
    program.wait_status("/q")
    program.send("\x1b")
    program.wait_status("quits")
    program.quit()


def reads_pipe():
    # What is piped in beside a file is left alone.
    program = Program([numbered(9)], input=os.pipe()[0])
    program.wait_text("line 9.")
    program.quit()
    for words in [["-"], []]:
        end, start = os.pipe()
        program = Program(words, input=end)
        os.close(end)
        os.write(start, b"one\ntwo\nunfini")
        program.wait_text("two")
        program.wait_text("waiting for more")
        check("unfini" not in program.screen.text(), "a line is shown when it is complete")
        os.write(start, b"shed\n" + b"".join(b"line %d.\n" % n for n in range(3, 5001)) + b"the last")
        program.wait_text("unfinished")
        program.step("G", r"line 5000\.")
        os.close(start)
        program.wait_text("the last")
        program.wait_status("of 5002")
        program.step("g", "two")
        program.quit()


def records():
    path = numbered(500)
    recording = path + ".session"
    FILES.append(recording)
    program = Program([path, "--record", recording])
    program.wait_text("line 15.")
    program.step("jj", "full")
    program.quit()
    with open(recording) as file:
        check("update" in file.read(), "the updates are recorded")


def tells_what_was_seen():
    table = write_file([])
    program = Program([numbered(2000), "--seen", table], columns=120)
    program.whole_screen("line 18.")
    program.wait_status("23 seen")
    program.send(":1500\r")
    program.wait_top("line 1500.")
    program.wait_status("46 seen")
    program.step("s", "46 lines were seen")
    if "line 1510." not in program.screen.text():
        program.send("\x1b[6~")
    program.wait_pattern(r"\d\.\d +1510  line 1510\.")
    # Behind the table nothing is seen.
    program.step("x", r"█ line 1500\.")
    program.quit()
    with open(table) as file:
        rows = [row.split(",") for row in file.read().splitlines()]
    check(rows[0] == ["line", "from", "seconds"], "a heading: %r" % rows[0])
    check([int(row[0]) for row in rows[1:]] == [*range(1, 24), *range(1500, 1523)], "each line once: %r" % rows)
    check(all(float(row[2]) >= 1 for row in rows[1:]), "each for a second at least")


def is_where_it_was():
    lines = ["line %d. " % number + "word " * (number * 7919 % 60) for number in range(1, 5001)]
    text, place = write_file(lines), write_file([])
    os.unlink(place)  # none at first
    arguments = [text, "--place", place]

    def viewport(screen):
        """What is in the viewport, and in which rows."""
        return [(row, line[2:-2]) for row, line in enumerate(screen.lines()) if line.startswith("█")]

    def settle(program):
        while program.read(0.6):
            pass
        return viewport(program.screen)

    program = Program(arguments)
    program.wait_text("line 3.")
    program.step(":3210\r", r"█ line 3210\.")
    # To a row in the middle of a line.
    program.send("jj")
    before = settle(program)
    # Of 23 rows a quarter is before the viewport, which cuts off two.
    check(before[0][0] == 3 and before[0][1].startswith("line 3210."), "it begins within a line: %r" % before)
    # Not asked to: it has no time to save anything.
    os.kill(program.pid, signal.SIGKILL)
    program.wait_end()
    again = Program(arguments)
    again.wait("the rows that were there", lambda screen: viewport(screen) == before)
    check(settle(again) == before, "it stays there")
    again.step("g", r"█ line 1\.")
    settle(again)
    again.quit()
    # At the start it begins there, whatever the file says of rows.
    third = Program(arguments)
    third.wait_pattern(r"█ line 1\.")
    third.quit()
    with open(place, "r+b") as file:
        file.seek(30)
        file.write(b"#")
    damaged = Program(arguments)
    damaged.wait_pattern(r"█ line 1\.")
    damaged.quit()


def holds_little():
    # A gigabyte without a line end. A debug build's peak is about 50 MB, most of it the
    # runtime and Foundation.
    path = write_file([])
    os.truncate(path, 1 << 30)
    program = Program([path, "--page-size", "4"])
    program.wait_text("looks like a binary file")
    program.send("\x1b[6~" * 50)
    program.send("G")
    program.wait_status("of %d" % ((1 << 30) // 4096))
    program.send("\x1b[5~" * 50)
    program.send("q")
    program.wait_end()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    check(peak // (1 << 20 if sys.platform == "darwin" else 1 << 10) < 96, "%d is too much" % peak)


SCENARIOS = [holds_little, is_where_it_was, scrolls, wraps_and_resizes, shows_loading, shows_failure, answers_keys,
             restores_after_signals, stops_and_goes_on, survives_ugly_text, says_what_is_wrong,
             helps, goes_to_places, searches, reads_pipe, records, tells_what_was_seen]

if __name__ == "__main__":
    FEED = os.path.abspath(sys.argv[1])
    signal.pthread_sigmask(signal.SIG_SETMASK, [])  # whatever the caller has blocked
    names, is_but = sys.argv[2:], "--but" in sys.argv
    chosen = [it for it in SCENARIOS if not names or (it.__name__ in names) != is_but]
    try:
        for scenario in chosen:
            scenario()
            print("ok", scenario.__name__, flush=True)
        print("%d scenarios on a terminal" % len(chosen))
    except Failure as failure:
        sys.exit("%s: %s" % (scenario.__name__, failure))
    finally:
        for name in FILES:
            os.unlink(name)
