# SPDX-License-Identifier: MIT
"""Names callers by the image's symbols, tags by their number, sizes by the classes of a table."""
import bisect
import os
import re
import subprocess

NAMES = os.path.join(os.path.dirname(__file__), "..", "size", "names")


class Refused(Exception):
    """One line that says which file is of no use, and why."""


class Frame:
    """A place in a program. `file` and `line` are empty if they are not known."""

    def __init__(self, function, file="", line=0, address=0):
        self.function, self.file, self.line, self.address = function, file, line, address

    def place(self):
        return f" ({self.file}:{self.line})" if self.file else ""


def unnamed(address):
    return Frame(f"0x{address:08x}" if address else "unknown caller", address=address)


def named(address, function, place):
    file, _, line = place.rpartition(":")
    if not file or not line.isdigit():
        file, line = "", 0
    return Frame(function, file, int(line), address)


def frames(elf, callers):
    """A frame for each caller, and for the unknown caller (0). `make size ELF=` uses the same
    script."""
    frame = {caller: unnamed(caller) for caller in {0} | callers}
    if not elf:
        return frame
    if not callers:
        raise Refused(f"ELF={elf}: the trace has no callers")
    told = subprocess.run([NAMES, elf], input="".join(f"0x{one:x}\n" for one in sorted(callers)),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, check=False)
    if told.returncode:
        raise Refused(told.stderr.strip().replace("error: ", "", 1))
    for line in told.stdout.splitlines():
        address, function, place = line.split("\t")
        frame[int(address, 16)] = named(int(address, 16), function, place)
    if not told.stdout:
        raise Refused(f"ELF={elf}: no caller of the trace is in this image; name the image that "
                      "was recorded, with its symbols")
    return frame


def tag_name(tag):
    return f"tag {tag}" if tag else "no tag"


# Without a table: by powers of two.
POWERS = [1 << shift for shift in range(4, 21)]


class Classes:
    """The class of a request, by its size: of a table, or else powers of two."""

    def __init__(self, table):
        self.sizes, self.word, self.rest = POWERS, "up to", "above"
        if table:
            self.sizes, self.word, self.rest = read_table(table), "class", "commons"

    def name(self, size):
        at = bisect.bisect_left(self.sizes, size)
        if at < len(self.sizes):
            return f"{self.word} {self.sizes[at]}"
        return self.rest

    def names(self):
        """All of them, in the order of their sizes."""
        return [f"{self.word} {size}" for size in self.sizes] + [self.rest]


def read_table(path):
    """The sizes of a table's classes, from its C (tarn_table.h)."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise Refused(f"TABLE={path}: cannot be read: {error.strerror}") from None
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    sizes = [int(size, 0) for size in re.findall(r"\bCLASS\(\s*(\d+)[uU]?\s*,", text)]
    if not sizes:
        raise Refused(f"TABLE={path}: no line with CLASS(size, ...)")
    return sorted(sizes)
