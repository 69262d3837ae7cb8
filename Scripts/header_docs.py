"""Prepares include/rangecore.h for docc.

    header_docs.py API.json GRAPH.json PAGE.md

Reads what `clang -extract-api` writes of the header, API.json. Writes GRAPH.json, the same with what
clang leaves out, opaque types and the comments of macros; and PAGE.md, the page of the whole
header: its own prose, and its symbols in its own order, room by room.
"""

import json
import re
import sys

HEADER = "include/rangecore.h"
NO_API = {"RC_API", "RANGECORE_H"}


def comment_above(lines, number):
    """The documentation that ends above a line, where there is any, as lines of a symbol graph."""
    end = number
    # Macros that follow one another share the comment of the first.
    while lines[number].startswith("#define ") and lines[end - 1].startswith("#define "):
        end -= 1
    start = end
    while lines[start - 1].startswith("///"):
        start -= 1
    return [{"text": re.sub(r"^/// ?", "", line)} for line in lines[start:end]]


def opaque_type(name, number):
    declaration = [{"kind": "keyword", "spelling": "typedef"}, {"kind": "text", "spelling": " "},
                   {"kind": "keyword", "spelling": "struct"}, {"kind": "text", "spelling": " "},
                   {"kind": "identifier", "spelling": name}]
    title = [{"kind": "identifier", "spelling": name}]
    return {
        "accessLevel": "public", "declarationFragments": declaration, "pathComponents": [name],
        "identifier": {"interfaceLanguage": "c", "precise": f"c:@S@{name}"},
        "kind": {"displayName": "Structure", "identifier": "c.struct"},
        "location": {"position": {"character": 0, "line": number}, "uri": f"file://{HEADER}"},
        "names": {"navigator": title, "subHeading": title, "title": name},
    }


def complete(graph, lines):
    """Adds what clang leaves out."""
    symbols = {symbol["pathComponents"][-1]: symbol for symbol in graph["symbols"]
               if symbol["pathComponents"][-1] not in NO_API}
    for number, line in enumerate(lines):
        macro = re.match(r"#define (\w+)", line)
        opaque = re.match(r"typedef struct (\w+) \1;", line)
        name = macro[1] if macro else opaque[1] if opaque else None
        if opaque:
            symbols.setdefault(name, opaque_type(name, number))
        if name in symbols:
            symbols[name].setdefault("docComment", {"lines": comment_above(lines, number)})
    graph["symbols"] = list(symbols.values())


def comment_at(lines, start):
    """The text of the comment that starts there and is no documentation."""
    end = start
    while end < len(lines) and re.match(r"//(?!/)", lines[end]):
        end += 1
    return [line.removeprefix("//").removeprefix(" ") for line in lines[start:end]]


def page(graph, lines):
    symbols = sorted((symbol["location"]["position"]["line"], symbol["pathComponents"][0])
                     for symbol in graph["symbols"] if len(symbol["pathComponents"]) == 1)
    title, *overview = comment_at(lines, 0)
    yield f"# ``CRangeCore``\n\n{title}\n\n## Overview"
    yield from overview
    yield "\n## Topics"
    starts = [number for number, line in enumerate(lines) if line.startswith("// == ")]
    for start, end in zip(starts, starts[1:] + [len(lines)]):
        yield "\n### " + lines[start].strip("/= ").capitalize() + "\n"
        yield from comment_at(lines, start + 1)
        yield ""
        names = dict.fromkeys(symbol for line, symbol in symbols if start < line < end)
        yield from (f"- ``{name}``" for name in names)


def main():
    api, graph_file, page_file = sys.argv[1:]
    with open(HEADER, encoding="utf-8") as file:
        lines = file.read().splitlines()
    with open(api, encoding="utf-8") as file:
        graph = json.load(file)
    complete(graph, lines)
    with open(graph_file, "w", encoding="utf-8") as file:
        json.dump(graph, file)
    with open(page_file, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in page(graph, lines))


main()
