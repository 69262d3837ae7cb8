"""The installed library, and what its header says: constants, enumerations, errors."""

import enum
import os
import re
import subprocess
import sys
from pathlib import Path

import cffi


def _prefix():
    """Where Scripts/install put the library: RANGECORE_PREFIX, or what pkg-config knows."""
    prefix = os.environ.get("RANGECORE_PREFIX")
    if prefix is None:
        try:
            prefix = subprocess.run(["pkg-config", "--variable=prefix", "rangecore"], check=True,
                                    capture_output=True, text=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            raise ImportError("RangeCore is not found: run Scripts/install PREFIX, then set"
                              " RANGECORE_PREFIX to that PREFIX") from None
    return Path(prefix)


def _declarations(header):
    """The header as cffi reads it: without what is for the preprocessor, and without bodies."""
    text = re.sub(r"//[^\n]*", "", header)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    constants = re.findall(r"^#define RC_\w+ -?\d+$", text, re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M).replace("RC_API ", "")
    text = re.sub(r"inline ([^;{]+) \{.*?^\}", r"\1;", text, flags=re.S | re.M)
    return "\n".join(constants) + text


def _load():
    prefix = _prefix()
    ffi = cffi.FFI()
    ffi.cdef(_declarations((prefix / "include/rangecore.h").read_text(encoding="utf-8")))
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


def _enumeration(name, c_type, prefix):
    values = {text.removeprefix(prefix): value
              for value, text in sorted(ffi.typeof(c_type).elements.items())
              if not text.endswith("_SENTINEL")}
    return enum.IntEnum(name, values, module=__name__)


Status = _enumeration("Status", "rc_status", "RC_STATUS_")
Direction = _enumeration("Direction", "rc_direction", "RC_DIRECTION_")
Range = _enumeration("Range", "rc_range", "RC_RANGE_")
Mode = _enumeration("Mode", "rc_range_mode", "RC_RANGE_MODE_")
Presence = _enumeration("Presence", "rc_presence", "RC_PRESENCE_")
Pressure = _enumeration("Pressure", "rc_pressure", "RC_PRESSURE_")
ShortContent = _enumeration("ShortContent", "rc_short_content_policy", "RC_SHORT_CONTENT_")
End = _enumeration("End", "rc_end", "RC_END_")
Answer = _enumeration("Answer", "rc_batch_answer", "RC_BATCH_")
Reason = _enumeration("Reason", "rc_batch_reason", "RC_BATCH_REASON_")
Outcome = _enumeration("Outcome", "rc_batch_outcome", "RC_BATCH_")
Alignment = _enumeration("Alignment", "rc_alignment", "RC_ALIGNMENT_")


class Error(Exception):
    """The library refused a call, and nothing has changed."""

    status = Status.INVALID

    def __init__(self):
        super().__init__(ffi.string(lib.rc_status_text(self.status)).decode())


class ArgumentError(Error, ValueError):
    """An argument is not allowed: not a number, out of bounds, an unknown value."""

    status = Status.ARGUMENT


class LimitError(Error, OverflowError):
    """The result would pass a limit of the library."""

    status = Status.LIMIT


class NoMemoryError(Error, MemoryError):
    """There is no memory for it."""

    status = Status.NO_MEMORY


class NotFoundError(Error, LookupError):
    """There is no such thing: an item of an empty list, say."""

    status = Status.NOT_FOUND


class StaleError(Error):
    """A flight was finished before, or is not the current one."""

    status = Status.STALE


class BusyError(Error):
    """A fetch of this end is already in flight."""

    status = Status.BUSY


_errors = {error.status: error for error in Error.__subclasses__()}


def check(status):
    """Raises what a status says."""
    if status != Status.OK:
        raise _errors.get(status, Error)()
