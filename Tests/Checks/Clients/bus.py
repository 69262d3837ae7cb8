"""A D-Bus session of a test's own."""

import os
import sys


def have_a_bus(**environment):
    """Runs this program again in one, with this environment, unless it is in one."""
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        os.environ.pop("GTK_A11Y", None)
        os.environ.update(environment)
        # What the bus and its services print is not ours.
        nothing = os.open(os.devnull, os.O_WRONLY)
        for ours, kept in (1, 11), (2, 12):
            os.dup2(ours, kept)
            os.dup2(nothing, ours)
        os.execvp("dbus-run-session", ["dbus-run-session", "--", sys.executable, "-B", *sys.argv])
    os.dup2(11, 1)
    os.dup2(12, 2)
