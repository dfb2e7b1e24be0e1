# SPDX-License-Identifier: MIT
"""Writes the file of each viewer from a trace. A writer gets the trace, `frames` (a Frame for each
caller) and an open file."""
import collections
import json

from origins import tag_name

# ---- heaptrack ------------------------------------------------------------------------------


class Heaptrack:
    """Writes heaptrack's file format 1. It numbers strings, frames and stacks from 1 when they
    first occur. A stack is the caller, and above it the tag if the program has tags."""

    def __init__(self, trace, frames, file):
        self.trace, self.frames, self.file = trace, frames, file
        self.strings, self.stacks, self.kinds = {}, {}, {}
        self.nodes = 0
        self.time = 0

    def put(self, *words):
        self.file.write(" ".join(word if isinstance(word, str) else f"{word:x}"
                                 for word in words) + "\n")

    def string(self, text):
        if not text:
            return 0
        if text not in self.strings:
            self.strings[text] = len(self.strings) + 1
            self.put("s", text)
        return self.strings[text]

    def node(self, frame, parent):
        """A frame of a stack. Its instruction pointer has the same number."""
        module = self.string(self.trace.name)
        function, file = self.string(frame.function), self.string(frame.file)
        place = (file, frame.line) if file else ()
        self.put("i", frame.address, module, function, *place)
        self.nodes += 1
        self.put("t", self.nodes, parent)
        return self.nodes

    def stack(self, block):
        key = block.caller, block.tag
        if key not in self.stacks:
            parent = 0
            if self.trace.has_tags:
                parent = self.tag(block.tag)
            self.stacks[key] = self.node(self.frames[block.caller], parent)
        return self.stacks[key]

    def tag(self, tag):
        if tag not in self.stacks:
            self.stacks[tag] = self.node(type(self.frames[0])(tag_name(tag)), 0)
        return self.stacks[tag]

    def kind(self, block):
        """The number of a size and a stack, which identify an allocation."""
        if block not in self.kinds:
            stack = self.stack(block)
            self.kinds[block] = len(self.kinds)
            self.put("a", block.size, stack)
        return self.kinds[block]

    def write(self):
        self.put("v", 0x010000, 1)
        self.put("X", f"make view TRACE={self.trace.path}")
        for time, gone, came in self.trace:
            if time > self.time:
                self.put("c", time)
                self.time = time
            if gone:
                self.put("-", self.kind(gone))
            if came:
                self.put("+", self.kind(came))


def heaptrack(trace, frames, file):
    Heaptrack(trace, frames, file).write()


# ---- speedscope -----------------------------------------------------------------------------


class Speedscope:
    """Writes three profiles whose weights are bytes. A stack is the tag if there are tags, the
    function, its line and the size."""

    def __init__(self, trace, frames):
        self.trace, self.frames = trace, frames
        self.shared, self.numbers = [], {}

    def frame(self, name, **place):
        key = name, *place.values()
        if key not in self.numbers:
            self.numbers[key] = len(self.shared)
            self.shared.append(dict(place, name=name))
        return self.numbers[key]

    def stack(self, block):
        who = self.frames[block.caller]
        names = [tag_name(block.tag)] if self.trace.has_tags else []
        stack = [self.frame(name) for name in names + [who.function]]
        if who.file:
            stack.append(self.frame(f"{who.file}:{who.line}", file=who.file, line=who.line))
        return stack + [self.frame(f"{block.size} B")]

    def profile(self, name, blocks):
        kinds = sorted(blocks.items(), key=lambda item: (item[0].tag, item[0].caller, item[0].size))
        weights = [block.size * count for block, count in kinds]
        return {"type": "sampled", "name": name, "unit": "bytes", "startValue": 0,
                "endValue": sum(weights), "samples": [self.stack(block) for block, _ in kinds],
                "weights": weights}

    def profiles(self):
        live, asked = collections.Counter(), collections.Counter()
        peak = {}
        for index, (_, gone, came) in enumerate(self.trace):
            if gone:
                live[gone] -= 1
            if came:
                live[came] += 1
                asked[came] += 1
            if index == self.trace.peak_at:
                peak = +live
        return [self.profile("live at the peak", peak), self.profile("allocated in all", asked),
                self.profile("live at the end", +live)]


def speedscope(trace, frames, file):
    scope = Speedscope(trace, frames)
    profiles = scope.profiles()
    json.dump({"$schema": "https://www.speedscope.app/file-format-schema.json",
               "name": trace.name, "exporter": "tarn", "activeProfileIndex": 0,
               "shared": {"frames": scope.shared}, "profiles": profiles}, file)


# For each AS=: the writer, the name of the file, and what opens it.
VIEWERS = {
    "heaptrack": (heaptrack, "{}.heaptrack.gz", "heaptrack_gui or heaptrack_print"),
    "speedscope": (speedscope, "{}.speedscope.json", "speedscope"),
}
