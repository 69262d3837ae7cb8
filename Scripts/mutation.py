"""Changes the core one operator, constant, branch or call at a time, and runs the cases:
Scripts/full/mutation --help.

A case that does not reach the changed function cannot notice, so only those that do are run, the
quickest first, and before them those that have last noticed another change to that function. What
passes them all must still do the same work: much of the core is there to be fast, and gives the same
answers without it. So the hot operations of Benchmarks/Instructions are run, and count."""

import argparse
import concurrent.futures
import glob
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from mutants import mutants_of

CORE = "Sources/CRangeCore/"
HEADER = "include/rangecore.h"
EQUIVALENT = "Tests/Full/mutation.equivalent"
INCLUDES = ["-Iinclude", "-ISources/CRangeCore", "-ITests/CRangeCoreCases",
            "-ITests/CRangeCoreCases/include"]
# In the cases, no function of the header may come from anywhere but the core.
FLAGS = ["-std=c11", "-O1", "-w", "-fno-inline-functions-called-once"]
# Every block of code calls a function, which counts.
WORK = ["-fsanitize-coverage=trace-pc"]
WORK_SOURCES = ["Benchmarks/C/world.c", "Benchmarks/C/flat.c", "Benchmarks/C/fenwick.c",
                *sorted(glob.glob("Benchmarks/C/ops_*.c"))]
WORK_SHARE = 0.02
SHARE = 0.02
WALL_SECONDS = 300
# Cases that take longer come after the hot operations.
QUICK_MILLISECONDS = 100


def run(*command, **options):
    return subprocess.run(command, check=True, **options)


def read(path):
    with open(path, "rb") as file:
        return file.read()


class Build:
    """The objects of the core and of the cases, and what the cases reach."""

    def __init__(self, folder):
        self.folder = folder
        self.sources = sorted(glob.glob(CORE + "*.c"))
        self.headers = sorted(glob.glob(CORE + "*.h")) + [HEADER]
        self.text = {}
        for path in self.sources + self.headers:
            self.text[path] = read(path)
        cases = sorted(glob.glob("Tests/CRangeCoreCases/*.c") + ["Tests/Full/mutation.c"])
        cases.remove("Tests/CRangeCoreCases/main.c")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            done = [pool.submit(self._object, path, "case.") for path in cases]
            done += [pool.submit(self.compile, self.text[path], INCLUDES, self.object_of(path))
                     for path in self.sources]
            done += [pool.submit(self._object, path, "map.", "-g", "-finstrument-functions")
                     for path in self.sources]
            for one in done:
                one.result()
        run("ld", "-r", *sorted(glob.glob(f"{folder}/case.*.o")), "-o", f"{folder}/cases.o")
        self.work_objects = {path: self.object_of(path, "work.") for path in self.sources}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda path: self.compile(self.text[path], INCLUDES + WORK,
                                                    self.work_objects[path]), self.sources))
        run("gcc", "-w", "-O1", "-Iinclude", "-ITests/Full/work", "-IBenchmarks/C", "-r", "-nostdlib",
            "Benchmarks/Instructions/instructions.c", *WORK_SOURCES, "-o", f"{folder}/hot.o")
        self.work = self.work_of(self.work_objects, f"{folder}/hot")
        self.plain = {path: read(self.object_of(path)) for path in self.sources}
        self._map()

    def object_of(self, path, prefix=""):
        return f"{self.folder}/{prefix}{os.path.basename(path)[:-2]}.o"

    def _object(self, path, prefix, *flags):
        inlines = ["-fno-inline"] if prefix == "case." else []
        run("gcc", *FLAGS, *inlines, *flags, *INCLUDES, "-c", path, "-o",
            self.object_of(path, prefix))

    @staticmethod
    def compile(text, includes, target):
        """From standard input, so that the same code is the same object."""
        done = subprocess.run(["gcc", *FLAGS, *includes, "-x", "c", "-c", "-", "-o", target],
                              input=text, stderr=subprocess.DEVNULL)
        return done.returncode == 0

    def link(self, objects, program):
        run("gcc", "-no-pie", *objects, f"{self.folder}/cases.o", "-pthread", "-lm", "-o", program)

    def work_of(self, objects, program):
        """How many blocks of code each of the hot operations enters; None where one fails."""
        run("gcc", "-no-pie", *objects.values(), f"{self.folder}/hot.o", "-lm", "-o", program)
        try:
            done = subprocess.run([program], capture_output=True, text=True, timeout=WALL_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            return None
        return {line.split()[0]: int(line.split()[-1]) for line in done.stdout.splitlines()}

    def _map(self):
        """How long each case takes, and what it reaches: file and function, by their names."""
        program, path = f"{self.folder}/map", f"{self.folder}/map.txt"
        self.link([self.object_of(source, "map.") for source in self.sources], program)
        if subprocess.run([program, "map", path], stdout=sys.stderr).returncode != 0:
            sys.exit("the cases do not pass without a change")
        rows = [line.split() for line in open(path, encoding="utf-8")]
        addresses = sorted({address for row in rows for address in row[2:]})
        lines = subprocess.run(["addr2line", "-f", "-e", program], input="\n".join(addresses),
                               capture_output=True, text=True, check=True).stdout.splitlines()
        names = {}
        for address, name, place in zip(addresses, lines[::2], lines[1::2]):
            file = os.path.basename(place.split(":")[0])
            names[address] = (file, name.split(".")[0])
        self.milliseconds = [float(row[0]) for row in rows]
        self.case_names = [row[1] for row in rows]
        self.reached = {}
        for number, row in enumerate(rows):
            for address in row[2:]:
                self.reached.setdefault(names[address], set()).add(number)

    def cases_for(self, mutant):
        """The cases that may notice."""
        file = os.path.basename(mutant.file)
        if mutant.function:
            return self.reached.get((file, mutant.function), set())
        found = set()
        for (other, _), numbers in self.reached.items():
            if other == file:
                found |= numbers
        return found

    def dependents(self, mutant):
        """The sources that a changed function is compiled into."""
        if mutant.file.endswith(".c"):
            return [mutant.file]
        names = {mutant.function}
        if not mutant.function:
            return self.sources
        bodies = [body for header in self.headers
                  for body in re.split(rb"\n}\n", self.text[header])]
        grown = True
        while grown:
            grown = False
            pattern = re.compile(rb"\b(" + "|".join(sorted(names)).encode() + rb")\b")
            for body in bodies:
                defined = re.findall(rb"\n[a-z].*?\b(\w+)\([^;{]*\) {\n", body)
                if defined and pattern.search(body) and defined[-1].decode() not in names:
                    names.add(defined[-1].decode())
                    grown = True
        return [source for source in self.sources if pattern.search(self.text[source])]


class Judge:
    """Compiles mutants and runs the cases on them."""

    def __init__(self, build):
        self.build = build
        self.killers = {}

    def compiled(self, mutant, folder, flags=()):
        """Objects by source, or None where it does not compile."""
        os.makedirs(folder, exist_ok=True)
        includes, objects = INCLUDES, {}
        dependents = self.build.dependents(mutant)
        changed = mutant.apply(self.build.text[mutant.file])
        if mutant.file.endswith(".h"):
            # An include in quotes is looked for beside the file first: so all lie side by side.
            for path, text in self.build.text.items():
                with open(f"{folder}/{os.path.basename(path)}", "wb") as file:
                    file.write(changed if path == mutant.file else text)
            includes = [f"-I{folder}"]
        for source in dependents:
            if mutant.file.endswith(".h"):
                text = self.build.text[source]
            else:
                text = changed
            target = f"{folder}/{os.path.basename(source)[:-2]}.o"
            if not self.build.compile(text, [*includes, *flags], target):
                return None
            objects[source] = target
        return objects

    def slower(self, mutant, folder):
        """Which of the hot operations does another amount of work, all else being as before."""
        objects = self.compiled(mutant, f"{folder}/work", WORK)
        work = self.build.work_of({**self.build.work_objects, **objects}, f"{folder}/work/hot")
        if work is None:
            return "the hot operations fail"
        for name, count in self.build.work.items():
            if abs(work.get(name, 0) - count) > WORK_SHARE * count:
                return f"the work of {name}: {work.get(name, 0) / count - 1:+.1%}"
        return ""

    def order(self, mutant):
        first = self.killers.get((mutant.file, mutant.function), [])
        numbers = self.build.cases_for(mutant)
        known = [number for number in reversed(first) if number in numbers]
        rest = sorted(numbers - set(known), key=lambda number: self.build.milliseconds[number])
        return known[:4] + sorted(known[4:] + rest, key=lambda n: self.build.milliseconds[n])

    def judge(self, mutant, folder):
        """A word, and the case that noticed."""
        objects = self.compiled(mutant, folder)
        if objects is None:
            return "invalid", ""
        changed = {source: path for source, path in objects.items()
                   if read(path) != self.build.plain[source]}
        if not changed:
            return "same", ""
        order = self.order(mutant)
        if not order:
            return "survived", "no case reaches it"
        program = f"{folder}/program"
        self.build.link([changed.get(source, self.build.object_of(source))
                         for source in self.build.sources], program)
        quick = [n for n in order if self.build.milliseconds[n] <= QUICK_MILLISECONDS]
        slow = [n for n in order if n not in quick]
        killer = self.run_cases(mutant, program, quick)
        if not killer:
            killer = self.slower(mutant, folder) or self.run_cases(mutant, program, slow)
        return ("killed", killer) if killer else ("survived", f"{len(order)} cases reach it")

    def run_cases(self, mutant, program, order):
        """The first that fails, or ""."""
        text = "".join(f"{n} {int(self.build.milliseconds[n] * 10) + 500}\n" for n in order)
        try:
            done = subprocess.run([program, "run"], input=text.encode(), stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, timeout=WALL_SECONDS)
        except subprocess.TimeoutExpired:
            return "(waits)"
        if done.returncode == 0:
            return ""
        killer = int(done.stdout.split()[-1])
        known = self.killers.setdefault((mutant.file, mutant.function), [])
        if killer not in known:
            known.append(killer)
        how = f" by {signal.Signals(-done.returncode).name}" if done.returncode < 0 else ""
        return self.build.case_names[killer] + how



def equivalents():
    """What is listed as equivalent: the reason by the mutant's key."""
    listed = {}
    with open(EQUIVALENT, encoding="utf-8") as file:
        blocks = re.split(r"\n\s*\n", file.read())
    for block in blocks:
        lines = [line for line in block.strip().split("\n") if line and not line.startswith("#")]
        if not lines:
            continue
        match = re.fullmatch(r"(\S+): in (.+)\n- (.*)\n((?:\+ .*\n)+)= (.+(?:\n  .+)*)",
                             "\n".join(lines))
        if match is None:
            sys.exit(f"{EQUIVALENT}: not a place, a line before, lines after, and a reason:\n{block}")
        file, function, before, after, reason = match.groups()
        function = "" if function == "a table" else function
        for line in after.splitlines():
            listed[(file, function, before, line[2:])] = reason
    return listed


def sample(arguments, build):
    """The mutants to judge, each with its place in an order that only the seed decides."""
    everything = []
    for path in build.sources + build.headers:
        found, _ = mutants_of(path, build.text[path])
        everything += found
    chosen = [mutant for mutant in everything
              if not arguments.file or os.path.basename(mutant.file) in arguments.file]
    if arguments.function:
        chosen = [mutant for mutant in chosen if mutant.function in arguments.function]
    if not chosen:
        sys.exit("nothing to change there")

    # By what is changed alone: a line that moves, or another file, changes no sample.
    def shuffled(mutant):
        return hashlib.sha256(f"{arguments.seed} {mutant.key}".encode()).digest()

    if arguments.count:
        chosen = sorted(chosen, key=shuffled)[:arguments.count]
    return everything, chosen


def report(arguments, everything, words, listed, survivors):
    keys = {mutant.key for mutant in everything}
    unknown = [key for key in listed if key not in keys]
    for key in unknown:
        print(f"{EQUIVALENT} lists what is not in the core any more: {key}")
    share = len(listed) / len(everything)
    killed, equivalent = words.get("killed", 0), words.get("equivalent", 0)
    judged = killed + equivalent + len(survivors)
    what = " of " + " ".join(arguments.file) if arguments.file else ""
    seed = f", seed {arguments.seed}" if arguments.count else ""
    print(f"mutation: {killed} of {judged} changes{what} noticed ({killed / max(judged, 1):.1%}"
          f"{seed}), {equivalent} listed as equivalent, {len(survivors)} survived; "
          f"{words.get('same', 0)} more are the same code, {words.get('invalid', 0)} no C; "
          f"{len(listed)} of all {len(everything)} are listed ({share:.2%})")
    return judged > 0 and not survivors and not unknown and share <= SHARE


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--function", action="append", default=[])
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    listed = equivalents()
    with tempfile.TemporaryDirectory() as folder:
        build = Build(folder)
        judge = Judge(build)
        everything, chosen = sample(arguments, build)
        words, survivors = {}, []

        def work(numbered):
            number, mutant = numbered
            place = f"{folder}/{number}"
            judged = judge.judge(mutant, place)
            shutil.rmtree(place)
            return mutant, judged

        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for done, (mutant, (word, why)) in enumerate(pool.map(work, enumerate(chosen)), 1):
                if word == "survived" and mutant.key in listed:
                    word = "equivalent"
                words[word] = words.get(word, 0) + 1
                if word == "survived":
                    survivors.append(mutant)
                    print(f"survived ({why}): {mutant}\n", flush=True)
                elif arguments.verbose:
                    print(f"{word} ({why}): {mutant}\n", file=sys.stderr, flush=True)
                if done % 100 == 0:
                    print(f"{done} of {len(chosen)}", file=sys.stderr, flush=True)
        if not report(arguments, everything, words, listed, survivors):
            sys.exit(1)


main()
