"""Says which public symbols have no documentation.

    documented.py --functions API.json        the names of the C header's functions
    documented.py --header API.json           checks include/rangecore.h
    documented.py --swift GRAPH.json...       checks symbol graphs
    documented.py --swift-flags PACKAGE.json  RangeCore's compiler flags, as the manifest has them

API.json is what `clang -extract-api` writes, PACKAGE.json what `swift package dump-package` does.
"""

import json
import re
import sys

HEADER = "include/rangecore.h"
# Their meaning is their names', or the comment of what they are part of.
OPTIONAL = {"c.property", "c.enum.case"}
NO_API = {"RC_API", "RANGECORE_H"}


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def symbols(path):
    for symbol in load(path)["symbols"]:
        yield symbol["kind"]["identifier"], ".".join(symbol["pathComponents"]), symbol


def text_only_declarations():
    """What clang does not extract with its comment: macros, opaque types, anonymous enums.

    Yields the name, the line's number and whether a comment ends on the line above. Macros that
    follow one another share the comment of the first; an enum of bits has that of its type, the
    typedef before it.
    """
    with open(HEADER, encoding="utf-8") as file:
        lines = file.read().splitlines()
    documented = False
    for number, line in enumerate(lines):
        above = lines[number - 1] if number > 0 else ""
        if not (line.startswith("#define ") and above.startswith("#define ")):
            documented = above.startswith("///")
        if line.startswith("enum {") and above == "" and lines[number - 2].startswith("typedef "):
            documented = lines[number - 3].startswith("///")
        match = re.match(r"#define (\w+)|typedef struct (\w+) \2;|(enum) \{", line)
        if match and match[1] not in NO_API:
            yield match[1] or match[2] or "anonymous enum", number + 1, documented


def check_header(path):
    missing, required, optional, bare = [], 0, 0, 0
    for kind, name, symbol in symbols(path):
        has_comment = "docComment" in symbol
        if kind in OPTIONAL:
            optional += 1
            bare += not has_comment
        elif kind != "c.macro":
            required += 1
            if not has_comment:
                line = symbol["location"]["position"]["line"] + 1
                missing.append(f"{HEADER}:{line}: {name} has no comment")
    for name, line, documented in text_only_declarations():
        required += 1
        if not documented:
            missing.append(f"{HEADER}:{line}: {name} has no comment")
    print(f"C: {required} symbols, {len(missing)} without a comment; "
          f"{optional} fields and cases, {bare} that speak for themselves")
    return missing if required else ["no symbols found"]


def check_swift(paths):
    missing, count = [], 0
    for path in paths:
        for kind, name, symbol in symbols(path):
            # What the compiler adds has no place in a file; extensions are no symbols.
            if "location" not in symbol or kind == "swift.extension":
                continue
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            count += 1
            if "docComment" not in symbol:
                place = symbol["location"]
                file = place["uri"][place["uri"].rindex("Sources/"):]
                line = place["position"]["line"] + 1
                missing.append(f"{file}:{line}: {name} has no comment")
    print(f"Swift: {count} symbols, {len(missing)} without a comment")
    return missing if count else ["no symbols found"]


def swift_flags(path):
    package = load(path)
    flags = ["-swift-version", "6"]
    for target in package["targets"]:
        if target["name"] != "RangeCore":
            continue
        for setting in target["settings"]:
            for kind, value in setting["kind"].items():
                if kind == "enableUpcomingFeature":
                    flags += ["-enable-upcoming-feature", value["_0"]]
                elif kind == "enableExperimentalFeature":
                    flags += ["-enable-experimental-feature", value["_0"]]
    return flags


def main():
    mode, paths = sys.argv[1], sys.argv[2:]
    if mode == "--functions":
        print("\n".join(name for kind, name, _ in symbols(paths[0]) if kind == "c.func"))
    elif mode == "--swift-flags":
        print(" ".join(swift_flags(paths[0])))
    else:
        missing = check_header(paths[0]) if mode == "--header" else check_swift(paths)
        if missing:
            sys.exit("\n".join(missing))


main()
