# SPDX-License-Identifier: MIT
"""port/tool/gdb/tarn.py as a library, without gdb: for the checks of this folder."""
import contextlib
import importlib.util
import io
import os

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '../../..'))
SPEC = importlib.util.spec_from_file_location('tarn', os.path.join(ROOT, 'port/tool/gdb/tarn.py'))
tarn = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(tarn)


def start_of(name):
    """A dump's name ends with its address."""
    return name.rpartition('-')[2]


def said_by(elf, names, words):
    """The status of `tarn.py --elf ELF --dump ... WORDS`, and what it prints."""
    options = ['--elf', elf]
    for name in names:
        options += ['--dump', '%s@%s' % (name, start_of(name))]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = tarn.main(options + words)
    return status, out.getvalue()
