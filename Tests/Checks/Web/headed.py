"""Chromium with a window, for what a headless one has not: its bar for find in page, and what it tells AT-SPI."""

import json
import os
import shutil
import subprocess

from browsers import start
from feed import Chromium
from test_list import ListCase

#: Prints the role, `posinset`, `setsize` and busyness of each accessible object of all programs, as AT-SPI has them.
TREE = """
import json
from gi.repository import Gio, GLib
FLAGS = Gio.DBusConnectionFlags
def call(bus, name, path, method, *values):
    return bus.call_sync(name, path, *method.rsplit(".", 1), values[0] if values else None, None, 0, 10_000, None).unpack()[0]
session = Gio.bus_get_sync(Gio.BusType.SESSION)
bus = Gio.DBusConnection.new_for_address_sync(call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus.GetAddress"),
    FLAGS.AUTHENTICATION_CLIENT | FLAGS.MESSAGE_BUS_CONNECTION)
objects, found = [("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")], []
while objects:
    of = objects.pop()
    get = lambda what: call(bus, *of, f"org.a11y.atspi.Accessible.{what}")
    try:
        attributes = get("GetAttributes")
        found.append([get("GetRoleName"), attributes.get("posinset"), attributes.get("setsize"), bool(get("GetState")[0] & 8)])
        objects += reversed(get("GetChildren"))
    except GLib.Error:
        pass  # It has gone.
print(json.dumps(found))
"""


class HeadedCase(ListCase):
    def page_of(self, **options):
        self.env = dict(os.environ)
        for name, words in (("DISPLAY", ("Xvfb", "-displayfd", "1", "-screen", "0", "900x800x24")),
                            ("DBUS_SESSION_BUS_ADDRESS", ("dbus-daemon", "--session", "--nofork", "--print-address"))):
            # What it prints once it can be used.
            line = start(*words, env=self.env, stdout=subprocess.PIPE).stdout.readline().decode().strip()
            self.env[name] = f":{line}" if name == "DISPLAY" else line
        Chromium.page().context.close()
        browser = Chromium.browser.browser_type.launch(
            executable_path=shutil.which("chromium"), headless=False, env={**self.env, "ACCESSIBILITY_ENABLED": "1"},
            args=["--no-sandbox", "--force-renderer-accessibility"])
        self.addCleanup(browser.close)
        return browser.new_context(**options).new_page()

    def press(self, *words):
        subprocess.run(["xdotool", *words], env=self.env, check=True)
        self.rest(1)

    def tree(self):
        # Debian's Python, which has Debian's modules.
        return json.loads(subprocess.run(["/usr/bin/python3", "-c", TREE], env=self.env, check=True,
                                         capture_output=True, text=True).stdout)
