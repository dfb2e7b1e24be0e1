# SPDX-License-Identifier: MIT
"""Writes the file of each viewer from a trace. A writer gets the trace, `frames` (a Frame for each
caller), the classes and an open file."""
import collections
import json

from origins import tag_name

# The number of moments over time. The bytes and blocks of each moment are exact.
MASSIF_SNAPSHOTS = 100
MASSIF_DETAILED = 10  # every tenth snapshot has a tree, and the peak
MASSIF_THRESHOLD = 1  # percent; smaller callers are summed up
PERFETTO_MOMENTS = 10000


def at_moments(trace, count, change):
    """Reads the trace and calls change(block, 1) for each new block, change(block, -1) for each
    freed one. Yields time and number of the worst moment of each of `count` slices."""
    wanted = iter(trace.moments(count) + [None])
    next_one = next(wanted)
    for index, (time, gone, came) in enumerate(trace):
        if gone:
            change(gone, -1)
        if came:
            change(came, 1)
        if index == next_one:
            yield time, index
            next_one = next(wanted)


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


def heaptrack(trace, frames, classes, file):
    del classes
    Heaptrack(trace, frames, file).write()


# ---- massif ---------------------------------------------------------------------------------


def largest_first(sizes):
    return sorted(sizes.items(), key=lambda item: (-item[1], item[0]))


def massif_word(text):
    """For ms_print, a # begins a comment."""
    return text.replace("#", "_")


class Massif:
    """Writes snapshots and trees: live bytes, their callers, and their tags if there are any."""

    def __init__(self, trace, frames, file):
        self.trace, self.frames, self.file = trace, frames, file
        self.live = 0
        self.held = collections.Counter()  # bytes by caller and tag

    def change(self, block, sign):
        self.live += sign * block.size
        self.held[block.caller, block.tag] += sign * block.size

    def tags_of(self, caller, tags):
        """A caller's node, and a leaf for each tag."""
        told = largest_first(tags) if self.trace.has_tags else []
        frame = self.frames[caller]
        yield (f" n{len(told)}: {sum(tags.values())} 0x{caller:X}: "
               f"{massif_word(frame.function + frame.place())}\n")
        for tag, size in told:
            yield f"  n0: {size} 0x0: {tag_name(tag)}\n"

    def tree(self):
        callers = collections.defaultdict(collections.Counter)
        for (caller, tag), size in self.held.items():
            if size:
                callers[caller][tag] += size
        sums = largest_first({caller: sum(tags.values()) for caller, tags in callers.items()})
        shown = [caller for caller, size in sums if size * 100 >= self.live * MASSIF_THRESHOLD]
        rest = sums[len(shown):]
        yield (f"n{len(shown) + bool(rest)}: {self.live} (heap allocation functions) "
               "malloc/new/new[], --alloc-fns, etc.\n")
        for caller in shown:
            yield from self.tags_of(caller, callers[caller])
        if rest:
            few = sum(size for _, size in rest)
            yield (f" n0: {few} in {len(rest)} places, all below massif's threshold "
                   f"({MASSIF_THRESHOLD:.2f}%)\n")

    def snapshot(self, number, time, tree):
        self.file.write(f"#-----------\nsnapshot={number}\n#-----------\ntime={time}\n"
                        f"mem_heap_B={self.live}\nmem_heap_extra_B=0\nmem_stacks_B=0\n"
                        f"heap_tree={tree}\n")
        if tree != "empty":
            self.file.writelines(self.tree())

    def write(self):
        """One snapshot is the worst moment of all."""
        self.file.write(f"desc: (none)\ncmd: make view TRACE={massif_word(self.trace.path)}\n"
                        f"time_unit: {'ms' if self.trace.has_clock else 'i'}\n")
        peak = self.trace.peak_moment()
        moments = at_moments(self.trace, MASSIF_SNAPSHOTS, self.change)
        for number, (time, index) in enumerate(moments):
            detailed = "empty" if number % MASSIF_DETAILED else "detailed"
            self.snapshot(number, time, "peak" if index == peak else detailed)


def massif(trace, frames, classes, file):
    del classes
    Massif(trace, frames, file).write()


# ---- Perfetto -------------------------------------------------------------------------------


class Perfetto:
    """Writes Chrome's trace events: counters of bytes and blocks, and counters with a value for
    each class and each tag."""

    def __init__(self, trace, classes, file):
        self.trace, self.classes, self.file = trace, classes, file
        self.live = self.blocks = 0
        self.by_class, self.by_tag = {}, {}
        self.before = '{"displayTimeUnit": "ms", "traceEvents": [\n'

    def put(self, event):
        self.file.write(self.before + json.dumps(dict(event, pid=1, tid=1)))
        self.before = ",\n"

    def change(self, block, sign):
        self.live += sign * block.size
        self.blocks += sign
        for values, name in ((self.by_class, self.classes.name(block.size)),
                             (self.by_tag, tag_name(block.tag))):
            values[name] = values.get(name, 0) + sign * block.size

    def state(self, time):
        counters = {"live bytes": {"bytes": self.live}, "live blocks": {"blocks": self.blocks},
                    "bytes by class": self.by_class}
        if self.trace.has_tags:
            counters["bytes by tag"] = self.by_tag
        for name, values in counters.items():
            self.put({"name": name, "ph": "C", "ts": time, "args": values})

    def write(self):
        self.put({"name": "process_name", "ph": "M", "ts": 0, "args": {"name": self.trace.name}})
        microseconds = 1000 if self.trace.has_clock else 1
        peak = self.trace.peak_moment()
        for time, index in at_moments(self.trace, PERFETTO_MOMENTS, self.change):
            self.state(time * microseconds)
            if index == peak:
                self.put({"name": f"peak: {self.trace.peak} bytes", "ph": "i", "s": "p",
                          "ts": time * microseconds})
        self.file.write("\n]}\n")


def perfetto(trace, frames, classes, file):
    del frames
    Perfetto(trace, classes, file).write()


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
        peak, at = {}, self.trace.peak_moment()
        for index, (_, gone, came) in enumerate(self.trace):
            if gone:
                live[gone] -= 1
            if came:
                live[came] += 1
                asked[came] += 1
            if index == at:
                peak = +live
        return [self.profile("live at the peak", peak), self.profile("allocated in all", asked),
                self.profile("live at the end", +live)]


def speedscope(trace, frames, classes, file):
    del classes
    scope = Speedscope(trace, frames)
    profiles = scope.profiles()
    json.dump({"$schema": "https://www.speedscope.app/file-format-schema.json",
               "name": trace.name, "exporter": "tarn", "activeProfileIndex": 0,
               "shared": {"frames": scope.shared}, "profiles": profiles}, file)


# For each AS=: the writer, the name of the file, and what opens it.
VIEWERS = {
    "heaptrack": (heaptrack, "{}.heaptrack.gz", "heaptrack_gui or heaptrack_print"),
    "massif": (massif, "massif.out.{}", "massif-visualizer or ms_print"),
    "perfetto": (perfetto, "{}.perfetto.json", "ui.perfetto.dev"),
    "speedscope": (speedscope, "{}.speedscope.json", "speedscope"),
}
