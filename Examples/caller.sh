# shellcheck shell=bash disable=SC2034
# What each caller's `run` and `check` share. Source it with their arguments; it moves to the top of
# the repository and sets
#
#   session   the session to carry out: the first argument, or the recorded one
#   build     a folder for what the caller builds
#   prefix    where the C library is installed, after `use_library`
#   module    the WebAssembly module, after `use_module`

# shellcheck source-path=SCRIPTDIR source=../Tests/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../Tests/shell.sh"

session=$(absolute "${1:-$PWD/Examples/Session/session.txt}")
callers=$PWD/.build/callers
build=$callers/$(basename "$(dirname "$script")")
mkdir -p "$build"

# skip WHAT: ends, as a caller does whose language is not installed.
skip() {
  echo "no $1" >&2
  exit 77
}

# tools NAME...: skips where one is missing.
tools() {
  local name
  for name in "$@"; do
    command -v "$name" >/dev/null || skip "$name"
  done
}

# is_current FILE: whether nothing that it is made of is newer.
is_current() {
  [ -e "$1" ] && [ -z "$(find Sources/CRangeCore Sources/WebAssembly include Scripts/install \
    -newer "$1" -print -quit)" ]
}

# installed STAMP ARGUMENT...: installs, once, also where callers run at the same time.
installed() {
  local stamp=$1
  shift
  (
    flock 9
    is_current "$stamp" || { Scripts/install "$@" && touch "$stamp"; }
  ) 9>"$callers/lock" >&2
}

use_library() {
  tools cc
  prefix=$callers/prefix
  installed "$callers/library" "$prefix"
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib RANGECORE_PREFIX=$prefix
}

use_module() {
  tools clang wasm-ld
  module=$callers/rangecore.wasm
  installed "$module" --wasm "$module"
}

# watched PROGRAM ARGUMENT...: runs a program and fails where it uses memory after its end, or never
# ends it. Only runs it where valgrind is not installed.
watched() {
  if command -v valgrind >/dev/null; then
    valgrind --quiet --leak-check=full --error-exitcode=1 "$@"
  else
    "$@"
  fi
}
