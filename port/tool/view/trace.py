# SPDX-License-Identifier: MIT
"""Reads a recorded trace (port/tool/record), one operation at a time. Memory grows with the number
of live blocks, not with the trace. A viewer's file takes two readings. The first one checks every
line and counts, so that nothing is written if the trace is wrong."""
import collections
import lzma
import os
import re

# A request. Equal requests are one object, so that a trace of many requests has few objects.
Block = collections.namedtuple("Block", "size caller tag")

# One line: its time, the block that it frees, and the block that it allocates, or None.
Operation = collections.namedtuple("Operation", "time gone came")

TIME_MASK = 0xFFFFFFFF


class Unreadable(Exception):
    """One line that says where the trace is wrong, and why."""


def number(text, most=TIME_MASK):
    """A decimal number, or None. (int() takes signs, spaces and other digits.)"""
    return int(text) if text.isdigit() and text.isascii() and int(text) <= most else None


def address(text):
    """A caller: a number, or 0x and up to 16 digits; None if it is neither."""
    return int(text, 16) if re.fullmatch("0x[0-9a-fA-F]{1,16}", text) else number(text)


# What may follow the id and the alignment: how a word is read, and what it must be.
FIELDS = (
    (lambda text: number(text, 128 << 20), "the size must be a number from 0 to 134217728"),
    (address, "the caller must be an address, such as 0x0800123c"),
    (number, "the time must be a number of at most 32 bits"),
    (lambda text: number(text, 255), "the tag must be a number of at most 255"),
)


class Lines:
    """The lines of a file, packed or not, and the number of the last line read."""

    def __init__(self, path):
        self.path, self.line = path, 0
        if os.path.isdir(path):
            raise Unreadable(f"{path}: a folder, not a file")

    def refuse(self, why):
        raise Unreadable(f"{self.path}:{self.line}: {why}")

    def need(self, holds, why):
        if not holds:
            self.refuse(why)

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
            self.need(counts[-1] is not None,
                      "this line of the header must be a number; `?` means that the recording was "
                      "cut off (port/tool/record/README.md repairs it)")
        self.need(counts[2], "the trace has no operations")
        self.need(counts[1] <= counts[2], "the header has more ids than operations")
        return counts[1], counts[2]


class Parser:
    """Turns the words of a line into an operation. Knows which blocks are live."""

    def __init__(self, lines, ids):
        self.need, self.ids = lines.need, ids
        self.live = {}
        self.blocks = {}
        self.time = 0        # since the first line with a time
        self.clock = None    # the last reading, modulo 2^32
        self.has_clock = False

    def told(self, clock):
        """Advances the time by the step of the clock, which may have wrapped to 0. The time stands
        still if the clock steps back."""
        step = (clock - self.clock) & TIME_MASK if self.clock is not None else 0
        self.has_clock = self.has_clock or clock > 0
        if step <= TIME_MASK // 2:
            self.time += step
            self.clock = clock

    def block(self, words):
        """The block of the words from its size on."""
        self.need(words, "a size is missing")
        self.need(len(words) <= len(FIELDS), "the line has more than its operation takes")
        read = [0] * len(FIELDS)
        for at, (word, (parse, why)) in enumerate(zip(words, FIELDS)):
            read[at] = parse(word)
            self.need(read[at] is not None, why)
        size, caller, clock, tag = read
        if len(words) > 2:
            self.told(clock)
        block = Block(size, caller, tag)
        return self.blocks.setdefault(block, block)

    def operation(self, words):
        self.need(words, "the line is empty")
        what = words[0]
        self.need(what in ("a", "m", "r", "f"), "unknown operation; there are a, m, r and f")
        self.need(len(words) > 1, "an id is missing")
        identity = number(words[1])
        self.need(identity is not None, "the id must be a number, 0 or more")
        self.need(identity < self.ids, "the id is above those that the header announces")
        live = identity in self.live
        self.need(live == (what in "rf"), "the id is live already" if live else
                  "the id is not live")
        if what == "m":
            align = number(words[2]) if len(words) > 2 else None
            self.need(align and not align & (align - 1), "the alignment must be a power of two")
        gone = self.live.pop(identity, None)
        if what == "f":
            self.need(len(words) == 2, "the line has more than its operation takes")
            return gone, None
        came = self.live[identity] = self.block(words[3 if what == "m" else 2:])
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
