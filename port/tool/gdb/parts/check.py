# SPDX-License-Identifier: MIT
"""Of tarn.py: the validator."""


class Check:
    """Finds every broken invariant of a heap, not only the first. pool/DESIGN.md has the numbers.
    A finding without a number is one that the library makes only when it hands a block out."""

    def __init__(self, heap):
        self.heap, self.build = heap, heap.build
        self.broken = list(heap.wrong)
        if self.broken:
            return
        self.waits = [0] * (heap.class_count + 1)
        for step in (self.bounds, self.pools, self.runs, self.tags, self.quarantine):
            try:
                step()
            except Unreadable as why:
                self.note(0, 0, 'too damaged to be followed: %s' % why)

    def note(self, invariant, offset, what):
        self.broken.append(Broken(invariant, self.heap.base + offset & (1 << 64) - 1, what))

    # -- What a request reads first --

    def bounds(self):
        """The map from sizes to classes, and two bounds of sizes. They never change."""
        heap, build = self.heap, self.build
        sizes = [one.size for one in heap.classes]
        reach = MAP_ENTRIES - 1 << build.granule_shift
        longest = max((heap.runs << build.granule_shift) - build.record, 0)
        mapped = 0
        if sizes:
            mapped = min(sizes[-1], reach)
            mapped = mapped + 1 - build.record if mapped > build.record else 0
            longest = min(longest, reach - build.record) if sizes[-1] > reach else longest
        if (heap.map_limit, heap.limit) != (mapped, longest):
            self.note(0, 0, 'the bounds of sizes in the heap\'s record were overwritten')
        want = bytes(bisect.bisect_left(sizes, at << build.granule_shift)
                     for at in range(MAP_ENTRIES))
        if build.pools and heap.memory.read(heap.map, MAP_ENTRIES) != want:
            self.note(0, 0, 'the map from sizes to classes, or its address, was overwritten')

    # -- Pools --

    def pools(self):
        heap = self.heap
        self.pool_names()
        for each in heap.classes:
            live = sum(self.pool(one) for one in each.pools)
            self.stack(each)
            if self.build.harden < 3:
                self.waits[each.index] = 0  # these are about to be freed
                continue
            waiting = self.waits[each.index]
            if live - waiting != each.live:
                self.note(5, each.start, 'class %d: %d blocks are live, %d are counted'
                          % (each.index, live - waiting, each.live))
            self.tally(each.index)

    def pool_names(self):
        """Each word's worth of the pools names the first pool that begins there, or before it."""
        heap, shift = self.heap, self.build.word_shift
        at, wrong = heap.names - heap.arena_start, []
        ends = [one.end for one in heap.block_pools]
        for word in range(heap.pools >> 5):
            if heap.arena[at + word] != bisect.bisect_right(ends, word << shift):
                wrong.append(word << shift)
        if wrong:
            self.note(2, wrong[0], 'the name of the pool here was overwritten' if len(wrong) == 1
                      else 'the names of pools were overwritten in %d places, the first here'
                      % len(wrong))

    def stack(self, each):
        """The pool that serves next is one of the class. Those with a block to serve are on the
        stack that begins with it, down to the last one that was used; the others are marked."""
        at, pools = self.heap.word_at(self.heap.current + 4 * each.index), each.pools
        found = {one.address & MASK: one for one in pools}.get(at)
        if not found:
            self.note(1, each.start, 'class %d: its current pool is none of its own' % each.index)
            return
        numbers, listed = {one.number: one for one in pools}, [found]
        while found and found.under != found.number and len(listed) <= len(pools):
            found = numbers.get(found.under)
            listed.append(found)
        used = [one for one in pools if found and one.number <= found.number]
        if not found or sorted(one.number for one in listed) != \
                [one.number for one in used if not one.some & UNLISTED] or \
                any(one.carved != one.capacity for one in used[:-1]) or \
                any(one.carved or one.some for one in pools[len(used):]):
            self.note(3, each.start, 'class %d: its stack of pools is not whole' % each.index)

    def pool(self, one):
        """Returns how many blocks are live or wait."""
        heap, live = self.heap, 0
        name = 'class %d' % one.index
        if len(heap.classes[one.index].pools) > 1:
            name += ', pool %d' % one.number
        if one.record != one.made:
            self.note(1, one.start, name + ': the record of its pool was overwritten')
        if one.carved > one.capacity:
            self.note(1, one.start, '%s: %d blocks were handed out, and it has %d'
                      % (name, one.carved, one.capacity))
        self.bits(one, name)
        if one.some & UNLISTED and (any(one.words) or one.carved != one.capacity):
            self.note(3, one.start, name + ': it is marked as full, and it is not')
        for offset, reusable in one.slots():
            if reusable:
                self.fill(offset, one.size, 0)
            else:
                live += 1
                self.waits[one.index] += self.record(offset, one.size)
        for number_ in range(one.used(), one.capacity):
            if not self.fill(one.offset(number_), one.size, 0):
                break  # the first one will do
        return live

    def bits(self, one, name):
        """A word of the bits is marked iff it is not 0. Only a carved block can be free."""
        words = one.words + [0] * (31 - len(one.words))
        wrong = [at for at, word in enumerate(words) if bool(word) != bool(one.some >> at & 1)]
        if wrong:
            self.note(3, one.offset(32 * wrong[0]),
                      '%s: the mark of its free blocks from number %d on contradicts their bits'
                      % (name, 32 * wrong[0]))
        fresh = [32 * at + bit for at, word in enumerate(words) for bit in range(32)
                 if word >> bit & 1 and 32 * at + bit >= one.carved]
        if fresh:
            self.note(3, one.offset(fresh[0]),
                      '%s: block %d is marked as free, but was never handed out'
                      % (name, fresh[0]))

    def tally(self, index):
        if self.build.harden < 3:
            return
        counted = self.heap.tally(index)[4]
        if counted != self.waits[index]:
            self.note(5 if index < self.heap.class_count else 0, 0,
                      '%s: %d blocks wait in the quarantine, %d are counted'
                      % (self.named(index), self.waits[index], counted))

    def named(self, index):
        return 'class %d' % index if index < self.heap.class_count else 'the commons'

    def record(self, offset, size):
        """Checks I9. Returns whether the block waits in the quarantine, or is being freed."""
        heap = self.heap
        if self.build.harden < 2:
            return 0
        state, asked = heap.record_of(offset, size)
        if state == DAMAGED:
            self.note(9, offset,
                      'overrun: the record of a block of %d bytes was overwritten' % size)
        elif state == UNWRITTEN:
            self.note(9, offset,
                      'a call is about to hand out a block of %d bytes, or the fill overwrote its '
                      'record' % size)
        elif state == LIVE and not heap.slack_whole(offset, size, asked):
            self.note(9, offset, 'overrun: written past the %d bytes that were requested' % asked)
        return state == FREED

    def fill(self, offset, size, links=8):
        """Level 2: free memory holds the fill, but for the links of a run. Returns whether it
        does."""
        if self.build.harden < 2:
            return True
        at = self.heap.base + offset - self.heap.arena_start
        data = self.heap.arena[at + links:at + size]
        whole = data == struct.pack(self.heap.memory.order + 'I', FILL_FREE) * (len(data) // 4)
        if not whole:
            self.note(0, offset,
                      'use after free: a free block or run of %d bytes was written to' % size)
        return whole

    # -- The commons --

    def runs(self):
        heap, shift, used, before, free = self.heap, self.build.granule_shift, 0, False, {}
        if not heap.runs:
            return
        if not heap.is_start(heap.first):
            self.note(6, heap.first, 'the commons do not begin with a run')
        if not heap.is_start(heap.end_at) or not heap.is_live(heap.end_at):
            self.note(6, heap.end_at, 'the end of the commons is not marked')
        for offset, size, live in heap.runs_of():
            self.length(offset, size)
            if live:
                waits = self.record(offset, size)
                self.waits[heap.class_count] += waits
                used += 0 if waits else size >> shift
            else:
                free[offset] = size >> shift
                self.fill(offset, size)
                if before:
                    self.note(7, offset, 'two free runs are neighbours')
            before = not live
        self.counts(used)
        self.last_run(free)
        self.bins(free)

    def counts(self, used):
        heap, shift = self.heap, self.build.granule_shift
        if heap.room > heap.peak or used != heap.peak - heap.room:
            self.note(8, heap.first, '%d bytes of the commons are in use, %d are counted'
                      % (used << shift, heap.peak - heap.room << shift))
        if self.build.watch:
            least = heap.memory.number(heap.address + self.build.at['least'], 1)
            top = max((bin_ for bin_ in range(64) if self.bin_bit(bin_)), default=0)
            top = max(top, bin_of(heap.last_length))
            if least > top:
                self.note(8, heap.first,
                          'bins of the longest run: the least ever was %d, and now it is %d'
                          % (least, top))
        self.tally(heap.class_count)

    def length(self, offset, size):
        """The heap's record has the last run's length. The first and the last word that another run
        covers hold its length."""
        heap, shift = self.heap, self.build.granule_shift
        if offset == heap.last:
            if size != heap.last_length << shift:
                self.note(6, offset, 'the last run has %d bytes, and the heap\'s record says %d'
                          % (size, heap.last_length << shift))
            return
        first, end = heap.pair_index(offset) + 1, heap.pair_index(offset + size)
        if first < end and not size >> shift == heap.live_words[first] == heap.live_words[end - 1]:
            self.note(6, offset,
                      'a run of %d bytes: the planes hold another length of it' % size)

    def last_run(self, free):
        """The last run is free, and on no list: takes it out of the free ones."""
        heap = self.heap
        if heap.last and free.pop(heap.last, None) is None:
            self.note(4, heap.last, 'the heap\'s record names a last run, but no free run is here')
        elif not heap.last and heap.last_length:
            self.note(4, 0, 'the heap\'s record has the length of a last run, but no last run')

    def bin_bit(self, bin_):
        return bool(self.heap.bins[bin_ >> 5] << (bin_ & 31) & TOP)

    def bins(self, free):
        heap = self.heap
        left = dict(free)
        most = bin_heads(heap.runs)
        blocks = sum(one.capacity * one.size for one in heap.classes)
        room = heap.arena_bytes - (heap.current - heap.arena_start) - blocks
        wanted = bin_heads(room >> self.build.granule_shift)
        if heap.bin_end != wanted:
            self.note(4, 0, 'the heap\'s record has %d bins; it was made with %d'
                      % (heap.bin_end, wanted))
        for bin_ in range(1, 64):
            if bin_ < most:
                self.bin(bin_, left)
            elif self.bin_bit(bin_):
                self.note(4, 0, 'bin %d: its bit is set, but no run can be so long' % bin_)
        for offset in sorted(left):
            self.note(4, offset,
                      'a free run of %d bytes is on no list'
                      % (left[offset] << self.build.granule_shift))

    def bin(self, bin_, left):
        heap, key = self.heap, self.heap.key
        offset, before = heap.word_at(heap.heads + 4 * bin_), rotate(bin_, 5)
        if bool(offset) != self.bin_bit(bin_):
            self.note(4, offset, 'bin %d: its bit contradicts its list' % bin_)
        while offset:
            if offset not in left:
                self.note(4, offset, 'bin %d: its list leads to %s' % (
                    bin_, 'the last run, which is on no list' if offset == heap.last else
                    'no free run, or twice to one'))
                return
            length = left.pop(offset)
            if heap.word(offset + 4) != key ^ before ^ offset:
                self.note(4, offset, 'bin %d: the link back of a free run was overwritten' % bin_)
            if bin_of(length) != bin_:
                self.note(4, offset, 'bin %d: its list holds a run of another bin' % bin_)
            before, offset = offset, heap.word(offset) ^ key ^ offset

    # -- Tags, the quarantine --

    def tags(self):
        heap, build = self.heap, self.build
        if not build.tags:
            return
        sums = [[0, 0] for _ in range(build.tags + 1)]
        for block in heap.blocks():
            if block.state == UNWRITTEN:
                continue
            if block.tag > build.tags:
                self.note(10, block.offset, 'overrun: the word of a block\'s tag was overwritten')
                continue
            sums[block.tag][0] += block.size
            sums[block.tag][1] += 1
        for tag, (size, count) in enumerate(sums):
            counted = heap.tag(tag)
            if (size, count) != (counted['live'], counted['blocks']):
                self.note(10, 0, 'tag %d: %d bytes in %d blocks are live, %d in %d are counted'
                          % (tag, size, count, counted['live'], counted['blocks']))

    def quarantine(self):
        """Checks the ring, and the fill of waiting blocks. The library would find them later."""
        heap = self.heap
        if self.build.harden < 3:
            return
        first, count, counted = heap.ring()
        if first >= self.build.quarantine or count > self.build.quarantine:
            self.note(0, 0, 'the quarantine\'s ring was overwritten')
            return
        size, starts = 0, {}
        for block in heap.blocks(True):
            if not block.reusable:
                starts[block.offset] = block.size
        for offset in heap.waiting():
            if offset not in starts:
                self.note(0, offset, 'the quarantine names a block that does not wait')
                continue
            size += starts[offset]
            self.fill(offset, starts[offset] - self.build.record, 0)
        if size != counted or count != sum(self.waits):
            self.note(0, 0, 'the quarantine holds %d bytes in %d blocks; %d in %d are counted'
                      % (size, sum(self.waits), counted, count))


def bin_heads(granules):
    return BINS if granules < BINS else bin_of(granules) + 2 & ~1


def bin_of(granules):
    if granules < 8:
        return granules
    shift = 29 - leading_zeros(granules)
    return min((shift << 2) + (granules >> shift), 63)
