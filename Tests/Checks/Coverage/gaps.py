"""Says what no run has met, of what `llvm-cov export` prints: gaps.py FOLDER PROFILE.json...

A function in a header is compiled into many files, and the core in several ways: what one of these
has met is met. llvm-cov's own summary counts each copy by itself. Prints a line per gap, FILE:LINE,
then the figure; exits with 1 if there is a gap.
"""

import json
import os
import sys
from collections import defaultdict

CODE, EXPANSION = 0, 1


def place_of(function, region, file_at):
    """The file, the line and column where a region begins, and where it does in each macro."""
    # What a macro is made of has a file of its own in each use of it.
    uses = {use[6]: use for use in function["regions"] if use[7] == EXPANSION}
    file, places = region[file_at], [tuple(region[:4])]
    while file in uses:
        use = uses[file]
        file = use[5]
        places.insert(0, tuple(use[:4]))
    return os.path.relpath(function["filenames"][file]), *places


def main(folder, *profiles):
    regions, branches, decisions = defaultdict(int), defaultdict(lambda: [0, 0]), {}
    for profile in profiles:
        with open(profile, encoding="utf-8") as file:
            functions = [it for data in json.load(file)["data"] for it in data["functions"]]
        for function in functions:
            if not os.path.relpath(function["filenames"][0]).startswith(folder + "/"):
                continue
            for region in function["regions"]:
                if region[7] == CODE:
                    regions[place_of(function, region, 5)] += region[4]
            for region in function["branches"]:
                counts = branches[place_of(function, region, 6)]
                counts[0] += region[4]
                counts[1] += region[5]
            for region in function["mcdc_records"]:
                place, met = place_of(function, region, 6), region[-1]
                seen = decisions.setdefault(place, [False] * len(met))
                decisions[place] = [a or b for a, b in zip(seen, met)]
    gaps = [(place, "this never runs") for place, count in regions.items() if count == 0]
    for place, counts in branches.items():
        gaps += [(place, f"the condition in column {place[1][1]} is never {name}")
                 for count, name in zip(counts, ("true", "false")) if count == 0]
    for place, seen in decisions.items():
        gaps += [(place, f"condition {number} of {len(seen)} never decides by itself")
                 for number, is_met in enumerate(seen, 1) if not is_met]
    for place, text in sorted(gaps):
        print(f"{place[0]}:{place[1][0]}: {text}")
    pairs = sum(map(len, decisions.values()))
    total = len(regions) + 2 * len(branches) + pairs
    if not regions or not branches or not pairs:
        sys.exit("nothing was measured")
    # Rounded down, so that 100 means all.
    print(f"{(total - len(gaps)) * 10000 // total / 100:.2f} % of {len(regions)} regions, "
          f"{2 * len(branches)} branches and {pairs} MC/DC pairs of C")
    sys.exit(1 if gaps else 0)


main(*sys.argv[1:])
