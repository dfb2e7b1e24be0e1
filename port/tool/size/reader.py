# SPDX-License-Identifier: MIT
"""Traces and logs, line by line; through xz if the name ends in .xz."""
import lzma


class Refused(Exception):
    """What is wrong, in one line, and the status."""

    def __init__(self, why, status=1):
        super().__init__(why)
        self.status = status


def lines_of(file):
    opened = lzma.open if file.endswith('.xz') else open
    try:
        with opened(file, 'rt', encoding='utf-8', errors='surrogateescape') as text:
            yield from text
    except IsADirectoryError as why:
        raise Refused('%s: a folder, not a file' % file) from why
    except OSError as why:
        raise Refused('%s: cannot be opened' % file) from why
    except (lzma.LZMAError, EOFError) as why:
        raise Refused('%s: xz cannot unpack it' % file) from why
