"""Reads and compares the lines that Scripts/bench measures.

    bench_lines.py swift SAMPLES LINES.json      prints and writes what Benchmarks/ measured
    bench_lines.py compare OLD.json NEW.json     prints what became slower or faster
    bench_lines.py readme LINES.json             writes the ratios into the README's table
    bench_lines.py goals LINES.json README.md    holds the README's table to the lines and goals

SAMPLES is a folder of histogramSamples, a format of the benchmark package: a file for each line and
metric, with a number a line. LINES.json is what Scripts/bench --json writes.
"""

import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys

GOALS = "Benchmarks/goals.txt"
README = "README.md"
ROW = re.compile(r"^\| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \|$")
MEASURED = re.compile(r"^Measured on .*$", re.MULTILINE)
# A ratio worse than before by more than that is no noise.
WORSE = 1.25


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def goals():
    """The goals of the lines through Swift."""
    with open(GOALS, encoding="utf-8") as file:
        lines = [line.strip().split("; ") for line in file if not line.startswith("#")]
    return {(name, beside): float(goal) for name, beside, goal in lines}


def number(value):
    if value is None:
        return "–"
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2 if value >= 0.0995 else 4
    return f"{value:.{digits}f}"


def machine():
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            found = re.search(r"^model name\s*: (.+)$", file.read(), re.MULTILINE)
            model = found[1] if found else model
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores"


# -- what the benchmark package measured --

def samples_of(folder):
    """{(line, metric): [number]}"""
    samples = {}
    for name in os.listdir(folder):
        found = re.match(r"[^.]*\.RangeCoreBenchmarks\.(.*)\.(\w+)\.histogram\.samples\.tsv", name)
        if found is None:
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            # The first line says what they are.
            values = sorted(float(line) for line in file.read().splitlines()[1:])
        samples[found[1].replace("_", " "), found[2]] = values
    return samples


def share(values, percent):
    return values[min(len(values) - 1, len(values) * percent // 100)]


def line_of(text, metric, known):
    """One line, as Scripts/bench --json has it; times in nanoseconds."""
    def median(name):
        values = metric.get(name)
        return statistics.median(values) / 1000 if values else None

    size, name, beside = re.fullmatch(r"(?:10\^(\d), )?(.*?)(?:, beside (.*))?", text).groups()
    times = metric["swift"]
    line = {"section": "through Swift" if beside else "through Swift, all sizes", "name": name,
            "items": 10 ** int(size or 6), "ns": median("swift"),
            "ns_99": share(times, 99) / 1000, "ns_slowest": times[-1] / 1000,
            "call_ns": median("call"), "beside": beside, "beside_ns": median("beside"),
            "ratio": None, "goal": known.get((name, beside)), "verdict": None}
    if beside:
        line["ratio"] = statistics.median(metric["ratio"]) / 1e6
    if line["goal"] is not None:
        line["verdict"] = "ok" if line["ratio"] <= line["goal"] else "MISS"
    return line


def print_lines(lines):
    print(f"{'10^6 items, through Swift':42}{'ns':>10}{'C call':>9}  {'beside':18}{'ns':>9}"
          f"{'ratio':>8}{'goal':>10}")
    for line in (line for line in lines if line["beside"]):
        goal = f"≤{number(line['goal']):>7}" if line["verdict"] else ""
        print(f"{line['name']:42}{number(line['ns']):>10}{number(line['call_ns']):>9}"
              f"  {line['beside']:18}{number(line['beside_ns']):>9}{number(line['ratio']):>8}"
              f"  {goal:8}  {line['verdict'] or ''}".rstrip())
    print(f"\n{'batches of 1,000: ns an operation':49}{'items':>6}{'median':>9}{'99 %':>9}"
          f"{'slowest':>9}")
    for line in (line for line in lines if not line["beside"]):
        size = f"10^{len(str(line['items'])) - 1}"
        print(f"{line['name']:49}{size:>6}{number(line['ns']):>9}{number(line['ns_99']):>9}"
              f"{number(line['ns_slowest']):>9}")
    verdicts = [line["verdict"] for line in lines]
    print(f"\n{len(verdicts) - verdicts.count(None)} lines bind: {verdicts.count('ok')} ok, "
          f"{verdicts.count('MISS')} MISS")


def swift(folder, path):
    known, metrics = goals(), {}
    for (text, metric), values in samples_of(folder).items():
        metrics.setdefault(text, {})[metric] = values
    lines = [line_of(text, metric, known) for text, metric in metrics.items()]
    order = list(known)
    lines.sort(key=lambda line: (
        not line["beside"], line["items"],
        min((at for at, key in enumerate(order) if key[0] == line["name"]), default=99),
        line["name"], line["verdict"] is None))
    missing = set(known) - {(line["name"], line["beside"]) for line in lines}
    print_lines(lines)
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True)
    compiler = re.search(r"Swift version \S+", version.stdout)[0]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"compiler": compiler, "machine": machine(),
                   "date": datetime.date.today().isoformat()}, file)
        # A line each, so that a difference can be read.
        file.seek(file.tell() - 1)
        text = ",\n".join("  " + json.dumps(line, ensure_ascii=False) for line in lines)
        file.write(f', "lines": [\n{text}\n]}}\n')
    for name, beside in sorted(missing):
        print(f"{name}, beside {beside}: was not measured")
    return bool(missing) or any(line["verdict"] == "MISS" for line in lines)


# -- beside an earlier run --

def compare(old_path, new_path):
    def by_key(path):
        return {(line["section"], line["name"], line["items"], line["beside"]): line
                for line in read(path)["lines"]}

    old, new = by_key(old_path), by_key(new_path)
    slower = 0
    print(f"\n{'beside ' + os.path.basename(old_path):46}{'items':>6}  {'beside':18}{'ratio':>8}"
          f"{'was':>8}{'change':>9}{'ns':>9}{'was':>9}")
    for key, line in new.items():
        was = old.get(key)
        if was is None:
            print(f"{line['name']}: is not in {old_path}")
            continue
        # Times are one machine's; ratios can be compared with another's, nearly.
        change = ""
        if line["ratio"] and was["ratio"]:
            times = line["ratio"] / was["ratio"]
            change = f"{(times - 1) * 100:+.0f} %" + (" !" if times > WORSE else "  ")
            slower += times > WORSE
        size = f"10^{len(str(line['items'])) - 1}"
        print(f"{line['name']:46}{size:>6}  {line['beside'] or '':18}{number(line['ratio']):>8}"
              f"{number(was['ratio']):>8}{change:>9}{number(line['ns']):>9}{number(was['ns']):>9}")
    print(f"{slower} ratios are worse by more than {(WORSE - 1) * 100:.0f} %")
    return slower > 0


# -- the README's table --

def lines_at_million(path):
    return {(line["name"], line["beside"]): line for line in read(path)["lines"]
            if line["items"] == 10 ** 6 and line["goal"] is not None
            and line["beside"] != "all measured"}


def rows(text):
    for line in text.splitlines():
        found = ROW.match(line)
        if found and found[4].startswith("≤ "):
            yield line, found.groups()


def short(compiler):
    found = re.search(r"\d+\.\d+(\.\d+)?", compiler)
    return ("Swift " if "Swift" in compiler else "gcc ") + (found[0] if found else compiler)


def readme(path):
    with open(README, encoding="utf-8") as file:
        text = file.read()
    lines, written = lines_at_million(path), 0
    compiler = short(read(path)["compiler"])
    if compiler.startswith("Swift"):
        # The rest is the C benchmark's to say.
        lines = {key: line for key, line in lines.items() if key[1] in ("Rope", "the C call")}
    for row, (name, beside, _, goal) in rows(text):
        line = lines.get((name, beside))
        if line is not None:
            text = text.replace(row, f"| {name} | {beside} | {number(line['ratio'])} | {goal} |")
            written += 1
    # The other of the two commands may have run before, on the same machine.
    before = MEASURED.search(text)[0]
    others = [word for word in re.findall(r"(?:gcc|Swift) [\d.]+\d", before)
              if word.split()[0] != compiler.split()[0]]
    tools = " and ".join(sorted(others + [compiler], reverse=True))
    today = datetime.date.today().isoformat()
    text = text.replace(before, f"Measured on {machine()}, {tools}, {today}.")
    with open(README, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"{written} ratios written into {README}", file=sys.stderr)
    return written == 0


def check_goals(path, readme_path):
    """What the table names must be printed, with the same goal."""
    printed = {key: line["goal"] for key, line in lines_at_million(path).items()}
    printed.update(goals())
    with open(readme_path, encoding="utf-8") as file:
        text = file.read()
    found, name_of_file = list(rows(text)), os.path.basename(readme_path)
    wrong = [] if found else ["no table of ratios"]
    if not MEASURED.search(text):
        wrong.append('no line "Measured on …", which says where and when')
    for row, (name, beside, ratio, goal) in found:
        if (name, beside) not in printed:
            wrong.append(f"Scripts/bench prints no such line: {row}")
        elif abs(float(goal[2:]) / printed[name, beside] - 1) > 0.01:
            wrong.append(f"the goal is ≤ {printed[name, beside]:g}: {row}")
        elif not re.fullmatch(r"\d+(\.\d+)?", ratio):
            wrong.append(f"{ratio} is no ratio: {row}")
    good = f"{len(found)} lines of the benchmarks, with their goals"
    print("\n".join(f"{name_of_file}: {text}" for text in wrong or [good]))
    return bool(wrong)


def main():
    modes = {"swift": swift, "compare": compare, "readme": readme, "goals": check_goals}
    sys.exit(modes[sys.argv[1]](*sys.argv[2:]))


main()
