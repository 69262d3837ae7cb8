"""A touchpad and a wheel in sway: a client of zwlr_virtual_pointer_v1, which speaks the wire protocol itself.

A message is the id of an object, the number of a request with the length, and arguments of 32 bits:
https://wayland.freedesktop.org/docs/html/ch04.html#sect-Protocol-Wire-Format
"""

import os
import socket
import struct
import time

# In the order in which they are made.
DISPLAY, REGISTRY, CALLBACK, SEAT, MANAGER, POINTER = range(1, 7)
VERTICAL, WHEEL, FINGER = 0, 0, 1


class Pointer:
    def __init__(self, width, height):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
        self._size = width, height
        self._send(DISPLAY, 1, REGISTRY)
        self._send(DISPLAY, 0, CALLBACK)
        found = {}
        # Until all globals are known: then the callback is done.
        while (message := self._read())[0] != CALLBACK:
            if message[:2] == (REGISTRY, 0):
                number, length = struct.unpack_from("=II", message[2])
                found[message[2][8:7 + length].decode()] = number
        for name, id in ("wl_seat", SEAT), ("zwlr_virtual_pointer_manager_v1", MANAGER):
            data = name.encode() + b"\0"
            data += bytes(-len(data) % 4)
            self._send(REGISTRY, 0, found[name], len(name) + 1, data, 1, id)
        self._send(MANAGER, 0, SEAT, POINTER)

    def _send(self, id, request, *arguments):
        body = b"".join(it if isinstance(it, bytes) else struct.pack("=i" if it < 0 else "=I", it)
                        for it in arguments)
        self._socket.sendall(struct.pack("=II", id, (len(body) + 8) << 16 | request) + body)

    def _read(self):
        id, word = struct.unpack("=II", self._socket.recv(8, socket.MSG_WAITALL))
        return id, word & 0xFFFF, self._socket.recv((word >> 16) - 8, socket.MSG_WAITALL)

    def _pointer(self, *events):
        for request, *arguments in (*events, (4,)):
            # Most have the time in milliseconds.
            now = [time.monotonic_ns() // 1_000_000 & 0xFFFFFFFF] if request not in (4, 5) else []
            self._send(POINTER, request, *now, *arguments)

    def move(self, x, y):
        self._pointer((1, x, y, *self._size))

    def wheel(self, notches):
        self._pointer((5, WHEEL), (7, VERTICAL, 15 * 256 * notches, notches))

    def swipe(self, distance):
        """Two fingers move by so many points."""
        self._pointer((5, FINGER), (3, VERTICAL, round(256 * distance)))

    def lift(self):
        self._pointer((5, FINGER), (6, VERTICAL))
