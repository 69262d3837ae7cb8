# shellcheck shell=bash disable=SC2034
# What each caller's `run` and `check` share. Source it with their arguments; it moves to the top of
# the repository and sets
#
#   folder    the package, or the example
#   session   the session to carry out: the first argument, or the recorded one
#   build     a folder for what the caller builds
#   prefix    where the C library is installed, after `use_library`
#   module    the WebAssembly module, after `use_module`

# shellcheck source-path=SCRIPTDIR source=../Tests/shell.sh
source "$(dirname "${BASH_SOURCE[0]}")/../Tests/shell.sh"

session=$(absolute "${1:-$PWD/Examples/Session/session.txt}")
callers=$PWD/.build/callers
folder=$(dirname "$script")
folder=${folder%/tests}
build=$callers/${folder##*/}${CXX:+-$CXX}
mkdir -p "$build"
# For a core that only carries out a session, compiling it quickly is all.
quickly=-O0

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

# is_current FILE [SOURCE...]: whether nothing that it is made of is newer: the core and these.
is_current() {
  [ -e "$1" ] && [ -z "$(find Sources/CRangeCore Sources/WebAssembly include Scripts/install \
    "${@:2}" -newer "$1" -print -quit)" ]
}

# installed STAMP ARGUMENT...: installs, once, also where callers run at the same time.
installed() {
  local stamp=$1
  shift
  (
    flock 9
    is_current "$stamp" || { Scripts/install "$@" && touch "$stamp"; }
  ) 9>"$callers/${stamp##*/}.lock" >&2
}

use_library() {
  tools cc
  prefix=$callers/prefix
  CFLAGS=$quickly installed "$callers/library" "$prefix"
  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
}

use_module() {
  tools clang wasm-ld
  module=$callers/rangecore.wasm
  WASM_LEVEL=$quickly installed "$module" --wasm "$module"
}

# use_python: installs the Python package, for python3 and for Debian's own.
use_python() {
  tools python3 cc
  python3 -c 'import cffi, numpy, setuptools, wheel' 2>/dev/null ||
    skip "cffi, numpy, setuptools and wheel for $(command -v python3)"
  local site=$callers/Python/site package=Bindings/Python
  (
    mkdir -p "$callers/Python"
    flock 9
    is_current "$site" "$package"/{rangecore,*.py,*.toml} && exit
    rm -rf "$site" "$callers/Python/source"
    # A copy, without what earlier builds have left beside the sources; the core is found by a link.
    mkdir -p "$callers/Python/source/Bindings"
    cp -r "$package" "$callers/Python/source/Bindings"
    rm -rf "$callers/Python/source/$package"/{build,*.egg-info}
    # What a user's own installation has left there would be taken for built already.
    rm -rf "$callers/Python/source/$package/build"
    ln -s "$PWD"/{Sources,include} "$callers/Python/source"
    CFLAGS=$quickly python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
      --no-build-isolation --no-deps --target="$site" "$callers/Python/source/$package"
  ) 9>"$callers/python.lock" >&2
  export PYTHONPATH=$site
}

# use_java: builds the jar, and the classes of the tests.
use_java() {
  tools javac java cc
  # What runs for a second is not worth more than the first compiler.
  export JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
  (
    flock 9
    is_current "$build/rangecore.jar" "$folder"/{build,src,jni,tests} && exit
    rm -rf "$build/tests"
    CFLAGS=$quickly "$folder/build" "$build" | tee "$build/built"
    javac -Xlint:all -Werror --release 17 -encoding UTF-8 -cp "$build/rangecore.jar" \
      -d "$build/tests" "$folder"/tests/*.java "$folder"/tests/session/*.java
    touch "$build/rangecore.jar"
  ) 9>"$callers/java.lock" >&2
}

# use_cargo: what is built once needs no debug information, and nothing for the next time.
use_cargo() {
  tools cargo cc
  export CARGO_TARGET_DIR=$build CFLAGS=$quickly CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
}

# use_cmake: installs the library with CMake, and builds the tests over what is installed, with `cxx`: clang if there is,
# which compiles in half the time, or CXX.
use_cmake() {
  tools c++ cmake
  cxx=$(command -v "${CXX:-clang++}" || command -v c++)
  (
    flock 9
    is_current "$build/complete" CMakeLists.txt "$folder" && exit
    cmake -S . -B "$build/core" -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Debug \
      -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DCMAKE_INSTALL_PREFIX="$build/prefix"
    cmake --build "$build/core" && cmake --install "$build/core"
    cmake -S "$folder/tests" -B "$build/tests" -DCMAKE_PREFIX_PATH="$build/prefix" -DCMAKE_CXX_COMPILER="$cxx"
    cmake --build "$build/tests"
    touch "$build/complete"
  ) 9>"$callers/cmake.lock" >&2
}

# watched PROGRAM ARGUMENT...: runs a program and fails where it uses memory after its end, or never
# ends it. Only runs it where valgrind is not installed. A test that counts what `new` gives keeps its own.
watched() {
  if command -v valgrind >/dev/null; then
    valgrind --quiet --leak-check=full --soname-synonyms=somalloc=nouserintercepts --error-exitcode=1 "$@"
  else
    "$@"
  fi
}

# answers LANGUAGE [BEFORE [AFTER]]: a language's examples in the article of answers, each between these lines.
answers() {
  awk -v fence="\`\`\`$1" -v before="${2:-}" -v after="${3:-}" '/^```$/ { if (open) print after; open = 0 } open
    $0 == fence { open = 1; print before }' Sources/RangeCore/RangeCore.docc/HowDoI.md
}

# stated LANGUAGE COMMENT: what these examples print, as the comments behind their lines that print say.
stated() {
  answers "$1" | awk -v mark="  $2 " '/print(f|ln!?)?\(|cout/ && (at = index($0, mark)) { print substr($0, at + length(mark)) }'
}
