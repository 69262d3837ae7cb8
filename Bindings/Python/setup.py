"""Adds the version and the extension to what pyproject.toml says."""

import sys
import tempfile

import backend
from setuptools import setup

# What a build makes on the way to a wheel stays out of the clone, until the process ends.
folder = tempfile.TemporaryDirectory()
options = {"bdist_wheel": {"py_limited_api": "cp39"}, "build": {"build_base": folder.name}}
if "sdist" not in sys.argv:
    options["egg_info"] = {"egg_base": folder.name}
setup(version=backend.version(), cffi_modules=["backend.py:extension"], options=options)
