"""Changes the core one operator, constant, branch or call at a time, and runs the cases:
Scripts/full/mutation --help.

All changes are compiled at once, and a number says which one is made (schemata.py). A case that
does not meet a change cannot notice it, so only those that do are run, the quickest first, and
before them those that have last noticed another change to that function. Much of the core is there
to be fast, and gives the same answers without it: so the work of the hot operations is one more
case. What is not C in that form, such as in a table, is compiled by itself."""

import argparse
import collections
import concurrent.futures
import glob
import hashlib
import os
import queue
import re
import shutil
import signal
import sys
import tempfile

from mutants import mutants_of
from mutation_build import CORE, HEADER, Build, Server, read, short

EQUIVALENT = "Tests/Full/equivalent/"
SHARE = 0.02
# Cases that take longer come last, when most changes have been noticed.
QUICK_MILLISECONDS = 10


class Judge:
    """Runs the cases on mutants."""

    def __init__(self, build, listed):
        self.build, self.listed = build, listed
        self.killers = collections.defaultdict(list)
        self.servers = queue.SimpleQueue()
        for _ in range(build.jobs):
            self.servers.put(Server(build.program, build.work))

    def close(self):
        while not self.servers.empty():
            self.servers.get().close()

    def first(self, number, mutant):
        """The quick cases and the hot operations: a word and what noticed, or None."""
        if number not in self.build.numbers:
            return None
        server = self.servers.get()
        judged = self.run_first(server, number, mutant, self.build.met[number])
        self.servers.put(server)
        return judged

    def last(self, number, mutant, folder):
        """As `first`, for what that has left over: never None."""
        build = self.build
        by_itself = number not in build.numbers
        cases = set(range(len(build.case_names))) if by_itself else build.met[number]
        word = build.code(mutant, folder)
        if word != "other":
            return word, ""
        if by_itself:
            objects = dict(build.compiled(mutant, folder, True))
            build.link(objects, f"{folder}/program")
            server = Server(f"{folder}/program", build.work)
            judged = self.run_first(server, 0, mutant, cases)
            judged = judged or self.run_cases(server, 0, mutant, cases)
            server.close()
        else:
            server = self.servers.get()
            judged = self.run_cases(server, number, mutant, cases - self.quick(cases))
            self.servers.put(server)
        return judged or ("survived", f"{len(cases)} cases meet it")

    def quick(self, cases):
        return {case for case in cases
                if case == self.build.hot or self.build.milliseconds[case] <= QUICK_MILLISECONDS}

    def run_first(self, server, number, mutant, cases):
        quick = self.quick(cases)
        judged = (self.run_cases(server, number, mutant, quick - {self.build.hot}) or
                  self.run_cases(server, number, mutant, quick & {self.build.hot}))
        if judged is None and mutant.key in self.listed:
            return "equivalent", self.listed[mutant.key]
        return judged

    def run_cases(self, server, number, mutant, cases):
        """What the first that fails says, or None."""
        build = self.build
        killers = self.killers[(mutant.file, mutant.function)]
        first = [case for case in reversed(killers) if case in cases][:4]
        rest = sorted(set(cases) - set(first), key=lambda case: build.milliseconds[case])
        pairs = [(case, build.limits[case]) for case in first + rest]
        failed, status = server.first_failure(number, pairs) if pairs else (-1, 0)
        if failed == -1:
            return None
        if failed in killers:
            killers.remove(failed)
        killers.append(failed)
        how = f" by {signal.Signals(status).name}" if status else ""
        return "work" if failed == build.hot else "killed", build.case_names[failed] + how


def equivalents():
    """What is listed as equivalent: the reason by the mutant's key."""
    listed = {}
    for path in sorted(glob.glob(EQUIVALENT + "*.txt")):
        with open(path, encoding="utf-8") as file:
            blocks = re.split(r"\n\s*\n", file.read().strip())
        for block in blocks:
            match = re.fullmatch(r"(\S+): in (.+)\n((?:- .*\n(?:\+ .*\n)+)+)= (.+(?:\n  .+)*)",
                                 block)
            if match is None:
                sys.exit(f"{path}: not a place, lines before and after, and a reason:\n{block}")
            file, function, lines, reason = match.groups()
            function = "" if function == "a table" else function
            for line in lines.splitlines():
                if line[0] == "-":
                    before = line[2:]
                else:
                    listed[(file, function, before, line[2:])] = reason
    return listed


def survivors(path):
    """The keys of those that have survived an earlier run, from what it has printed."""
    with open(path, encoding="utf-8") as file:
        found = re.findall(r"^survived .*?: (\S+):\d+: in (.+)\n- (.*)\n\+ (.*)", file.read(), re.M)
    return {(file, "" if function == "a table" else function, before, after)
            for file, function, before, after in found}


def sample(arguments, everything):
    """The mutants to judge by their numbers, in an order that only the seed decides."""
    again = survivors(arguments.again) if arguments.again else None
    chosen = {number: mutant for number, mutant in enumerate(everything, 1)
              if (not arguments.file or short(mutant.file) in arguments.file) and
              (not arguments.function or mutant.function in arguments.function) and
              (again is None or mutant.key in again)}
    if not chosen:
        sys.exit("nothing to change there")

    # By what is changed alone: a line that moves, or another file, changes no sample.
    def shuffled(number):
        return hashlib.sha256(f"{arguments.seed} {chosen[number].key}".encode()).digest()

    numbers = list(chosen)
    if arguments.count:
        numbers = sorted(chosen, key=shuffled)[:arguments.count]
    return {number: chosen[number] for number in numbers}


def report(everything, keys, listed):
    """The figure, and whether it is as it should be; `keys` are those of each word's mutants."""
    count = {word: len(keys[word]) for word in
             ("killed", "work", "equivalent", "survived", "same", "invalid")}
    known = {mutant.key for mutant in everything}
    unknown = [key for key in listed if key not in known]
    for key in unknown:
        print(f"{EQUIVALENT} lists what is not in the core any more: {key}")
    noticed = set(keys["killed"] + keys["work"] + keys["same"]) - set(keys["equivalent"])
    wrong = [key for key in listed if key in noticed]
    for key in wrong:
        print(f"{EQUIVALENT} lists what is noticed: {key}")
    judged = count["killed"] + count["work"] + count["equivalent"] + count["survived"]
    share = count["equivalent"] / max(judged, 1)
    if judged + count["same"] + count["invalid"] < len(everything):
        share = len(listed) / len(everything)
    print(f"mutation: {judged:,} changes: {count['killed']:,} noticed by the cases, "
          f"{count['work']:,} by the hot operations' work, {count['equivalent']:,} equivalent "
          f"({share:.1%} of all), {count['survived']:,} unlisted; {count['same']:,} more are the "
          f"same code, {count['invalid']:,} no C")
    return judged > 0 and not count["survived"] and not unknown and not wrong and share <= SHARE


def tell(arguments, mutant, word, why):
    if word == "survived":
        print(f"survived ({why}): {mutant}\n", flush=True)
    elif arguments.verbose:
        print(f"{word} ({why}): {mutant}\n", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--file", action="append", default=[])
    parser.add_argument("--function", action="append", default=[])
    parser.add_argument("--again")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    listed = equivalents()
    texts = {path: read(path) for path in sorted(glob.glob(CORE + "*.[ch]")) + [HEADER]}
    everything = [mutant for path in texts for mutant in mutants_of(path, texts[path])]
    chosen = sample(arguments, everything)
    keys = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        build = Build(folder, texts, chosen, arguments.jobs)
        judge = Judge(build, listed)

        def first(pair):
            return pair, judge.first(*pair)

        def last(pair):
            place = f"{folder}/{pair[0]}"
            judged = judge.last(*pair, place)
            shutil.rmtree(place, ignore_errors=True)
            return pair, judged

        waiting = list(chosen.items())
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for step in (first, last):
                left = []
                for done, (pair, judged) in enumerate(pool.map(step, waiting), 1):
                    if judged is None:
                        left.append(pair)
                    else:
                        tell(arguments, pair[1], *judged)
                        keys[judged[0]].append(pair[1].key)
                    if done % 500 == 0 or done == len(waiting):
                        print(f"{done} of {len(waiting)}, {len(left)} for later", file=sys.stderr,
                              flush=True)
                waiting = left
        judge.close()
    if not report(everything, keys, listed):
        sys.exit(1)


if __name__ == "__main__":
    main()
