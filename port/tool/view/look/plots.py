# SPDX-License-Identifier: MIT
"""Plots as SVG in the colours of the page's theme (look.css: --p1 axes, 2 grid, 3 text, 4 band, 5
line)."""
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 360, 180, 48.6, 349.2, 10.8, 149.4  # look.js knows, too
UNITS = ((300000, 's', 1000), (10800000, 'min', 60000), (259200000, 'h', 3600000),
         (math.inf, 'days', 86400000))


def unit_of(longest):
    """The unit of an axis of so many milliseconds: its name, and its milliseconds."""
    return next(unit[1:] for unit in UNITS if longest < unit[0])


def plot(rows, shape, name, longest, unit):
    """A plot as an element of a page. A row has a time, the least, the most and the mean. The shape
    is a band and its mean, or a line of the most or the least."""
    scale = Scale(longest, max(row[2] for row in rows))
    columns = list(zip(*rows))
    band = scale.band(*columns[:3]) if shape == 'band' else ''
    line = columns[{'band': 3, 'most': 2, 'least': 1}[shape]]
    return ('<div class="plot" data-kind="%s" data-name="%s" data-most="%.6g" data-unit="%s" '
            'data-points="%s"><svg viewBox="0 0 %d %d">%s</svg></div>' % (
                shape, name, longest, unit,
                ';'.join(' '.join('%.4g' % value for value in row) for row in rows), WIDTH, HEIGHT,
                scale.axes(unit) + band + scale.line(columns[0], line)))


class Scale:
    """Places values in the plot: about four tics upwards from 0, and about five of time."""

    def __init__(self, longest, highest):
        self.longest, highest = longest or 1, highest if highest > 0 else 1
        self.step, self.time = step_of(highest / 4), step_of(self.longest / 5)
        self.top = int(highest / self.step + 0.999) * self.step

    def x(self, time):
        return LEFT + (RIGHT - LEFT) * time / self.longest

    def y(self, value):
        return BOTTOM - (BOTTOM - TOP) * value / self.top

    def path(self, times, values):
        return 'M' + ' '.join('%.1f,%.1f' % (self.x(time), self.y(value))
                              for time, value in zip(times, values))

    def line(self, times, values):
        return '<path fill="none" stroke="var(--p5)" stroke-width="1.8" d="%s"/>' % self.path(
            times, values)

    def band(self, times, least, most):
        return '<path fill="var(--p4)" d="%s L%sZ"/>' % (
            self.path(times, least), self.path(times[::-1], most[::-1])[1:])

    def axes(self, unit):
        values = [i * self.step for i in range(int(self.top / self.step + 1.5))]
        times = [i * self.time for i in range(int(self.longest / self.time + 1.000001))]
        grid = ''.join('M%g,%.1fH%g' % (LEFT, self.y(value), RIGHT) for value in values)
        tics = ''.join('M%.1f,%gv3.3' % (self.x(time), BOTTOM) for time in times)
        return ('<path stroke="var(--p2)" stroke-width=".8" d="%s"/>'
                '<path stroke="var(--p1)" d="%sM%g,%gH%g"/>'
                '<g fill="var(--p3)" font-size="11" text-anchor="end">%s</g>'
                '<g fill="var(--p3)" font-size="11" text-anchor="middle">%s</g>') % (
            grid, tics, LEFT, BOTTOM, RIGHT,
            ''.join(text(LEFT - 3, self.y(value) + 3.6, '%g' % value) for value in values),
            ''.join(text(self.x(time), BOTTOM + 18.4, '%g %s' % (time, unit)) for time in times))


def text(x, y, said):
    return '<text x="%.1f" y="%.1f">%s</text>' % (x, y, said)


def step_of(about):
    """The smallest step of 1, 2, 5 or 10 times a power of ten that is not below `about`."""
    power = 10 ** math.floor(math.log10(about))
    return next(power * times for times in (1, 2, 5, 10) if about <= power * times)
