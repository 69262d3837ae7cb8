"""What Scripts/mutation.py runs: the core with all its changes, compiled once, with the cases and the
hot operations; and single changes, compiled by themselves."""

import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

from schemata import woven

CORE = "Sources/CRangeCore/"
HEADER = "include/rangecore.h"
INCLUDES = ["-Iinclude", "-ISources/CRangeCore", "-ITests/CRangeCoreCases",
            "-ITests/CRangeCoreCases/include"]
FLAGS = ["-std=c11", "-O1", "-w"]
WOVEN = ["-ITests/Full", "-include", "mutation.h"]
HOT = ["-ITests/Full", "-ITests/Full/work", "-IBenchmarks/C", "-Dmain=rc_hot_operations"]
HOT_SOURCES = ["Benchmarks/Instructions/instructions.c", "Benchmarks/C/world.c",
               "Benchmarks/C/flat.c", "Benchmarks/C/fenwick.c",
               *sorted(glob.glob("Benchmarks/C/ops_*.c"))]
# Cases whose threads spin until it is their turn: how much processor time that takes says how busy
# the machine is. So many milliseconds end them where they would go on for ever.
WAITING = {"one_of_two_threads_wins_each_flight", "reset_and_finish_agree_on_who_was_first",
           "a_list_scrolls_while_another_thread_finishes_its_flights"}
WAITING_LIMIT = 30000


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "wb") as file:
        file.write(text)


def short(path):
    return os.path.basename(path)


class Server:
    """A program that runs cases on one change after the other."""

    def __init__(self, program, work):
        self.process = subprocess.Popen([program, "serve", work], stdin=subprocess.PIPE, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def first_failure(self, number, pairs):
        """The case that fails, or -1, and the signal that has ended it, or 0."""
        words = [number, *(word for pair in pairs for word in pair)]
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        case, status = self.process.stdout.readline().split()
        return int(case), int(status)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Build:
    """The program of all changes, and what the cases meet of them."""

    def __init__(self, folder, texts, chosen, jobs):
        self.folder, self.texts, self.jobs = folder, texts, jobs
        self.sources = [path for path in texts if path.endswith(".c")]
        self.numbered = collections.defaultdict(list)
        for number, mutant in chosen.items():
            if mutant.host is not None:
                self.numbered[mutant.file].append((number, mutant))
        self._woven()
        self.numbers = {number for pairs in self.numbered.values() for number, _ in pairs}
        self._cases()
        self.program = f"{folder}/program"
        self.link({}, self.program)
        self._map(chosen)
        self.plain = {}

    def compile(self, text, flags, target):
        """From standard input, so that the same code is the same object; the errors."""
        done = subprocess.run(["gcc", *FLAGS, *flags, "-x", "c", "-c", "-", "-o", target],
                              input=text, stderr=subprocess.PIPE)
        return done.stderr.decode() if done.returncode != 0 else ""

    def each(self, work, items):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(work, items))

    def _woven(self):
        """Compiles the core with all changes but those that are no C where they are chosen."""
        place = f"{self.folder}/woven"
        os.makedirs(place)

        def weave(path):
            text = woven(self.texts[path], self.numbered[path])
            # A function would be copied into each of its callers, with all its changes.
            write(f"{place}/{short(path)}", text.replace(b"inline __attribute__((always_inline))",
                                                         b"inline"))

        def build(path):
            # By its name, which errors tell.
            return subprocess.run(["gcc", *FLAGS, f"-I{place}", *WOVEN, "-fmax-errors=0", "-c",
                                   f"{place}/{short(path)}", "-o", self.object_of(path)],
                                  capture_output=True, text=True).stderr

        for path in self.texts:
            weave(path)
        waiting = self.sources
        while waiting:
            print(f"compiling {len(waiting)} files", file=sys.stderr, flush=True)
            errors = self.each(build, waiting)
            wrong = self._wrong(place, "".join(errors))
            failed = [path for path, error in zip(waiting, errors) if error]
            if failed and not wrong:
                sys.exit("".join(errors))
            changed = set()
            for path, pairs in self.numbered.items():
                kept = [pair for pair in pairs if pair[0] not in wrong]
                if len(kept) < len(pairs):
                    self.numbered[path] = kept
                    weave(path)
                    changed.add(path)
            # What is wrong in a header has been said by all who include it.
            waiting = self.sources if any(path.endswith(".h") for path in changed) else failed

    @staticmethod
    def _wrong(place, errors):
        """The changes on the lines that the errors name, or else on those that follow."""
        wrong, lines = set(), {}
        pattern = re.escape(place) + r"/([\w.]+):(\d+):\d+: (?:error|note)"
        for name, line in re.findall(pattern, errors):
            if name not in lines:
                lines[name] = read(f"{place}/{name}").decode().split("\n")
            lower = upper = int(line) - 1
            if "rc_is(" not in lines[name][lower]:
                while "rc_is(" in lines[name][lower - 1]:
                    lower -= 1
                while "rc_is(" in lines[name][upper + 1]:
                    upper += 1
            text = "\n".join(lines[name][lower:upper + 1])
            wrong.update(int(number) for number in re.findall(r"\brc_is\((\d+)\)", text))
        return wrong

    def object_of(self, path):
        return f"{self.folder}/woven/{short(path)[:-2]}.o"

    def _cases(self):
        """One object of the cases, of the hot operations and of what runs them."""
        cases = sorted(glob.glob("Tests/CRangeCoreCases/*.c"))
        cases.remove("Tests/CRangeCoreCases/main.c")
        # In the cases, no function of the header may come from anywhere but the core.
        lines = [(path, ["-fno-inline", *INCLUDES]) for path in cases]
        lines += [(path, [*HOT, *INCLUDES]) for path in HOT_SOURCES]
        lines.append(("Tests/Full/mutation.c", INCLUDES))
        objects = [f"{self.folder}/case.{number}.o" for number in range(len(lines))]
        self.each(lambda pair: run("gcc", *FLAGS, *pair[0][1], "-c", pair[0][0], "-o", pair[1]),
                  zip(lines, objects))
        run("ld", "-r", *objects, "-o", f"{self.folder}/cases.o")

    def link(self, others, program):
        """With other objects than usual for some sources."""
        objects = [others.get(source, self.object_of(source)) for source in self.sources]
        run("gcc", "-no-pie", *objects, f"{self.folder}/cases.o", "-pthread", "-lm", "-o", program)

    def _map(self, chosen):
        """How long each case takes, and which changes it meets."""
        print("running the cases", file=sys.stderr, flush=True)
        path, self.work = f"{self.folder}/map.txt", f"{self.folder}/work"
        done = subprocess.run([self.program, "map", path, self.work], stdout=sys.stderr)
        if done.returncode != 0:
            sys.exit("the cases do not pass without a change")
        self.milliseconds, self.limits, self.case_names = [], [], []
        self.met = {number: set() for number in chosen}
        with open(path, encoding="utf-8") as file:
            for case, row in enumerate(file):
                milliseconds, noted, name, *numbers = row.split()
                self.milliseconds.append(float(milliseconds))
                limit = WAITING_LIMIT if name in WAITING else int(float(noted) * 4) + 300
                self.limits.append(limit)
                self.case_names.append(name)
                for number in numbers:
                    self.met[int(number)].add(case)
        self.hot = len(self.case_names) - 1
        if unknown := WAITING.difference(self.case_names):
            sys.exit(f"{__file__}: no case is called {', '.join(sorted(unknown))}")

    def dependents(self, mutant):
        """The sources that a changed function is compiled into."""
        if mutant.file.endswith(".c"):
            return [mutant.file]
        names = {mutant.function}
        if not mutant.function:
            return self.sources
        bodies = [body for header, text in self.texts.items() if header.endswith(".h")
                  for body in re.split(rb"\n}\n", text)]
        grown = True
        while grown:
            grown = False
            pattern = re.compile(rb"\b(" + "|".join(sorted(names)).encode() + rb")\b")
            for body in bodies:
                defined = re.findall(rb"\n[a-z].*?\b(\w+)\([^;{]*\) {\n", body)
                if defined and pattern.search(body) and defined[-1].decode() not in names:
                    names.add(defined[-1].decode())
                    grown = True
        return [source for source in self.sources if pattern.search(self.texts[source])]

    def compiled(self, mutant, folder, counted):
        """Each source that the mutant changes and its object, None where it is no C; `counted` with
        what counts the work."""
        os.makedirs(folder, exist_ok=True)
        texts = {**self.texts, mutant.file: mutant.apply(self.texts[mutant.file])}
        if counted:
            texts = {path: woven(text, []) for path, text in texts.items()}
        flags = INCLUDES
        if counted or mutant.file.endswith(".h"):
            # An include in quotes is looked for beside the file first: so all lie side by side.
            for path, text in texts.items():
                write(f"{folder}/{short(path)}", text)
            flags = [f"-I{folder}"]
        if counted:
            flags = [*WOVEN, *flags]
        for source in self.dependents(mutant):
            target = f"{folder}/{short(source)[:-2]}.o"
            yield source, None if self.compile(texts[source], flags, target) else target

    def is_plain(self, source, path):
        """Whether an object is the same as without a change."""
        if source not in self.plain:
            target = f"{path}.plain"
            self.compile(self.texts[source], INCLUDES, target)
            self.plain[source] = read(target)
        return read(path) == self.plain[source]

    def code(self, mutant, folder):
        """"same" as without the change, "other", or "invalid"."""
        for source, path in self.compiled(mutant, folder, False):
            if path is None:
                return "invalid"
            if not self.is_plain(source, path):
                return "other"
        return "same"
