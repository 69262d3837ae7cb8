"""The installed library, and the constants, enumerations and errors of its header."""

import enum
import os
import re
import subprocess
import sys
from pathlib import Path

import cffi


def _prefix():
    """Where the library is installed: RANGECORE_PREFIX, or as pkg-config tells."""
    prefix = os.environ.get("RANGECORE_PREFIX")
    if prefix is None:
        try:
            prefix = subprocess.run(["pkg-config", "--variable=prefix", "rangecore"], check=True,
                                    capture_output=True, text=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            raise ImportError("RangeCore not found: run Scripts/install PREFIX, then set"
                              " RANGECORE_PREFIX to that PREFIX") from None
    return Path(prefix)


def _declarations(header):
    """The header without preprocessor directives and bodies, as cffi reads it."""
    text = re.sub(r"//[^\n]*", "", header)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    constants = re.findall(r"^#define RC_\w+ -?\d+$", text, re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M).replace("RC_API ", "")
    text = re.sub(r"inline ([^;{]+) \{.*?^\}", r"\1;", text, flags=re.S | re.M)
    return "\n".join(constants) + text


def _load():
    prefix = _prefix()
    ffi = cffi.FFI()
    for header in "rangecore.h", "rangecore_names.h", "rangecore_sections.h", "rangecore_diff.h":
        ffi.cdef(_declarations((prefix / "include" / header).read_text(encoding="utf-8")))
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    library = ffi.dlopen(str(prefix / "lib" / f"librangecore{suffix}"))
    parts = (library.RC_VERSION_MAJOR, library.RC_VERSION_MINOR, library.RC_VERSION_PATCH)
    header, found = ".".join(map(str, parts)), ffi.string(library.rc_version_text()).decode()
    if header != found:
        raise ImportError(f"the header in {prefix} is of RangeCore {header}, the library of"
                          f" {found}: run Scripts/install again")
    return ffi, library, found


ffi, lib, version = _load()

TICKS_PER_POINT = lib.RC_TICKS_PER_POINT
ID_NONE = -2**63  # cffi reads no constants that are sums


def _enumeration(name, c_type, prefix):
    values = {text.removeprefix(prefix): value
              for value, text in sorted(ffi.typeof(c_type).elements.items())
              if not text.endswith("_SENTINEL")}
    return enum.IntEnum(name, values, module=__name__)


Status = _enumeration("Status", "rc_status", "RC_STATUS_")
Direction = _enumeration("Direction", "rc_direction", "RC_DIRECTION_")
Range = _enumeration("Range", "rc_range", "RC_RANGE_")
Mode = _enumeration("Mode", "rc_range_mode", "RC_RANGE_MODE_")
Preset = _enumeration("Preset", "rc_tuning_preset", "RC_TUNING_PRESET_")
Presence = _enumeration("Presence", "rc_presence", "RC_PRESENCE_")
Pressure = _enumeration("Pressure", "rc_pressure", "RC_PRESSURE_")
ShortContent = _enumeration("ShortContent", "rc_short_content_policy", "RC_SHORT_CONTENT_POLICY_")
End = _enumeration("End", "rc_end", "RC_END_")
Answer = _enumeration("Answer", "rc_batch_answer", "RC_BATCH_ANSWER_")
Reason = _enumeration("Reason", "rc_batch_reason", "RC_BATCH_REASON_")
Outcome = _enumeration("Outcome", "rc_batch_outcome", "RC_BATCH_OUTCOME_")
EditKind = _enumeration("EditKind", "rc_diff_kind", "RC_DIFF_")


class Fraction(float, enum.Enum):
    """Where to align a scroll target: how much of the space left over lies before it.

    NEAREST is the minimum scroll that makes it fully visible. Any other number in 0 … 1 will do.
    """

    START = 0.0
    CENTER = 0.5
    END = 1.0
    NEAREST = -1.0  # cffi reads no constants that are not integers


class Error(Exception):
    """A call that the library refused; nothing has changed."""

    status = Status.CORRUPT

    def __init__(self):
        super().__init__(ffi.string(lib.rc_status_text(self.status)).decode())


def _error(name, status, *bases):
    return type(name, (Error, *bases), {"status": status, "__module__": __name__})


ArgumentError = _error("ArgumentError", Status.ARGUMENT, ValueError)
LimitError = _error("LimitError", Status.LIMIT, OverflowError)
NoMemoryError = _error("NoMemoryError", Status.NO_MEMORY, MemoryError)
NotFoundError = _error("NotFoundError", Status.NOT_FOUND, LookupError)
StaleError = _error("StaleError", Status.STALE)
BusyError = _error("BusyError", Status.BUSY)

_errors = {error.status: error for error in Error.__subclasses__()}


def check(status):
    """Raises the error of a status that is not OK."""
    if status != Status.OK:
        raise _errors.get(status, Error)()


def integer(value):
    """An integer of 64 bits."""
    value = int(value)
    if not -2**63 <= value < 2**63:
        raise ArgumentError
    return value
