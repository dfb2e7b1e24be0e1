# SPDX-License-Identifier: MIT
"""Of tarn.py: what free() would say."""


class Verdict:
    """`fault` is the fault that tarn_free(heap, address) would raise, or None. If `at` is not the
    address, the fault concerns another place, and the block is freed. The rules are those of
    pool/heap/free.c, fault.c, core.h and record.c."""

    def __init__(self, heap, address):
        self.heap, self.build, self.address = heap, heap.build, address
        self.offset = min(address - heap.base & (1 << 8 * heap.memory.pointer_bytes) - 1, MASK)
        self.fault, self.at = None, address
        if address:
            self.decide()

    def __str__(self):
        if not self.address:
            return 'free() does nothing'
        if not self.fault:
            return 'free() takes it'
        if self.at == self.address:
            return self.fault
        return 'free() takes it, and raises %s of %s' % (self.fault, address_text(self.at))

    def decide(self):
        heap, offset = self.heap, self.offset
        aligned = not offset % self.build.align
        if self.build.pools and aligned and offset < heap.commons_at:
            found = heap.pool_find(offset)
            if found and not found[0].is_free(found[1]):
                self.leave(found[0].index, found[0].size)
            else:
                self.fault = self.kind()
        elif self.build.commons and aligned and heap.commons_at < offset < heap.end_at and \
                heap.is_live(offset) and heap.is_start(offset):
            self.leave(heap.class_count, heap.length(offset))
        else:
            self.fault = self.kind()

    def leave(self, index, size):
        """A live block starts at the pointer. May it be freed?"""
        heap, build, offset = self.heap, self.build, self.offset
        if offset + size > heap.end_at or size <= build.record:
            self.fault = 'wild'  # its planes were overwritten, and lead anywhere
            return
        state, asked = heap.record_of(offset, size) if build.harden >= 2 else (LIVE, 0)
        tag = heap.tag_raw(offset, size) if build.tags else 0
        if state == FREED:
            self.fault = self.kind()
        elif tag > build.tags:
            self.fault = 'overlap' if 0 <= tag - PINNED <= build.tags else 'overrun'
        elif state != LIVE or build.harden >= 2 and not heap.slack_whole(offset, size, asked):
            self.fault = 'overrun'
        elif build.harden >= 3:
            self.oldest_leaves()
        elif index == heap.class_count:
            self.merge(offset, size)

    def merge(self, offset, size):
        """The run merges with its free neighbours. Are their links whole? Those of the last run are
        not read: it is on no list."""
        heap = self.heap
        starts = heap.run_starts()
        at = bisect.bisect_left(starts, offset) - 1
        before = starts[max(at, 0):at + 1] if offset != heap.last_end() else []
        for beside in [offset + size] + before:
            if beside < heap.end_at and beside != heap.last and not heap.is_live(beside) and \
                    not heap.link_sound(beside):
                self.fault, self.at = 'link', heap.base + beside
                return

    def oldest_leaves(self):
        """Level 3: when the quarantine is full, its oldest block becomes reusable."""
        heap, waiting = self.heap, self.heap.waiting()
        if len(waiting) < self.build.quarantine:
            return
        offset = waiting[0]
        found = heap.find(heap.base + offset)
        if found is None or found.offset != offset or found.reusable:
            self.fault, self.at = 'use-after-free', heap.base + offset
            return
        written = heap.record_of(offset, found.size)[0] != FREED
        if found.index == heap.class_count:  # links will lie there: this is the last look
            written |= heap.word(offset) != FILL_FREE or \
                found.size >= 8 + self.build.record and heap.word(offset + 4) != FILL_FREE
        if written:
            self.fault, self.at = 'use-after-free', found.address
        elif found.index == heap.class_count:
            self.merge(offset, found.size)

    # -- A pointer that is refused (fault.c) --

    def kind(self):
        heap, offset = self.heap, self.offset
        low = heap.classes[0].start if heap.classes else heap.commons_at
        if not heap.owns(self.address):
            return 'foreign'
        if self.address % self.build.align:
            return 'misaligned'
        if low <= offset < heap.commons_at:
            return self.pool_kind()
        if heap.in_commons(offset):
            return self.commons_kind()
        return 'wild'

    def pool_kind(self):
        """The pointer lies in a block that was never carved, in a live one, or in a free one."""
        heap, offset = self.heap, self.offset
        one = next(one for one in heap.block_pools if offset < one.end)
        number_ = (offset - one.start) // one.size
        if number_ >= one.used():
            return 'wild'
        return 'double-free' if offset == one.offset(number_) or one.is_free(number_) else \
            'interior'

    def commons_kind(self):
        """The last run that starts at the pointer or before it decides."""
        heap = self.heap
        starts = heap.run_starts()
        at = bisect.bisect_right(starts, self.offset) - 1
        if at < 0 or starts[at] == self.offset or not heap.is_live(starts[at]):
            return 'double-free'
        return 'interior'
