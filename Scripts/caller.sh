# shellcheck shell=bash disable=SC2034
# What each caller's `run` and `check` share. Source it with their arguments; it moves to the top of
# the repository and sets
#
#   session   the session to carry out: the first argument, or the recorded one
#   build     a folder for what the caller builds
#   prefix    where the C library is installed, after `use_library`
#   module    the WebAssembly module, after `use_module`

session=
[ $# -eq 0 ] || session=$(realpath "$1")
caller=$(basename "$(dirname "$(realpath "$0")")")

# shellcheck source-path=SCRIPTDIR source=lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

session=${session:-$PWD/Examples/Session/session.txt}
callers=$PWD/.build/callers
build=$callers/$caller
mkdir -p "$build"

# tools NAME...: ends, as a caller does whose language is not installed, where one is missing.
tools() {
  local name
  for name in "$@"; do
    command -v "$name" >/dev/null && continue
    echo "no $name" >&2
    exit 77
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
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
}

use_module() {
  tools clang wasm-ld
  module=$callers/rangecore.wasm
  installed "$module" --wasm "$module"
}
