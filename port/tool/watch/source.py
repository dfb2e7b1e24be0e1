# SPDX-License-Identifier: MIT
"""The sources of lines: a file, a pipe, a serial line.

read(seconds) returns bytes: no bytes if nothing came in that time, None if the source has ended."""
import os
import select
import stat
import termios
import tty

MOST = 65536


class Refused(Exception):
    """One line that says why a command is not possible."""


class Stream:
    """A file, a pipe, or an open serial line."""

    def __init__(self, descriptor):
        self.descriptor = descriptor

    def read(self, seconds):
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return b''
        try:
            return os.read(self.descriptor, MOST) or None
        except OSError:  # the device was unplugged
            return None


def open_from(path):
    """FROM=path."""
    try:
        if os.path.isdir(path):
            raise Refused('FROM=%s: a folder, not a file' % path)
        return Stream(os.open(path, os.O_RDONLY | os.O_NOCTTY))
    except FileNotFoundError:
        raise Refused('FROM=%s: no such file' % path)
    except OSError as why:
        raise Refused('FROM=%s: cannot be opened: %s' % (path, why.strerror))


def speeds():
    """The speeds of this machine's serial lines, in bits a second."""
    return {int(name[1:]): getattr(termios, name) for name in dir(termios)
            if name[0] == 'B' and name[1:].isdigit() and name != 'B0'}


def open_port(path, baud):
    """PORT=path BAUD=baud. It only listens: the board may be any program that calls tarn_report."""
    if not baud.isdigit() or int(baud) not in speeds():
        raise Refused('BAUD=%s: there are: %s' % (baud, ' '.join(map(str, sorted(speeds())))))
    if not os.path.exists(path) or not stat.S_ISCHR(os.stat(path).st_mode):
        raise Refused('PORT=%s: no such device; name one such as /dev/ttyACM0' % path)
    try:
        port = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        raise Refused('PORT=%s: cannot be opened; the group dialout may open it' % path)
    try:
        tty.setraw(port)
        asked = termios.tcgetattr(port)
    except termios.error:
        raise Refused('PORT=%s: not a serial line' % path)
    asked[2] |= termios.CLOCAL | termios.CREAD
    asked[2] &= ~(termios.HUPCL | termios.CSTOPB | termios.CRTSCTS)
    asked[4] = asked[5] = speeds()[int(baud)]
    termios.tcsetattr(port, termios.TCSANOW, asked)
    os.set_blocking(port, True)
    return Stream(port)
