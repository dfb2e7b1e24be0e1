# SPDX-License-Identifier: MIT
"""Of tarn.py: `tarn` in gdb."""

UNDONE = (Refused, Unreadable)


def tell_commands():
    for name, (usage, function) in COMMANDS.items():
        say(('tarn %s %s' % (name, usage)).rstrip())
        say('    ' + ' '.join(function.__doc__.split()))


def run(words):
    """Runs a command."""
    if words[0] not in COMMANDS:
        raise Refused('no such command; there are: %s' % ' '.join(COMMANDS))
    Session.owners.clear()
    return COMMANDS[words[0]][1](words[1:])


def load():
    """Makes the command `tarn`."""

    class Tarn(gdb.Command):
        """Tarn's heaps and pools: `tarn` lists the commands."""

        def __init__(self):
            super().__init__('tarn', gdb.COMMAND_DATA)

        def invoke(self, argument, from_tty):
            words = gdb.string_to_argv(argument)
            if not words:
                tell_commands()
                return
            try:
                with Plainly():
                    run(words)
            except UNDONE as why:
                raise gdb.GdbError('tarn %s: %s' % (words[0], why))

        def complete(self, text, word):
            return [name for name in COMMANDS if name.startswith(word)]

    Tarn()
