"""Prints the children of each list over AT-SPI: role, name, whether it has the focus, its place in the list."""

import json

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"


def call(bus, name, path, method, *values):
    return bus.call_sync(name, path, *method.rsplit(".", 1), GLib.Variant("(ss)", values) if values else None, None, 0,
                         10_000, None).unpack()[0]


session = Gio.bus_get_sync(Gio.BusType.SESSION)
bus = Gio.DBusConnection.new_for_address_sync(
    call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress"),
    Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
objects, found = [("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")], []
while objects:
    of = objects.pop()
    children = [it for it in call(bus, *of, f"{ACCESSIBLE}.GetChildren") if not it[1].endswith("/null")]
    if call(bus, *of, f"{ACCESSIBLE}.GetRoleName") == "list":
        for it in children:
            found.append([call(bus, *it, f"{ACCESSIBLE}.GetRoleName"),
                          call(bus, *it, "org.freedesktop.DBus.Properties.Get", ACCESSIBLE, "Name"),
                          bool(call(bus, *it, f"{ACCESSIBLE}.GetState")[0] & 1 << 12),
                          call(bus, *it, f"{ACCESSIBLE}.GetIndexInParent")])
    objects += children
print(json.dumps(found))
