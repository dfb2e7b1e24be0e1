# SPDX-License-Identifier: MIT
"""Of tarn.py: `tarn` in gdb."""

UNDONE = (Refused, Foreign, Unreadable)


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
    """Makes the command `tarn` and its parameter."""

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

    class Skip(gdb.Parameter):
        """Functions and files that are not named as owners: patterns, as of a shell."""

        set_doc = show_doc = __doc__

        def __init__(self):
            super().__init__('tarn skip', gdb.COMMAND_DATA, gdb.PARAM_STRING)
            self.value = SKIP

        def get_set_string(self):
            return ''

        def get_show_string(self, value):
            return value

    Tarn()
    for word in ('set', 'show'):
        gdb.Command(word + ' tarn', gdb.COMMAND_DATA, gdb.COMPLETE_NONE, True)
    Skip()
