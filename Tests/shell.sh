# shellcheck shell=bash disable=SC2034
# Shared by the scripts, which source it. Changes to the top of the
# repository; `here` is the user's folder.

set -euo pipefail
here=$PWD
script=$(realpath "$0")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A crash under a sanitizer can hang in Swift's backtracer.
export SWIFT_BACKTRACE=enable=no LC_ALL=C

# The toolchain's own clang and docc come first: other packages bring an older clang.
if command -v swift >/dev/null; then
  PATH="$(dirname "$(readlink -f "$(command -v swift)")"):$PATH"
fi

shopt -s globstar
core=(Sources/CRangeCore/**/*.c)
cases=(Tests/CRangeCoreCases/**/*.c)
# For programs with their own main; and what programs with cases of their own need: models, scripts, harness.
cases_alone=() case_parts=()
for source in "${cases[@]}"; do
  [ "$source" = Tests/CRangeCoreCases/main.c ] || cases_alone+=("$source")
  case $source in */test_*.c | */main.c | */suites.c) ;; *) case_parts+=("$source") ;; esac
done
unset source
headers=(include/*.h)
includes=(-Iinclude -ISources/CRangeCore)
# Everything built with cases is a test, and has asserts enabled.
case_includes=("${includes[@]}" -ITests/CRangeCoreCases -ITests/CRangeCoreCases/include
  -DRC_ASSERTS=1)

strict=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror)
c11=(-std=c11 "${strict[@]}")

# fail MESSAGE: prints it and exits.
fail() {
  echo "${script#"$PWD/"}: $1" >&2
  exit "${2:-1}"
}

# absolute PATH: resolves a path relative to the user's folder.
absolute() {
  case "$1" in
    /*) echo "$1" ;;
    *) echo "$here/$1" ;;
  esac
}

# Prints the script's opening comment, which is its help, and exits.
print_help() {
  awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$script"
  exit "${1:-0}"
}

# work_folder: sets `temporary` to a new folder, removed when the script ends.
work_folder() {
  temporary=$(mktemp -d)
  trap 'rm -rf "$temporary"' EXIT
}

# need NAME...: fails if any of these is missing, and names those: packages of Debian; of PyPI, as
# pypi:NAME; Swift's toolchain; and programs of the repository, each for what it needs itself. The line
# begins with `need`: from there, and nowhere else, Scripts/setup knows what to install, and Scripts/check
# what it needs before it starts; in its steps nothing is looked for again.
need() { [ -n "${CHECK_DIRECTORY:-}" ] || Scripts/setup --missing "$@"; }

# The checks of `Scripts/check --full`.
checks=(Tests/Checks/*/run)
for program in Tests/Checks/*; do [ ! -f "$program" ] || checks+=("$program"); done
unset program

# name_of PROGRAM: the name of a check, such as abi for Tests/Checks/ABI/run, or fresh for Tests/Checks/fresh.
name_of() {
  basename "${1%/run}" | tr '[:upper:]' '[:lower:]'
}

# swift_features: the compiler's flags for the features that the package enables.
swift_features() {
  sed -n 's/.*enableUpcomingFeature("\(.*\)").*/-enable-upcoming-feature\n\1/p' Package.swift
}

# compile_each DIRECTORY COMPILER FLAG...: compiles each file of the core to an object.
compile_each() {
  local directory=$1
  shift
  compile_all "$directory" "${core[@]}" -- "$@"
}

# compile_all DIRECTORY SOURCE... -- COMPILER FLAG...: compiles each to an object, as many at a time as
# there are cores.
compile_all() {
  local directory=$1 sources=()
  shift
  while [ "$1" != -- ]; do sources+=("$1") && shift; done
  shift
  mkdir -p "$directory"
  # Files in different folders may have the same name. shellcheck disable=SC2016
  printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -I{} bash -c \
    'source=$1 && shift && "$@" -c "$source" -o "$0/${source//\//-}.o"' "$directory" {} "$@"
}

# gcc's thread sanitizer gives up if the kernel randomises addresses too widely.
fixed=()
! setarch -R true 2>/dev/null || fixed=(setarch -R)

# The repository's files, including new ones, that match the patterns; at least one must.
files() {
  local found
  # With a list of deleted files, commands would fail for the wrong reason.
  found=$(git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@" |
    sort -u | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
  [ -n "$found" ] || fail "no files match $*"
  echo "$found"
}
