"""The build backend: setuptools', with the C core compiled into the package.

The core is taken from the repository or, in a source distribution, from the folder `core`, which is
filled when the distribution is made.
"""

import os
import re
import shlex
import shutil
import sysconfig
from pathlib import Path

from setuptools.build_meta import *  # noqa: F403
from setuptools.build_meta import build_sdist as _build_sdist
from setuptools.build_meta import build_wheel as _build_wheel

_HERE = Path(__file__).resolve().parent
_COPY, _REPOSITORY = _HERE / "core", _HERE.parent.parent


def _folders():
    """Where the headers are, and the sources."""
    if _COPY.is_dir():
        return _COPY / "include", _COPY / "src"
    return _REPOSITORY / "include", _REPOSITORY / "Sources/CRangeCore"


def _header(name):
    return (_folders()[0] / name).read_text(encoding="utf-8")


def version():
    """The version of the core, which is that of the package."""
    return ".".join(re.findall(r"^#define RC_VERSION_[A-Z]+ (\d+)$", _header("rangecore.h"), re.M))


def _declarations(header):
    """A header without preprocessor directives and bodies, as cffi reads it."""
    text = re.sub(r"//[^\n]*", "", header)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    constants = re.findall(r"^#define RC_\w+ -?\d+$", text, re.M)
    constants += [f"static const double {name};"
                  for name in re.findall(r"^#define (RC_\w+) \(-?\d+\.\d+\)$", text, re.M)]
    constants += [f"static const int64_t {name};"
                  for name in re.findall(r"^#define (RC_\w+) \(-?\d+ - \d+\)$", text, re.M)]
    text = re.sub(r"^#.*$", "", text, flags=re.M).replace("RC_API ", "")
    text = re.sub(r"inline ([^;{]+) \{.*?^\}", r"\1;", text, flags=re.S | re.M)
    return "\n".join(constants) + text


def extension():
    """The module `rangecore._core`; setup.py names this."""
    from cffi import FFI  # not needed for a source distribution

    ffi, (include, src) = FFI(), _folders()
    headers = ("rangecore_values.h", "rangecore.h", "rangecore_keep.h", "rangecore_names.h", "rangecore_sections.h",
               "rangecore_lanes.h", "rangecore_diff.h", "rangecore_motion.h", "rangecore_store.h", "rangecore_separators.h",
               "rangecore_tickets.h", "rangecore_host.h", "rangecore_impressions.h", "rangecore_snapshot.h")
    for name in headers:
        ffi.cdef(_declarations(_header(name)))
    sources = sorted(src.glob("*/*.c"))
    ffi.set_source(
        "rangecore._core", "".join(f'#include "{file.relative_to(src)}"\n' for file in sources)
        + "".join(f"#include <{name}>\n" for name in headers),
        include_dirs=[str(include), str(src)],
        # So that an edited core is compiled again.
        depends=[str(file) for folder in (include, src) for file in sorted(folder.rglob("*.[ch]"))])
    return ffi


def build_wheel(wheel_directory, *settings):
    """A wheel; says what is missing before a search through the output of setuptools."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if os.name != "nt" and shutil.which(compiler) is None:
        raise SystemExit(f"rangecore compiles its core, and there is no {compiler}: install a C compiler, such as"
                         " gcc, or name another in CC")
    return _build_wheel(wheel_directory, *settings)


def build_sdist(sdist_directory, config_settings=None):
    """A source distribution with the core in it, which needs no repository."""
    if _COPY.is_dir():  # one that is made of another one
        return _build_sdist(sdist_directory, config_settings)
    try:
        for folder, name in zip(_folders(), ("include", "src")):
            shutil.copytree(folder, _COPY / name)
        return _build_sdist(sdist_directory, config_settings)
    finally:
        shutil.rmtree(_COPY, ignore_errors=True)
