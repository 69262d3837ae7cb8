"""Adds the version and the extension to what pyproject.toml says."""

import backend
from setuptools import setup

setup(version=backend.version(), cffi_modules=["backend.py:extension"],
      options={"bdist_wheel": {"py_limited_api": "cp39"}})
