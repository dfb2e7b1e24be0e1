# SPDX-License-Identifier: MIT
"""Reads a recorded trace (port/tool/record), one operation at a time. Memory grows with the number
of live blocks, not with the trace. A viewer's file takes two readings. The first one checks every
line and counts, so that nothing is written if the trace is wrong."""
import collections
import lzma
import os

# A request. Equal requests are one object, so that a trace of many requests has few objects.
Block = collections.namedtuple("Block", "size caller tag")

# One line: its time, the block that it frees, and the block that it allocates, or None.
Operation = collections.namedtuple("Operation", "time gone came")

TIME_MASK = 0xFFFFFFFF
MOST = 128 << 20  # bytes


class Unreadable(Exception):
    """One line that says where the trace is wrong, and why."""


def number(text):
    """A decimal number, or None. (int() takes signs, spaces and other digits.)"""
    return int(text) if text.isdigit() and text.isascii() else None


def address(text):
    """A caller: a number, or 0x and up to 16 digits; None if it is neither."""
    if not text.startswith("0x"):
        return number(text)
    if not 2 < len(text) <= 18:
        return None
    try:
        return int(text[2:], 16) if text[2:].isalnum() else None
    except ValueError:
        return None


class Lines:
    """The lines of a file, packed or not, and the number of the last line read."""

    def __init__(self, path):
        self.path, self.line = path, 0
        if os.path.isdir(path):
            raise Unreadable(f"{path}: a folder, not a file")

    def refuse(self, why):
        raise Unreadable(f"{self.path}:{self.line}: {why}")

    def __iter__(self):
        try:
            with (lzma.open if self.path.endswith(".xz") else open)(
                    self.path, "rt", encoding="ascii", errors="replace") as file:
                for text in file:
                    self.line += 1
                    yield text
        except (lzma.LZMAError, EOFError):
            raise Unreadable(f"{self.path}: xz cannot unpack it") from None
        except OSError as error:
            raise Unreadable(f"{self.path}: cannot be opened: {error.strerror}") from None

    def header(self, lines):
        """Reads the four lines; returns the numbers of ids and of operations."""
        counts = []
        for _ in range(4):
            text = next(lines, None)
            if text is None:
                self.line += 1
                self.refuse("the file was cut off: the header has four lines" if self.line > 1 else
                            "the file is empty")
            counts.append(number(text.strip()))
            if counts[-1] is None:
                self.refuse("this line of the header must be a number; `?` means that the "
                            "recording was cut off (port/tool/record/README.md repairs it)")
        if not counts[2]:
            self.refuse("the trace has no operations")
        if counts[1] > counts[2]:
            self.refuse("the header has more ids than operations")
        return counts[1], counts[2]


class Parser:
    """Turns the words of a line into an operation. Knows which blocks are live."""

    def __init__(self, lines, ids):
        self.lines, self.ids = lines, ids
        self.live = {}
        self.blocks = {}
        self.time = 0        # since the first line with a time
        self.clock = None    # the last reading, modulo 2^32
        self.has_clock = False

    def field(self, words, at, parse, why):
        """The parsed word at a place; 0 if the line is shorter."""
        if len(words) <= at:
            return 0
        value = parse(words[at])
        if value is None:
            self.lines.refuse(why)
        return value

    def told(self, clock):
        """Advances the time by the step of the clock, which may have wrapped to 0. The time stands
        still if the clock steps back."""
        step = (clock - self.clock) & TIME_MASK if self.clock is not None else 0
        self.has_clock = self.has_clock or clock > 0
        if step <= TIME_MASK // 2:
            self.time += step
            self.clock = clock

    def block(self, words, at):
        """The block of a line that has its size at that place."""
        if len(words) <= at:
            self.lines.refuse("a size is missing")
        if len(words) > at + 4:
            self.lines.refuse("the line has more than its operation takes")
        size = self.field(words, at, number, "the size must be a number from 0 to 134217728")
        if size > MOST:
            self.lines.refuse("the size is larger than 128 MiB")
        caller = self.field(words, at + 1, address,
                            "the caller must be an address, such as 0x0800123c")
        clock = self.field(words, at + 2, number, "the time must be a number of at most 32 bits")
        tag = self.field(words, at + 3, number, "the tag must be a number of at most 255")
        if clock > TIME_MASK:
            self.lines.refuse("the time must be a number of at most 32 bits")
        if tag > 255:
            self.lines.refuse("the tag must be a number of at most 255")
        if len(words) > at + 2:
            self.told(clock)
        block = Block(size, caller, tag)
        return self.blocks.setdefault(block, block)

    def operation(self, words):
        if not words:
            self.lines.refuse("the line is empty")
        what = words[0]
        if what not in ("a", "m", "r", "f"):
            self.lines.refuse("unknown operation; there are a, m, r and f")
        identity = number(words[1]) if len(words) > 1 else None
        if identity is None:
            self.lines.refuse("the id must be a number, 0 or more" if len(words) > 1 else
                              "an id is missing")
        if identity >= self.ids:
            self.lines.refuse("the id is above those that the header announces")
        if (what in "am") == (identity in self.live):
            self.lines.refuse("the id is live already" if what in "am" else "the id is not live")
        if what == "m":
            align = number(words[2]) if len(words) > 2 else None
            if not align or align & (align - 1):
                self.lines.refuse("the alignment must be a power of two")
        gone = self.live.pop(identity, None)
        if what == "f":
            if len(words) > 2:
                self.lines.refuse("the line has more than its operation takes")
            return gone, None
        came = self.block(words, 3 if what == "m" else 2)
        self.live[identity] = came
        return gone, came


class Trace:
    """A trace that has been read once, and is correct.

    operations, allocations (resizes included), peak (bytes), peak_at (the operation after which
    they are live), peak_blocks (the most there were), has_clock, has_tags; callers: addresses."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path)
        for end in (".xz", ".rep"):
            if self.name.endswith(end):
                self.name = self.name[:-len(end)]
        self.has_clock = True  # the first reading finds out
        self._count()

    def _count(self):
        live = blocks = 0
        self.operations = self.allocations = self.peak = self.peak_at = self.peak_blocks = 0
        self.callers = set()
        self.has_tags = False
        for _, gone, came in self:
            if gone:
                live -= gone.size
                blocks -= 1
            if came:
                live += came.size
                blocks += 1
                self.allocations += 1
                self.peak_blocks = max(self.peak_blocks, blocks)
                if live > self.peak:
                    self.peak, self.peak_at = live, self.operations
                self.callers.add(came.caller)
                self.has_tags = self.has_tags or came.tag > 0
            self.operations += 1
        self.callers.discard(0)

    def __iter__(self):
        """Each operation in order. Without a clock, its time is its number."""
        source = Lines(self.path)
        lines = iter(source)
        ids, self.announced = source.header(lines)
        parser = Parser(source, ids)
        done = 0
        for text in lines:
            if done == self.announced:
                source.refuse("the header announces fewer operations")
            gone, came = parser.operation(text.split())
            yield Operation(parser.time if self.has_clock else done, gone, came)
            done += 1
        if done < self.announced:
            source.line += 1
            source.refuse("the file was cut off: the header announces more operations")
        self.has_clock = parser.has_clock
