# SPDX-License-Identifier: MIT
"""Numbers as text. None, a figure that was not measured, is a dash."""
import math
import time


def nearest(value):
    """The nearest whole number; halves go away from 0."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def plain(value):
    """All digits: 0.25, 12, 0.1328125."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def whole(value):
    return '–' if value is None else '{:,}'.format(nearest(value))


def short(value):
    """Three significant digits, or all of a whole number: 0.0123, 12.3, 1,230."""
    if value is None or value >= 100:
        return whole(value)
    if value < 0:
        return '−' + short(-value)
    if value < 1e-9:
        return '0.000' if value else '0'
    power = math.floor(math.log10(value))
    if value < 0.0005:
        return '0.%s%d' % ('0' * (-power - 1), min(nearest(value / 10 ** power), 9))
    scale = 10 ** (2 - power)
    return plain(nearest(value * scale) / scale)


def many(value, one, more=None):
    return '%s %s' % (whole(value), one if value == 1 else more or one + 's')


def count(value):
    """Large counts: 1,230,000,000 is 1.23 × 10⁹."""
    if value is None or value < 10000000:
        return whole(value)
    power = math.floor(math.log10(value))
    raised = str(power).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))
    return '%s × 10%s' % (plain(nearest(value / 10 ** power * 100) / 100), raised)


def duration(seconds):
    if seconds is None:
        return '–'
    for below, unit, name in ((120, 1, 's'), (7200, 60, 'min'), (172800, 3600, 'hours'),
                              (63072000, 86400, 'days'), (math.inf, 31536000, 'years')):
        if seconds < below:
            return '%s %s' % (short(seconds / unit), name)


def size(value):
    for unit, name in ((1048576, 'MB'), (1024, 'KB')):
        if value is not None and value >= unit:
            return '%s %s' % (short(value / unit), name)
    return '–' if value is None else whole(value) + ' B'


def percent(thousandths):
    return '–' if thousandths is None else short(thousandths / 10) + ' %'


def when(at):
    return time.strftime('%Y-%m-%d %H:%M', time.gmtime(at))
