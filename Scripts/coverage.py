"""Reads what llvm-cov exports, and says what the tests have not met.

    coverage.py c FOLDER PROFILE...   lines, branches and MC/DC pairs of the C files in a folder
    coverage.py swift FOLDER PROFILE  lines, and each `throw`, of the Swift files in a folder

PROFILE.json and PROFILE.lcov are what `llvm-cov export` prints of one program; what any of them has
met is met. Prints a line for each gap, FILE:LINE, then one with the figure; ends with 1 for a gap.

A function in a header is compiled into many files, and what is met in one of these is met.
"""

import json
import os
import re
import sys
from collections import defaultdict

# A decision with more conditions than these is hard to read.
CONDITIONS_MAX = 6
EXPANSION = 1


def inside(path, folder):
    return os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)


def read_lines(profiles, folder):
    """How often each line that can run did, by file and line."""
    lines = defaultdict(int)
    for profile in profiles:
        path = None
        with open(profile + ".lcov", encoding="utf-8") as file:
            for line in file:
                if line.startswith("SF:"):
                    path = line[3:].strip()
                elif line.startswith("DA:") and inside(path, folder):
                    number, count = line[3:].split(",")[:2]
                    lines[os.path.relpath(path), int(number)] += int(count)
    return lines


def read_functions(profiles, folder):
    for profile in profiles:
        with open(profile + ".json", encoding="utf-8") as file:
            for data in json.load(file)["data"]:
                for function in data["functions"]:
                    if inside(function["filenames"][0], folder):
                        yield function


def place_of(function, region, file_at):
    """The file, the line and the column where a region begins, and where it does in each macro."""
    # What a macro is made of has a file of its own in each use of it.
    uses = {use[6]: use for use in function["regions"] if use[7] == EXPANSION}
    file, places = region[file_at], [(region[0], region[1])]
    while file in uses:
        use = uses[file]
        file = use[5]
        places.insert(0, (use[0], use[1]))
    return (os.path.relpath(function["filenames"][file]), *places[0], *places[1:])


def read_branches(profiles, folder):
    """How often each condition was true, and was false."""
    branches = defaultdict(lambda: [0, 0])
    for function in read_functions(profiles, folder):
        for region in function.get("branches", []):
            counts = branches[place_of(function, region, 6)]
            counts[0] += region[4]
            counts[1] += region[5]
    return branches


def read_decisions(profiles, folder):
    """Of each condition of each decision, whether it was seen to decide by itself."""
    decisions = {}
    for function in read_functions(profiles, folder):
        for region in function.get("mcdc_records", []):
            conditions, place = region[-1], place_of(function, region, 6)
            seen = decisions.setdefault(place, [False] * len(conditions))
            decisions[place] = [a or b for a, b in zip(seen, conditions)]
    return decisions


def report(gaps):
    for path, line, text in sorted(gaps):
        print(f"{path}:{line}: {text}")


def percent(total, missing):
    # Rounded down, so that 100 means all.
    return f"{(total - missing) * 10000 // max(total, 1) / 100:.2f} %"


def check_c(folder, profiles):
    lines = read_lines(profiles, folder)
    branches = read_branches(profiles, folder)
    decisions = read_decisions(profiles, folder)
    gaps, wrong = [], []
    gaps += [(path, line, "the line never runs") for (path, line), n in lines.items() if n == 0]
    for (path, line, column, *_), counts in branches.items():
        for count, name in zip(counts, ("true", "false")):
            if count == 0:
                gaps.append((path, line, f"the condition in column {column} is never {name}"))
    for (path, line, column, *_), seen in decisions.items():
        if len(seen) > CONDITIONS_MAX:
            wrong.append((path, line, f"a decision of {len(seen)} conditions: {CONDITIONS_MAX} are "
                                      "allowed"))
        for number, is_covered in enumerate(seen, 1):
            if not is_covered:
                gaps.append((path, line, f"condition {number} of {len(seen)} of the decision in "
                                         f"column {column} never decides by itself"))
    report(gaps + wrong)
    total = len(lines), 2 * len(branches), sum(len(seen) for seen in decisions.values())
    if 0 in total:
        sys.exit("nothing was measured")
    print(f"{percent(sum(total), len(gaps))} of {total[0]} lines, {total[1]} branches, "
          f"{total[2]} MC/DC pairs")
    return not gaps and not wrong


def read_segments(profile, folder):
    """Where the count changes, by file: line, column, count; None where nothing is counted."""
    with open(profile + ".json", encoding="utf-8") as file:
        for data in json.load(file)["data"]:
            for entry in data["files"]:
                if inside(entry["filename"], folder):
                    yield os.path.relpath(entry["filename"]), [
                        (s[0], s[1], s[2] if s[3] else None) for s in entry["segments"]]


def throws_in(path):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            code = line.split("//")[0]
            for match in re.finditer(r"\bthrow\b", code):
                yield number, match.start() + 1


def count_at(segments, line, column):
    count = None
    for segment in segments:
        if segment[:2] > (line, column):
            break
        count = segment[2]
    return count


def check_swift(folder, profile):
    lines = read_lines([profile], folder)
    gaps = [(path, line, "the line never runs") for (path, line), n in lines.items() if n == 0]
    throws = 0
    for path, segments in read_segments(profile, folder):
        for line, column in throws_in(path):
            throws += 1
            if not count_at(segments, line, column):
                gaps.append((path, line, f"the throw in column {column} never runs"))
    report(gaps)
    if not lines or not throws:
        sys.exit("nothing was measured")
    print(f"{percent(len(lines) + throws, len(gaps))} of {len(lines)} lines of Swift, "
          f"{throws} throws")
    return not gaps


def main(arguments):
    if len(arguments) >= 3 and arguments[0] == "c":
        return check_c(arguments[1], arguments[2:])
    if len(arguments) == 3 and arguments[0] == "swift":
        return check_swift(arguments[1], arguments[2])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
