# shellcheck shell=bash
# The long part of Scripts/check, which sources this: the checks of Scripts/full.

# In the order in which they run.
full=(
  "coverage         the cases run every line, branch and MC/DC pair of the core"
  "exhaustive       every small input of every room gives what its model gives"
  "differential     10^7 random operations give what the model gives, under sanitizers"
  "memory           each allocation of each case fails once, and from there on, without a trace"
  "quiet            scrolling allocates nothing, and memory has the documented peak"
  "fuzz             every public function is fuzzed"
  "sanitizers       the cases pass under every sanitizer and valgrind"
  "targets          the same bits on every target, by gcc and clang, at -O0 to -O3"
  "threads          batch contexts are right in every interleaving, and under the thread sanitizer"
  "proofs           the integer functions of ticks and ranges are proved"
  "mutation         the cases notice every small change to the core"
  "misuse           every bad input has a named test with its status"
  "abi              layouts, names and types are those of the description in the repository"
  "web              the page scrolls, edits, fails and retries in Chromium without a jump"
)

# Prints a line with the last of a check's output, and the end of what it said where it fails.
run_full() {
  local start=$SECONDS word=ok figure
  "Scripts/full/$1" >"$temporary/figure" 2>"$temporary/log" </dev/null || word=FAIL
  figure=$(tail -n 1 "$temporary/figure")
  # A check without a figure has not checked anything.
  [ -n "$figure" ] || word=FAIL
  printf '%-5s %-16s %3d s  %s\n' "$word" "$1" $((SECONDS - start)) "${figure#"$1: "}"
  [ "$word" != ok ] || return 0
  { tail -n 40 "$temporary/log"; head -n -1 "$temporary/figure" | tail -n 40; } | sed 's/^/      /'
  return 1
}

main_full() {
  local known chosen=("$@") name status=0 passed=0 failed=0
  known=$(printf '%s\n' "${full[@]}" | cut -d' ' -f1)
  [ $# -gt 0 ] || mapfile -t chosen <<<"$known"
  for name in "${chosen[@]}"; do
    grep -qxF -e "$name" <<<"$known" || { echo "no check is called $name; see --help" >&2; exit 2; }
  done
  # All of them are what is there, no more and no less.
  [ $# -gt 0 ] || diff <(sort <<<"$known") <(find Scripts/full -maxdepth 1 -type f -perm -u+x \
    ! -name self-test -printf '%f\n' | sort) ||
    { echo "Scripts/check lists other checks (<) than there are in Scripts/full (>)"; status=1; }
  [ $# -gt 0 ] || Scripts/check || status=1
  temporary=$(mktemp -d)
  trap 'rm -rf "$temporary"' EXIT
  for name in "${chosen[@]}"; do
    run_full "$name" && passed=$((passed + 1)) || failed=$((failed + 1))
  done
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$status" -eq 0 ]
}
