"""Describes what a program that was built against the library relies on, as sorted plain text.

    abi.py --c                the C header: constants, types, prototypes, where each field lies
    abi.py --asserts          the C table of sizes and offsets, Tests/CRangeCoreCases/layouts.c
    abi.py --swift GRAPH...   the public declarations of Swift, from symbol graphs

Layouts are clang's own, for every target that the library is tested on; there are three kinds.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
HEADER = "include/rangecore.h"
# The kinds of layout, and the targets of each; a table has a column a kind.
KINDS = {
    "64-bit": ["x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu", "s390x-linux-gnu"],
    "32-bit": ["armv7-linux-gnueabihf", "powerpc-linux-gnu", "wasm32-unknown-unknown"],
    "i386": ["i686-linux-gnu"],
}


def clang(target, *arguments):
    # Freestanding: no C library's headers are needed, so every target can be asked.
    resources = subprocess.run(["clang", "-print-resource-dir"], check=True, text=True,
                               stdout=subprocess.PIPE).stdout.strip()
    command = ["clang", f"--target={target}", "-std=c11", "-ffreestanding", "-nostdinc", "-isystem",
               f"{resources}/include", "-Iinclude", "-x", "c", *arguments, HEADER]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, cwd=TOP).stdout


def layouts(target):
    """The size and alignment of each public struct, and offset and type of each of its fields."""
    found = {}
    dump = clang(target, "-fsyntax-only", "-Xclang", "-fdump-record-layouts-complete")
    for part in dump.split("*** Dumping AST Record Layout")[1:]:
        name = re.search(r"0 \| struct (rc_\w+)\n", part)
        if not name:
            continue
        lines = []
        # Two more blanks mark a field of the struct itself; deeper ones are in a struct of theirs.
        for offset, kind, field in re.findall(r"^ *(\d+) \|   (\S.*?) (\w+)$", part, re.M):
            # A typedef hides what it stands for, which the list of types tells.
            lines.append((field, int(offset), kind.removeprefix("struct ")))
        size, align = re.search(r"\[sizeof=(\d+), align=(\d+)", part).groups()
        found[name[1]] = (int(size), int(align), lines)
    if not found:
        sys.exit(f"abi.py: clang tells no layouts for {target}")
    return found


def layouts_by_kind():
    kinds = {}
    for kind, targets in KINDS.items():
        kinds[kind] = layouts(targets[0])
        for target in targets[1:]:
            other = layouts(target)
            for name in kinds[kind]:
                if other.get(name) != kinds[kind][name]:
                    sys.exit(f"abi.py: {name} has another layout on {target} than on {targets[0]}:\n"
                             f"  {other.get(name)}\n  {kinds[kind][name]}")
    return kinds


def rows():
    """Yields name, a number a kind, and the type of a field or the alignments of a struct."""
    kinds = list(layouts_by_kind().values())
    for name in sorted(kinds[0]):
        structs = [kind[name] for kind in kinds]
        yield name, [struct[0] for struct in structs], [struct[1] for struct in structs]
        for fields in zip(*(struct[2] for struct in structs), strict=True):
            yield f"{name}.{fields[0][0]}", [field[1] for field in fields], fields[0][2]


def declarations():
    """The constants of enums, and what each typedef stands for."""
    tree = json.loads(clang("x86_64-linux-gnu", "-fsyntax-only", "-Xclang", "-ast-dump=json"))
    constants, types = [], []
    for node in tree["inner"]:
        if node["kind"] == "EnumDecl":
            for constant in node["inner"]:
                if constant["kind"] == "EnumConstantDecl":
                    if "value" not in constant.get("inner", [{}])[0]:
                        sys.exit(f"abi.py: {constant['name']} is given no value")
                    value = constant["inner"][0]["value"]
                    constants.append((node.get("name", "flags"), int(value), constant["name"]))
        elif node["kind"] == "TypedefDecl" and node["name"].startswith("rc_"):
            types.append(f"{node['name']} is {node['type']['qualType']}")
    return constants, sorted(types)


def enum_names():
    text = (TOP / HEADER).read_text(encoding="utf-8")
    return re.findall(r"^typedef enum (\w+) \{", text, re.M)


def describe_c():
    constants, types = declarations()
    macros = clang("x86_64-linux-gnu", "-E", "-dM")
    functions = subprocess.run([TOP / "Scripts/functions"], check=True, text=True,
                               stdout=subprocess.PIPE).stdout.splitlines()
    yield "# What a program built against the C library relies on: Scripts/full/abi compares it with"
    yield "# the header and the library, and Scripts/full/abi --accept writes it anew."
    yield "\n== macros ==\n"
    yield from sorted(re.findall(r"^#define (RC_(?!API\b).*)$", macros, re.M))
    yield "\n== constants ==\n"
    yield from (f"{name} = {value} in {enum}" for enum, value, name in constants)
    yield "\n== types ==\n"
    yield from types
    yield "\n== functions ==\n"
    yield from sorted(functions, key=lambda line: re.search(r"(\w+)\(", line)[1])
    yield f"\n== layouts: sizes, or offsets of fields: {', '.join(KINDS)} ==\n"
    for name, numbers, rest in rows():
        columns = " ".join(map(str, numbers))
        if "." in name:
            yield f"  {name}: {columns}, {rest}"
        else:
            yield f"{name}: {columns}, aligned to {' '.join(map(str, rest))}"


def asserts():
    yield "// Written by Scripts/full/abi --accept: the sizes of the open structs and the offsets of"
    yield f"// their fields, on {', '.join(KINDS)} targets."
    yield "\n#include \"layouts.h\"\n\n#include <rangecore.h>\n\nconst layout layouts[] = {"
    for name in sorted(enum_names()):
        yield f"    {{\"{name}\", sizeof({name}), {{4, 4, 4}}}},"
    for name, numbers, _ in rows():
        struct, _, field = name.partition(".")
        here = f"offsetof({struct}, {field})" if field else f"sizeof({struct})"
        yield f"    {{\"{name}\", {here}, {{{', '.join(map(str, numbers))}}}}},"
    yield "};\n\nconst size_t layouts_count = sizeof layouts / sizeof layouts[0];"


def describe_swift(paths):
    """A line for each public declaration, and one for each conformance."""
    lines, names = set(), {}
    graphs = [json.loads(Path(path).read_text(encoding="utf-8")) for path in paths]
    for graph in graphs:
        for symbol in graph["symbols"]:
            names[symbol["identifier"]["precise"]] = ".".join(symbol["pathComponents"])
    for graph in graphs:
        for symbol in graph["symbols"]:
            # What a protocol of another module adds is that module's to change.
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            where = " where " + ", ".join(
                f"{rule['lhs']} {rule['kind']} {rule['rhs']}"
                for rule in symbol.get("swiftExtension", {}).get("constraints", []))
            lines.add(f"{'.'.join(symbol['pathComponents'])}: {' '.join(text.split())}"
                      f"{where if len(where) > 7 else ''}")
        for relation in graph["relationships"]:
            source = names.get(relation["source"])
            if source is None or "::SYNTHESIZED::" in relation["source"]:
                continue
            target = names.get(relation["target"], relation.get("targetFallback", ""))
            if relation["kind"] in ("conformsTo", "inheritsFrom"):
                lines.add(f"{source} is a {target}")
            elif relation["kind"] == "requirementOf":
                lines.add(f"{target} requires {source}")
    if not lines:
        sys.exit("abi.py: no public declarations in the symbol graphs")
    yield "# What Swift code that uses RangeCore relies on: Scripts/full/abi compares it with what the"
    yield "# compiler says, and Scripts/full/abi --accept writes it anew."
    yield ""
    yield from sorted(lines)


def main():
    if sys.argv[1:2] == ["--c"]:
        lines = describe_c()
    elif sys.argv[1:2] == ["--asserts"]:
        lines = asserts()
    elif sys.argv[1:2] == ["--swift"] and len(sys.argv) > 2:
        lines = describe_swift(sys.argv[2:])
    else:
        sys.exit(__doc__)
    print("\n".join(lines))


main()
