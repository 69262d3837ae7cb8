"""Looks for what no compiler minds.

    hygiene.py files FILE...  long files and functions, machine paths, reminders, binaries
    hygiene.py calls FILE.ci  recursion, in the call graphs that gcc -fcallgraph-info writes
"""

import os
import re
import sys

FILE_LINES, FUNCTION_LINES = 800, 70
LONG_BY_NATURE = {"include/rangecore.h"}
PICTURES = (".png", ".jpg", ".gif")
MACHINE_PATH = re.compile(r"(?<![\w.)\]}~-])/(work|root|home|Users|opt/swift)/")
# Not written out, so that this file passes.
REMINDER = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")

# A variable that all threads share. Cases run at the same time.
SHARED = re.compile(r"\s*static (?!const\b|_Thread_local\b)[\w *]+?(\[[^]]*\])*( =.*|;)$")


def functions(lines):
    """The first and last line of each function, in C as clang-format leaves it: a definition
    begins and its body ends in the first column."""
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and re.match(r"[A-Za-z_].*\(", line) and not line.endswith(";"):
            start = number
        elif start is not None and (line.endswith(";") and line[0] not in " }"):
            start = None
        elif start is not None and line == "}":
            yield start, number
            start = None
        elif start is not None and line == "":
            # A declaration, or a table: nothing that began by a name and a parenthesis.
            if not any(text.endswith("{") for text in lines[start - 1:number - 1]):
                start = None


def check_file(path):
    with open(path, "rb") as file:
        data = file.read()
    if b"\0" in data:
        if not path.endswith(PICTURES):
            yield f"{path}: is binary"
        return
    lines = data.decode("utf-8").split("\n")
    is_code = path.endswith((".c", ".h", ".swift", ".py")) or data.startswith(b"#!")
    if is_code and len(lines) > FILE_LINES + 1 and path not in LONG_BY_NATURE:
        yield f"{path}: {len(lines) - 1} lines, {FILE_LINES} are allowed"
    if path.startswith("Sources/CRangeCore/"):
        for first, last in functions(lines):
            if last - first + 1 > FUNCTION_LINES:
                yield (f"{path}:{first}: a function of {last - first + 1} lines, "
                       f"{FUNCTION_LINES} are allowed")
    for number, line in enumerate(lines, 1):
        if MACHINE_PATH.search(line):
            yield f"{path}:{number}: a path of one machine: {line.strip()}"
        if REMINDER.search(line):
            yield f"{path}:{number}: a reminder: {line.strip()}"
        if path.startswith("Tests/CRangeCoreCases/") and SHARED.match(line):
            yield f"{path}:{number}: not const, and not _Thread_local: {line.strip()}"
        if line.endswith((" ", "\t", "\r")) and not path.endswith(".md"):
            yield f"{path}:{number}: ends in a space"
    if data and not data.endswith(b"\n"):
        yield f"{path}: has no newline at its end"


def check_calls(paths):
    calls = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for source, target in re.findall(r'sourcename: "([^"]+)" targetname: "([^"]+)"',
                                             file.read()):
                calls.setdefault(source, set()).add(target)
    if not calls:
        yield "the call graph is empty"
    # What can be reached from a function in any number of calls.
    for function in sorted(calls):
        reached, waiting = set(), list(calls[function])
        while waiting:
            target = waiting.pop()
            if target not in reached:
                reached.add(target)
                waiting += calls.get(target, ())
        if function in reached:
            yield f"{function} calls itself, perhaps through others"


def main():
    mode, paths = sys.argv[1], sys.argv[2:]
    if mode == "calls":
        found = list(check_calls(paths))
    else:
        found = [line for path in paths if os.path.isfile(path) for line in check_file(path)]
    if found:
        sys.exit("\n".join(found))


main()
