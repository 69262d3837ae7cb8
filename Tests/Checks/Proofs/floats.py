"""Has a solver prove what the functions of floats.c say of every double, by its theory of floats.

    floats.py FILE.ll SOLVER...

FILE.ll is clang's code of floats.c. Each function is translated, an instruction for a definition, and
the opposite of its claim is given to the solver, which must find it impossible. An instruction that
is not known is a failure; so is a claim without a function, or a function without a claim. All
solvers named run side by side, and the first to prove a claim is enough; one that refutes it wins.

Prints a line a claim, and then PROVED of CLAIMS.
"""

import re
import struct
import subprocess
import sys
import tempfile
import time

TIMEOUT = 300

# Of the result r and the arguments: doubles x and y, and n. LIMIT is 2^51, a double; so is limit,
# as a word. What is whole is what the standard's rounding to the nearest says, ties to even.
CLAIMS = {
    "bits": ("the nearest whole number, ties to even",
             "(=> (and (fp.leq (fp.neg LIMIT) x) (fp.leq x LIMIT)) (= r (whole x)))"),
    "round": ("the same, within the limits, and without a failing assert",
              """(=> (and (fp.leq (fp.neg LIMIT) x) (fp.leq x LIMIT))
                     (and (= r (whole x)) (bvsle (bvneg limit) r) (bvsle r limit)))"""),
    "allowed": ("within the limits, and a number",
                "(= r (and (number x) (fp.leq (fp.neg LIMIT) x) (fp.leq x LIMIT)))"),
    "finite": ("no infinity, and a number", "(= r (number x))"),
    "reach": ("a number that is not negative", "(= r (and (number x) (fp.geq x ZERO)))"),
    "screens": ("rounded once, 0 to the limit, and 0 of no length",
                """(let ((product (fp.mul RNE x ((_ to_fp 11 53) RNE n))))
                    (=> (and (fp.geq x ZERO) (bvsle #x0000000000000000 n) (bvsle n limit))
                        (and (= r (ite (fp.lt product LIMIT) (whole product) limit))
                             (=> (and (number x) (= n #x0000000000000000))
                                 (= r #x0000000000000000))
                             (bvsle #x0000000000000000 r) (bvsle r limit))))"""),
    "points": ("rounded once, where there are any; else nothing is written",
               """(let ((product (fp.mul RNE x TICKS)))
                   (ite (and (number product) (fp.leq (fp.abs product) LIMIT))
                        (= r (whole product)) (= r #xffffffffffffffff)))"""),
    "points_status": ("OK, LIMIT past the limits, ARGUMENT for no numbers",
                      """(let ((product (fp.mul RNE x TICKS)))
                          (= r (ite (not (number x)) #x00000001
                                    (ite (fp.leq (fp.abs product) LIMIT) #x00000000
                                         #x00000002))))"""),
    "range_lower": ("rounded once, where both ends are within the limits; else nothing is written",
                    "(= r (ite (and (allowed x) (allowed y)) (ticks x) #xffffffffffffffff))"),
    "range_upper": ("the same of the other end",
                    "(= r (ite (and (allowed x) (allowed y)) (ticks y) #xffffffffffffffff))"),
    "range_status": ("OK, LIMIT past the limits, ARGUMENT where either is no number",
                     """(= r (ite (not (and (number x) (number y))) #x00000001
                               (ite (and (allowed x) (allowed y)) #x00000000 #x00000002)))"""),
    "to_points": ("divided once", "(= r (fp.div RNE ((_ to_fp 11 53) RNE n) TICKS))"),
    "usual": ("without a sign, and less than 2^17 units", "(= r (usual x))"),
    "usual_together": ("only if each is", "(=> r (and (usual x) (usual y)))"),
    "sum": ("of usual extents, the lower half is the ticks",
            "(=> (usual x) (= ((_ extract 31 0) r) ((_ extract 31 0) (ticks x))))"),
}

PROLOGUE = """(set-logic QF_BVFP)
(define-fun LIMIT () Float64 ((_ to_fp 11 53) RNE 2251799813685248.0))
(define-fun TICKS () Float64 ((_ to_fp 11 53) RNE 960.0))
(define-fun ZERO () Float64 (_ +zero 11 53))
(define-fun limit () (_ BitVec 64) #x0008000000000000)
(define-fun number ((v Float64)) Bool (and (not (fp.isNaN v)) (not (fp.isInfinite v))))
(define-fun whole ((v Float64)) (_ BitVec 64) ((_ fp.to_sbv 64) RNE v))
(define-fun ticks ((v Float64)) (_ BitVec 64) (whole (fp.mul RNE v TICKS)))
(define-fun allowed ((v Float64)) Bool (fp.leq (fp.abs (fp.mul RNE v TICKS)) LIMIT))
(define-fun units ((v Float64)) Float64 (fp.mul RNE v ((_ to_fp 11 53) RNE 15.0)))
(define-fun MANY_UNITS () Float64 ((_ to_fp 11 53) RNE 131072.0))
(define-fun usual ((v Float64)) Bool
  (and (not (fp.isNegative (units v))) (fp.lt (units v) MANY_UNITS)))
"""

SORTS = {"double": "Float64", "i1": "Bool", "i32": "(_ BitVec 32)", "i64": "(_ BitVec 64)"}
FLOATS = {"fadd": "fp.add RNE", "fsub": "fp.sub RNE", "fmul": "fp.mul RNE", "fdiv": "fp.div RNE"}
WORDS = {"add": "bvadd", "sub": "bvsub", "and": "bvand", "or": "bvor", "xor": "bvxor",
         "lshr": "bvlshr"}
TRUTHS = {"and": "and", "or": "or", "xor": "xor"}
# What compares as false for what is no number; the others, where either is none, as true.
ORDERED = {"oeq": "fp.eq", "ogt": "fp.gt", "oge": "fp.geq", "olt": "fp.lt", "ole": "fp.leq"}
OPPOSITE = {"une": "oeq", "ule": "ogt", "ult": "oge", "uge": "olt", "ugt": "ole"}


def value_of(sort, text):
    """An operand: a name, or a number."""
    if text.startswith("%"):
        return f"v{text[1:]}"
    if sort == "i1":
        return text
    if sort in ("i32", "i64"):
        width = int(sort[1:])
        return f"(_ bv{int(text) % (1 << width)} {width})"
    if text.startswith("0x"):
        bits = int(text, 16)
    else:
        bits = struct.unpack(">Q", struct.pack(">d", float(text)))[0]
    return f"((_ to_fp 11 53) (_ bv{bits} 64))"


def comparison(predicate, a, b):
    if predicate in ORDERED:
        return f"({ORDERED[predicate]} {a} {b})"
    if predicate in OPPOSITE:
        return f"(not ({ORDERED[OPPOSITE[predicate]]} {a} {b}))"
    return None


def binary(text):
    match = re.fullmatch(r"(\w+)(?: nuw| nsw| disjoint)* (double|i1|i32|i64) (\S+), (\S+)", text)
    if not match:
        return None
    name, sort, a, b = match.groups()
    operation = {"double": FLOATS, "i1": TRUTHS}.get(sort, WORDS).get(name)
    return operation and (sort, f"({operation} {value_of(sort, a)} {value_of(sort, b)})")


def expression(text):
    """An instruction's sort and value; None where it is not known."""
    if found := binary(text):
        return found
    if match := re.fullmatch(r"fcmp (\w+) double (\S+), (\S+)", text):
        compared = comparison(match[1], *(value_of("double", match[i]) for i in (2, 3)))
        return compared and ("i1", compared)
    if match := re.fullmatch(r"icmp (ult|eq|sgt) i64 (\S+), (\S+)", text):
        compare = {"ult": "bvult", "eq": "=", "sgt": "bvsgt"}[match[1]]
        return "i1", f"({compare} {value_of('i64', match[2])} {value_of('i64', match[3])})"
    if match := re.fullmatch(r"select i1 (\S+), (\w+) (\S+), (\w+) (\S+)", text):
        chosen, sort, a, _, b = match.groups()
        parts = value_of("i1", chosen), value_of(sort, a), value_of(sort, b)
        return sort, "(ite {} {} {})".format(*parts)
    if match := re.fullmatch(r"(?:tail )?call double @llvm\.fabs\.f64\(double (\S+)\)", text):
        return "double", f"(fp.abs {value_of('double', match[1])})"
    # The barrier between a product and a sum, which does nothing.
    if match := re.fullmatch(r'(?:tail )?call double asm "", "=x,0[^"]*"\(double (\S+)\)(?: #\d+)?',
                             text):
        return "double", value_of("double", match[1])
    if match := re.fullmatch(r"sitofp i64 (\S+) to double", text):
        return "double", f"((_ to_fp 11 53) RNE {value_of('i64', match[1])})"
    return None


def translate(name, parameters, body):
    """The function's instructions as definitions, its arguments named x, y and n, its result r."""
    lines, given = [], {"double": ["x", "y"], "i64": ["n"]}
    for sort, number in re.findall(r"(double|i64)(?: noundef)? %(\d+)", parameters):
        argument = given[sort].pop(0)
        lines.append(f"(declare-const {argument} {SORTS[sort]})")
        lines.append(f"(define-fun v{number} () {SORTS[sort]} {argument})")
    for line in body.strip().split("\n"):
        text = line.split(", !")[0].strip()
        if match := re.fullmatch(r"ret (\w+) (\S+)", text):
            sort, result = match.groups()
            lines.append(f"(define-fun r () {SORTS[sort]} {value_of(sort, result)})")
            continue
        target, _, right = text.partition(" = ")
        number = target[1:]
        # The bits of a double are a word of which the double is made, for any but no number; one
        # that is none may have any bits.
        if match := re.fullmatch(r"bitcast double (\S+) to i64", right):
            source = value_of("double", match[1])
            lines.append(f"(declare-const v{number} (_ BitVec 64))")
            lines.append(f"(assert (= ((_ to_fp 11 53) v{number}) {source}))")
            continue
        found = expression(right)
        if found is None:
            sys.exit(f"{name}: this instruction is not known: {text}")
        lines.append(f"(define-fun v{number} () {SORTS[found[0]]} {found[1]})")
    return "\n".join(lines)


def ask(solvers, formula):
    """The first answer that is one, and whose it is: "unsat" where the claim is proved."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(formula)
        file.flush()
        running = {solver: subprocess.Popen([solver, file.name], stdout=subprocess.PIPE,
                                            stderr=subprocess.STDOUT, text=True)
                   for solver in solvers}
        return first_of(running)


def first_of(running):
    end = time.monotonic() + TIMEOUT
    answer = ("unknown", "nobody")
    waiting = dict(running)
    while waiting and time.monotonic() < end and answer[0] == "unknown":
        for solver, process in list(waiting.items()):
            if process.poll() is None:
                continue
            del waiting[solver]
            said = process.stdout.read().strip()
            if said in ("sat", "unsat"):
                answer = (said, solver)
                break
            print(f"{solver}: {said}", file=sys.stderr)
        time.sleep(0.02)
    for process in waiting.values():
        process.kill()
        process.wait()
    return answer


def main():
    path, solvers = sys.argv[1], sys.argv[2:]
    with open(path, encoding="utf-8") as file:
        found = re.findall(r"^define [^@]*@proof_(\w+)\((.*?)\)[^{]*\{\n(.*?)^\}", file.read(),
                           re.MULTILINE | re.DOTALL)
    if sorted(name for name, _, _ in found) != sorted(CLAIMS):
        sys.exit(f"the functions are not those with claims: {sorted(name for name, _, _ in found)}")
    proved = 0
    for name, parameters, body in found:
        says, claim = CLAIMS[name]
        formula = f"{PROLOGUE}{translate(name, parameters, body)}\n(assert (not {claim}))\n"
        answer, solver = ask(solvers, f"{formula}(check-sat)\n")
        proved += answer == "unsat"
        word = {"unsat": "proved", "sat": "REFUTED"}.get(answer, "NOT PROVED")
        print(f"{word} by {solver}: {name}: {says}")
    print(f"{proved} of {len(CLAIMS)}")
    sys.exit(proved != len(CLAIMS))


main()
