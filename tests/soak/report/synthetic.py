# SPDX-License-Identifier: MIT
"""Writes logs as of the soak, of invented runs. By default a run is a quiet one of 8 hours. All
noise depends on the seed."""
import json
import random

USUAL = {
    'schema': 2, 'group': '1', 'seed': 1, 'board': 'host', 'at': 1790000000, 'arena': 65536,
    'harden': 2, 'rate': 1000000, 'version': '1.0-6-gabcdef0', 'table': '',
    'hours': 8.0, 'every': 30,  # the length; seconds between samples (1 s in the first minute)
    'noise': 300.0, 'ar': 0.0,  # standard deviation of means in bytes; what the next keeps of it
    'leak': 0.0,  # growth of the commons in use, in bytes an hour, in rounds of frames
    'cut': 0.0,  # the hour in which the run is interrupted and resumed from its last mark
    'verdict': 'PASS', 'reason': '',  # of the end; verdict=none: the log has no end
    'tags': False,  # of a build with TAGS=4
    'maps': False,  # with a map of the worst moment, and one of the failure if the run fails
    'twist': False,  # another digest from the middle on
    # Called for each sample: with the record, its hour, and its kinds of rounds
    'change': lambda record, hour, kinds: None}
KINDS = (('frames', 0.3), ('firmware', 0.5), ('fixed', 0.6))  # and the share of the arena


class Log:
    def __init__(self, **given):
        self.__dict__.update(USUAL, **given)
        self.lines, self.late, self.slowest, self.drift = [], 0, 171, {}
        self.refused = dict.fromkeys((name for name, _ in KINDS), 0)
        self.random = random.Random('%d %s' % (self.seed, self.board))
        self.on_host = self.board == 'host'
        self.machine = 'Linux 6.1 x86_64, 2 processors' if self.on_host else \
            'QEMU emulator version 7.2.22'
        self.run()

    def write(self, kind, second, **members):
        when = {} if kind == 'run' else {
            'ms': round(second * 1000), 'ops': round(second * self.rate)}
        self.lines.append(json.dumps(
            {'record': kind, 'at': int(self.at + second + self.late), **when, **members},
            separators=(',', ':')))

    def digest(self, second):
        """Depends on the number of the operation alone, so it is equal on all boards."""
        ops = round(second * self.rate)
        twisted = self.twist and second > self.hours * 1800
        return '%08x%08x' % ((ops * 40503 + self.seed * 65599) % 2 ** 32,
                             (ops * 9176 + self.seed + twisted) % 2 ** 32)

    def begin(self):
        self.write(
            'run', 0, schema=self.schema, group=self.group, version=self.version, board=self.board,
            arena=self.arena, harden=self.harden, seed=self.seed, scenarios='all',
            **({'tags': '4'} if self.tags else {}), limit='SECONDS=%d' % (self.hours * 3600),
            inject='', wrap='0', table=self.table, image='9a3f00c1', machine=self.machine,
            command='make soak BOARD=%s ARENA=%dK HARDEN=%d SEED=%d HOURS=%g' % (
                self.board, self.arena / 1024, self.harden, self.seed, self.hours))

    def kind(self, name, share, rounds, growth):
        """A kind of round that uses a share of the arena. The fixed load has no noise."""
        steady, n = name == 'fixed', 0
        if not steady:
            n = self.drift[name] = self.ar * self.drift.get(name, 0) + (
                1 - self.ar ** 2) ** 0.5 * self.random.gauss(0, self.noise)
        self.refused[name] += 40 if steady else int(40 + 6 * self.random.random())
        means = {'bytes': self.arena * share * 0.9 + n, 'commons': self.arena * share + n + growth,
                 'longest': self.arena * (0.6 - share / 2) - n}
        return {'rounds': rounds, 'refused': self.refused[name],
                'waste': int(96 + self.slowest / 9), 'stranded': int(self.arena * 0.21),
                'looks': 180, **{figure: [int(mean / 3), int(mean), int(mean * 5 / 3)]
                                 for figure, mean in means.items()}}

    def sample(self, second):
        rounds = int(second * self.rate / 23600) + 1
        self.slowest = max(self.slowest, 171 + int(self.random.expovariate(0.2)))
        kinds = {name: self.kind(name, share, rounds, self.leak * second / 3600 * (
            name == 'frames')) for name, share in KINDS}
        kinds['interrupt'] = {'rounds': rounds, 'looks': 0, 'bytes': None, 'commons': None,
                              'longest': None}
        refused = sum(self.refused.values())
        record = {
            'ms': round(second * 1000), 'ops': round(second * self.rate),
            'beside': round(second * self.rate / 50), 'beside_ms': round(second * 100),
            'peak': int(self.arena * 0.94), 'least': 0, 'rounds': rounds * 4, 'scenarios': kinds,
            'refused': refused, 'refused_by_class': [
                int(refused * share) for share in (0.2, 0.1, 0.05, 0, 0, 0, 0, 0.65)],
            'faults': 0, **({'tags': self.tag_counters(rounds)} if self.tags else {}),
            'alloc_worst': None if self.on_host else self.slowest,
            'free_worst': None if self.on_host else 188,
            'stack_unused': None if self.on_host else 2412,
            'digest': self.digest(second), 'seed': self.seed}
        self.change(record, second / 3600, kinds)
        self.write('sample', second, **record)

    @staticmethod
    def tag_counters(rounds):
        return [{'name': name, 'live': 0, 'blocks': 0, 'peak': 4321 + tag * 1000,
                 'peak_blocks': 77 + tag, 'refused': tag * rounds,
                 'limit': 8000 + tag if tag else None}
                for tag, name in enumerate('- level greedy steady task'.split())]

    def map(self, second, why, **stranded):
        """A map of random blocks."""
        at, pieces = 2312, []
        while at < self.arena:
            size = min(8 * self.random.randint(1, 40), self.arena - at)
            live = len(pieces) % 2 == 0 or self.random.random() < 0.7
            pieces.append('%s%d' % ('L' if live else 'F', size))
            at += size
        self.write('map', second, why=why, **stranded, scenario='frames', round=7, lines=[
            'map heap arena=%d classes=2 harden=%d tags=0' % (self.arena, self.harden),
            'map pool 0 at=1024 size=16 capacity=48 L20 F8 L N19',
            'map pool 1 at=1792 size=32 capacity=16 F4 L12',
            'map commons at=2312 ' + ' '.join(pieces[:11]),
            *('map + ' + ' '.join(pieces[i:i + 12]) for i in range(11, len(pieces), 12)),
            'map end blocks=%d' % (33 + sum(piece[0] == 'L' for piece in pieces))])

    def resume(self, second):
        """The run repeats what came after the last mark, an hour later."""
        self.sample(second + self.every)
        self.late += 3600
        self.cut = 0
        self.write('resume', second, version=self.version, image='9a3f00c1', machine=self.machine)

    def finish(self, second):
        ops, failed = round(second * self.rate), self.verdict != 'PASS'
        line = 'SOAK %s%s board=%s seed=%d ops=%d digest=%s' % (
            self.verdict, self.reason and ' reason=' + self.reason, self.board, self.seed, ops,
            self.digest(second))
        if failed:
            line += ' replay= make soak BOARD=%s SEED=%d OPS=%d ' % (self.board, self.seed, ops)
        self.write('end', second, verdict=self.verdict, reason=self.reason,
                   digest=self.digest(second), status=int(failed), stopped=0, line=line)

    def run(self):
        self.begin()
        second, end = 0, self.hours * 3600
        while second < end:
            self.sample(second)
            if self.maps and second == 60:
                self.map(second, 'worst', stranded=int(self.arena * 0.2))
            if second % (self.every * 20) == 0:
                self.write('mark', second, digest=self.digest(second), state='00ff')
                if self.cut and second >= self.cut * 3600:
                    self.resume(second)
            second += 1 if second < 60 else self.every
        self.sample(end)
        if self.maps and self.verdict == 'FAIL':
            self.map(end, 'failure')
        if self.verdict != 'none':
            self.finish(end)


def grown(now, last, slopes, more):
    """A sample with the changes of its time, of slopes an hour; `more`: those of counters so
    far."""
    hour, new = (now['ms'] + last['ms']) / 7200000, json.loads(json.dumps(now))
    for what, name, by in slopes:
        kind = now['scenarios'].get(name, {'looks': 0})
        if what == 'throughput':
            ms = now['ms'] - last['ms'] - now['beside_ms'] + last['beside_ms']
            more[name] = more.get(name, 0) + by * hour * ms / 1000
            new['ops'] -= int(more[name])
        elif what == 'refusals':
            rounds = kind['rounds'] - last['scenarios'].get(name, {'rounds': 0})['rounds']
            more[name] = more.get(name, 0) + by * hour * rounds
            new['scenarios'][name]['refused'] += more[name]
        elif kind['looks']:
            new['scenarios'][name][what][1] += by * hour * (-1 if what == 'longest' else 1)
    return new
