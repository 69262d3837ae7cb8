"""Compares the cases with the headers' sentences about time and memory.

The cases are lines of a file: a function, type or header, a quote of its sentence, and the case's name.
With --list, prints each sentence and its cases.
"""

import re
import sys
from pathlib import Path

PROMISE = re.compile(r"(?:Complexity|Memory): .*?(?= Threads: | Source: |$)")


def words(text):
    return " ".join(text.split())


def sentences(header):
    """The comment of each function and type of a header, and under its own name what is in it."""
    text = header.read_text(encoding="utf-8")
    found = {header.name: words(re.sub(r"(?m)^///?", "", text))}
    for comment, code in re.findall(r"((?:^///.*\n)+)(^(?!///).*)", text, re.M):
        name = re.search(r"(\w+)\s*[(;{]", code)
        if name:
            found[name[1]] = words(re.sub(r"(?m)^///", "", comment))
    return found


def main(file, mode, *headers):
    cases = [line.split("\t") for line in Path(file).read_text(encoding="utf-8").splitlines()]
    found = {}
    for header in headers:
        found.update(sentences(Path(header)))
    wrong = [f"{name}: {subject} does not say: {quote}" for subject, quote, name in cases
             if quote not in found.get(subject, "")]
    count = 0
    for subject, comment in found.items():
        promise = PROMISE.search(comment)
        if subject.endswith(".h") or not promise:
            continue
        count += 1
        # One whose quote comes from another sentence would hold nothing of this one.
        held = [case for case in cases if case[0] == subject and case[1] in promise[0]]
        if not held:
            wrong.append(f"{subject} has no case: {promise[0]}")
        elif mode == "--list":
            print(f"{subject}\n    {promise[0]}")
            print("".join(f"        {name}: {quote}\n" for _, quote, name in held), end="")
    for subject, quote, name in cases:
        if mode == "--list" and subject.endswith(".h"):
            print(f"{subject}\n    {quote}\n        {name}")
    print("".join(f"FAIL {line}\n" for line in wrong) + f"{count} sentences, {len(wrong)} wrong")
    sys.exit(bool(wrong) or count == 0)


main(*sys.argv[1:])
