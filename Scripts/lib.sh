# shellcheck shell=bash disable=SC2034
# What the scripts share. Source it; it moves to the top of the repository.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A crash under a sanitizer can hang in Swift's backtracer.
export SWIFT_BACKTRACE=enable=no
export LC_ALL=C

# The toolchain's own clang and docc come first: other packages bring an older clang.
if command -v swift >/dev/null; then
  PATH="$(dirname "$(readlink -f "$(command -v swift)")"):$PATH"
fi

core=(Sources/CRangeCore/*.c)
cases=(Tests/CRangeCoreCases/*.c)
# For drivers with a main of their own.
cases_alone=()
for source in "${cases[@]}"; do
  [ "$source" = Tests/CRangeCoreCases/main.c ] || cases_alone+=("$source")
done
unset source
includes=(-Iinclude -ISources/CRangeCore)
# Whatever is built with cases is a test, and has the asserts.
case_includes=("${includes[@]}" -ITests/CRangeCoreCases -ITests/CRangeCoreCases/include
  -DRC_ASSERTS=1)

strict=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror)
c11=(-std=c11 "${strict[@]}")

# need TOOL PACKAGE: fails and says what to install where a tool is missing.
need() {
  command -v "$1" >/dev/null && return
  echo "$1 is missing: run Scripts/setup (on Debian, apt-get install $2)"
  return 1
}

# The toolchain's tools come with Swift, from swift.org.
need_swift() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null && continue
    echo "$tool is missing: install the Swift 6.3 toolchain from swift.org"
    return 1
  done
}

# compile_each DIRECTORY COMPILER FLAG...: makes an object of each file of the core.
compile_each() {
  local directory=$1 source
  shift
  mkdir -p "$directory"
  for source in "${core[@]}"; do
    "$@" -c "$source" -o "$directory/$(basename "$source" .c).o"
  done
}

# The repository's files, the new ones too, that match the patterns; at least one must.
files() {
  local found
  # Commands given a list of deleted files would fail for the wrong reason.
  found=$(git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@" |
    sort -u | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
  if [ -z "$found" ]; then
    echo "no files match $*" >&2
    return 1
  fi
  echo "$found"
}
