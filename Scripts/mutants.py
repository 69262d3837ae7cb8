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
ATTRIBUTES = re.compile(rb"\b(RC_API|RC_NOINLINE|RC_INLINED|RC_RARE)\b")
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]{2,}$")
# Asserts say what the code already makes true; the others tell the compiler what is likely.
NOT_CHANGED = {"RC_ASSERT", "__builtin_prefetch", "_Static_assert", "sizeof"}


class Mutant:
    """`file` with the bytes start ..< end replaced, inside `function` ("" for a table)."""

    def __init__(self, file, source, node, function, text):
        self.file, self.function = file, function
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
    """Pairs of a node and what it is replaced by."""
    text, kind = node.text.decode(), node.type
    if kind in ("binary_expression", "assignment_expression", "update_expression"):
        operator = node.child_by_field_name("operator")
        for other in OPERATORS.get(operator.text.decode(), []):
            yield operator, other
    elif kind == "unary_expression":
        yield node.child_by_field_name("operator"), " "
    elif kind == "number_literal":
        yield from ((node, other) for other in
                    {"0": ["1"], "1": ["0", "2"]}.get(text, [f"({text} + 1)", f"({text} - 1)"]))
    elif kind in ("true", "false"):
        yield node, "false" if kind == "true" else "true"
    elif kind == "identifier" and CONSTANT.match(text) and text != "NULL":
        yield node, f"({text} + 1)"
    elif kind in ("if_statement", "conditional_expression"):
        condition = node.child_by_field_name("condition")
        for always in ("|| 1", "&& 0"):
            yield condition, f"(({condition.text.decode()}) {always})"
    elif kind in ("while_statement", "for_statement", "do_statement"):
        condition = node.child_by_field_name("condition")
        if condition is not None:
            yield condition, f"(({condition.text.decode()}) && 0)"
    elif kind in ("break_statement", "continue_statement") or text == "return;":
        yield node, ";"
    elif kind == "expression_statement" and node.named_child_count == 1:
        if node.named_child(0).type in ("call_expression", "assignment_expression",
                                        "update_expression"):
            yield node, ";"
    elif kind == "call_expression" and node.parent.type != "expression_statement":
        yield node, "0"


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


def mutants_of(file, source):
    """All mutants of a file, in the order of the text."""
    clean = ATTRIBUTES.sub(lambda match: b" " * len(match.group()), source)
    tree = tree_sitter.Parser(LANGUAGE).parse(clean)
    waiting, found = [(tree.root_node, "")], []
    while waiting:
        node, function = waiting.pop()
        if skips(node) or (function == "" and node.type == "declaration" and
                           b"=" not in node.text):
            continue
        if node.type == "function_definition":
            function = name_of(node)
        parent = node.parent.type if node.parent is not None else ""
        # Only what has a value: no name of a function or of a case.
        if not (node.type == "identifier" and parent == "call_expression"):
            for target, text in changes(node):
                found.append(Mutant(file, source, target, function, text))
        waiting += [(child, function) for child in reversed(node.children)
                    if not (node.type == "case_statement" and
                            child == node.child_by_field_name("value"))]
    return found, tree.root_node.has_error
