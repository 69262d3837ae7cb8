"""The small changes that Scripts/mutation.py makes to the core: one operator, constant, branch or
call at a time, as edits of the text, where a parser of C says that there is one."""

import re

import tree_sitter
import tree_sitter_c

LANGUAGE = tree_sitter.Language(tree_sitter_c.language())

OPERATORS = {
    "<": ["<=", ">="], ">": [">=", "<="], "<=": ["<", ">"], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
    "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"], "^": ["&"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="],
    "<<=": [">>="], ">>=": ["<<="], "^=": ["&="], "++": ["--"], "--": ["++"],
}
# What the parser of C does not know, as spaces.
ATTRIBUTES = re.compile(rb"\b(RC_API|RC_NOINLINE|RC_INLINED|RC_RARE|RC_WRAPS\(.*\))(?!\w)")
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]{2,}$")
# Asserts say what the code already makes true; the others tell the compiler what is likely.
NOT_CHANGED = {"RC_ASSERT", "__builtin_prefetch", "_Static_assert", "sizeof"}


class Mutant:
    """`file` with the bytes start ..< end replaced, inside `function` ("" for a table). `host` is
    the expression or statement around these that can be chosen at run time, or None."""

    def __init__(self, file, source, host, node, function, text):
        self.file, self.function, self.host = file, function, host
        self.start, self.end, self.text = node.start_byte, node.end_byte, text.encode()
        self.line = source.count(b"\n", 0, self.start) + 1
        after = self.apply(source)
        lower = source.rfind(b"\n", 0, self.start) + 1
        # All the lines that it touches, before and after, as one.
        self.before = self._lines(source, lower, self.end)
        self.after = self._lines(after, lower, self.start + len(self.text))
        self.key = (file, function, self.before, self.after)

    @staticmethod
    def _lines(source, lower, upper):
        upper = source.find(b"\n", upper)
        return " ".join(source[lower:upper].decode().split())

    def apply(self, source):
        return source[:self.start] + self.text + source[self.end:]

    def __str__(self):
        place = f"{self.file}:{self.line}: in {self.function or 'a table'}"
        return f"{place}\n- {self.before}\n+ {self.after}"


def name_of(definition):
    node = definition.child_by_field_name("declarator")
    while node is not None and node.type != "identifier":
        node = node.child_by_field_name("declarator")
    return node.text.decode() if node is not None else ""


def changes(node):
    """Triples of a host, a node in it, and what that is replaced by."""
    text, kind = node.text.decode(), node.type
    if kind in ("binary_expression", "assignment_expression", "update_expression"):
        operator, host = node.child_by_field_name("operator"), node
        # Another operator may bind its neighbours otherwise.
        while host.type == host.parent.type == "binary_expression":
            host = host.parent
        for other in OPERATORS.get(operator.text.decode(), []):
            yield host, operator, other
    elif kind == "unary_expression":
        yield node, node.child_by_field_name("operator"), " "
    elif kind == "number_literal":
        yield from ((node, node, other) for other in
                    {"0": ["1"], "1": ["0", "2"]}.get(text, [f"({text} + 1)", f"({text} - 1)"]))
    elif kind in ("true", "false"):
        yield node, node, "false" if kind == "true" else "true"
    elif kind == "identifier" and CONSTANT.match(text) and text != "NULL":
        yield node, node, f"({text} + 1)"
    elif kind in ("if_statement", "conditional_expression"):
        condition = node.child_by_field_name("condition")
        for always in ("|| 1", "&& 0"):
            yield condition, condition, f"(({condition.text.decode()}) {always})"
    elif kind in ("while_statement", "for_statement", "do_statement"):
        condition = node.child_by_field_name("condition")
        if condition is not None:
            yield condition, condition, f"(({condition.text.decode()}) && 0)"
    elif kind in ("break_statement", "continue_statement") or text == "return;":
        yield node, node, ";"
    elif kind == "expression_statement" and node.named_child_count == 1:
        if node.named_child(0).type in ("call_expression", "assignment_expression",
                                        "update_expression"):
            yield node, node, ";"
    elif kind == "call_expression" and node.parent.type != "expression_statement":
        yield node, node, "0"


def skips(node):
    """Whether there is nothing to change in a node."""
    kind = node.type
    if kind.startswith("preproc_") and kind not in ("preproc_if", "preproc_ifdef", "preproc_else",
                                                    "preproc_elif"):
        return True
    if kind in ("array_declarator", "type_definition", "sizeof_expression", "bitfield_clause"):
        return True
    if kind == "call_expression":
        return node.child_by_field_name("function").text.decode() in NOT_CHANGED
    if kind == "expression_statement":
        return skips(node.named_child(0)) if node.named_child_count == 1 else False
    return False


def is_constant(node):
    """Whether the compiler must know what a node is, or makes a text of it."""
    text = node.text
    return (node.type.startswith("preproc_") or
            node.type in ("enumerator", "subscript_designator") or
            node.type == "declaration" and text.startswith(b"static ") or
            node.type == "call_expression" and
            text.startswith((b"__builtin_shufflevector", b"VERSION_TEXT")))


def parsed(source):
    """The root of a file's syntax."""
    clean = ATTRIBUTES.sub(lambda match: b" " * len(match.group()), source)
    return tree_sitter.Parser(LANGUAGE).parse(clean).root_node


def mutants_of(file, source):
    """All mutants of a file, in the order of the text."""
    waiting, found = [(parsed(source), "", False)], []
    while waiting:
        node, function, runs = waiting.pop()
        if skips(node) or (function == "" and node.type == "declaration" and
                           b"=" not in node.text):
            continue
        if node.type == "function_definition":
            function = name_of(node)
        runs = runs or (function != "" and node.type == "compound_statement")
        parent = node.parent.type if node.parent is not None else ""
        # Only what has a value: no name of a function or of a case.
        if not (node.type == "identifier" and parent == "call_expression"):
            for host, target, text in changes(node):
                found.append(Mutant(file, source, host if runs else None, target, function, text))
        waiting += [(child, function, runs and not is_constant(node))
                    for child in reversed(node.children)
                    if not (node.type == "case_statement" and
                            child == node.child_by_field_name("value"))]
    return found
