"""Files of the core with all their changes in them: a number says at run time which one is made, so
that the whole core is compiled once. See Tests/Full/mutation.h for the macros."""

import itertools
import re

from mutants import parsed

BODIES = ("if_statement", "else_clause", "while_statement", "for_statement", "do_statement")


def wrapped(text, lower, upper, spans):
    """text[lower:upper] with something put before and after each (start, end, before, after)."""
    out, at, waiting = [], lower, []

    def close(position):
        nonlocal at
        while waiting and waiting[-1][0] <= position:
            end, after = waiting.pop()
            out.append(text[at:end] + after)
            at = end

    for start, end, before, after in sorted(spans, key=lambda span: (span[0], -span[1])):
        close(start)
        out.append(text[at:start] + before)
        at = start
        waiting.append((end, after))
    close(upper)
    return b"".join(out) + text[at:upper]


def steps(body):
    """Each statement, which is counted where it is run."""
    waiting = [body]
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        kind, parent = node.type, node.parent.type
        if not kind.endswith("_statement") and kind != "declaration":
            continue
        if parent in ("compound_statement", "case_statement") and kind != "case_statement":
            yield node.start_byte, node.end_byte, b"RC_STEP ", b""
        elif parent in BODIES and kind not in ("compound_statement", "declaration"):
            yield node.start_byte, node.end_byte, b"{ RC_STEP ", b"}"


def choices(source, numbered):
    """Each host with its alternatives, on lines of their own, so that errors name them."""
    def place(pair):
        return pair[1].host.start_byte, pair[1].host.end_byte

    for (start, end), pairs in itertools.groupby(sorted(numbered, key=place), place):
        before, after = "", b"))"
        for number, mutant in pairs:
            longer = len(mutant.text) - (mutant.end - mutant.start)
            text = mutant.apply(source)[start:end + longer].decode()
            text = " ".join(re.sub(r"//.*", "", text).split())
            if mutant.host.type.endswith("_statement"):
                before, after = f"{{ if (!rc_is({number}))\n", b"}"
            else:
                before += f"\nrc_is({number}) ? ({text}) :"
        if after == b"))":
            before = f"({before}\n("
        yield start, end, before.encode(), after


def woven(source, numbered):
    """The text of a file with those of its mutants that have hosts: pairs of a number and one."""
    numbered = [(number, mutant) for number, mutant in numbered if mutant.host is not None]
    out, at, waiting = [], 0, [parsed(source)]
    bodies = []
    while waiting:
        node = waiting.pop()
        if node.type == "function_definition":
            bodies.append(node.child_by_field_name("body"))
        else:
            waiting += reversed(node.named_children)
    for body in sorted(bodies, key=lambda node: node.start_byte):
        lower, upper = body.start_byte, body.end_byte
        inside = [pair for pair in numbered if lower <= pair[1].start < upper]
        counted = list(steps(body))
        plain = wrapped(source, lower, upper, counted)
        out.append(source[at:lower])
        if inside:
            chosen = wrapped(source, lower, upper, counted + list(choices(source, inside)))
            numbers = [number for number, _ in inside]
            guard = f"{{ if (rc_idle({min(numbers)}, {max(numbers)})) "
            plain = guard.encode() + plain + b" else " + chosen + b" }"
        out.append(plain)
        at = upper
    return b"".join(out) + source[at:]
