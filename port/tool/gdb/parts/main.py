# SPDX-License-Identifier: MIT
"""Of tarn.py: without gdb."""

USAGE = 'python3 tarn.py --elf ELF --dump FILE@ADDRESS [--dump FILE@ADDRESS ...] COMMAND [WORD ...]'


def main(words):
    """Runs a command. Returns 0; 1: `check` found damage; 2: it cannot be done, in one line."""
    words, elf, files = list(words), None, []
    try:
        while words and words[0] in ('--elf', '--dump'):
            if len(words) < 2:
                raise Refused('%s: a value is missing: %s' % (words[0], USAGE))
            if words[0] == '--elf':
                elf = words[1]
            else:
                files.append(words[1])
            words = words[2:]
        if words in (['--help'], ['help']):
            print(USAGE)
            tell_commands()
            return 0
        if not words:
            raise Refused('no command; there are %s: %s' % (' '.join(COMMANDS), USAGE))
        if elf is None or not files:
            raise Refused('%s is missing: %s' % ('--dump' if elf else '--elf', USAGE))
        Session.target = Dumps(Session.elf(elf))
        Session.target.dumps += map(dump_of, files)
        return 1 if run(words) else 0
    except BrokenPipeError:  # the reader has closed the pipe
        sys.stdout = None
        return 0
    except UNDONE as why:
        print('error: %s' % why, file=sys.stderr)
        return 2
