#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""port/tool/view/view.py TRACE=run.rep AS=viewer [ELF=image] [OUT=file]: converts a recorded trace
into a file that a viewer opens. `make view` calls it. Status 2: not possible as asked. One line
then says why, and nothing is written."""
import contextlib
import gzip
import io
import os
import signal
import sys

sys.dont_write_bytecode = True  # these modules lie in the source tree

import origins  # noqa: E402
import trace  # noqa: E402
import viewers  # noqa: E402

NAMES = ("TRACE", "AS", "ELF", "OUT")


class Refused(Exception):
    """What was typed is wrong."""


def arguments(words):
    asked = dict.fromkeys(NAMES, "")
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in asked:
            raise Refused(f"{word}: NAME=value, with NAME one of {' '.join(NAMES)}")
        asked[name] = value
    if not asked["TRACE"]:
        raise Refused("TRACE=: name a recorded trace (port/tool/record)")
    if asked["AS"] not in viewers.VIEWERS:
        raise Refused(f"AS={asked['AS']}: one of {', '.join(viewers.VIEWERS)}")
    return asked


def output_path(asked, name):
    """OUT=, or a name below build/view. Input files are not overwritten."""
    pattern = viewers.VIEWERS[asked["AS"]][1]
    out = asked["OUT"] or os.path.join("build", "view", pattern.format(name))
    for other in ("TRACE", "ELF"):
        if asked[other] and os.path.realpath(asked[other]) == os.path.realpath(out):
            raise Refused(f"OUT={out}: the same file as {other}=")
    if os.path.isdir(out):
        raise Refused(f"OUT={out}: a folder, not a file")
    return out


@contextlib.contextmanager
def whole_file(path):
    """A text file that appears only when it is whole; with gzip if its name ends in .gz."""
    part = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(part, "wb") as raw:
            if path.endswith(".gz"):
                with gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed, \
                        io.TextIOWrapper(packed, encoding="utf-8") as file:
                    yield file
            else:
                with io.TextIOWrapper(raw, encoding="utf-8") as file:
                    yield file
        os.replace(part, path)
    except OSError as error:
        raise Refused(f"OUT={path}: cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(part)


def view(asked):
    source = trace.Trace(asked["TRACE"])
    out = output_path(asked, source.name)
    frames = origins.frames(asked["ELF"], source.callers)
    write, _, opened_by = viewers.VIEWERS[asked["AS"]]
    with whole_file(out) as file:
        write(source, frames, file)
    print(f"{source.allocations} allocations in {source.operations} operations, "
          f"at most {source.peak} bytes live, at most {source.peak_blocks} blocks")
    print(f"written      {out} (for {opened_by})")


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # removes the partial file
    try:
        view(arguments(sys.argv[1:]))
    except (Refused, trace.Unreadable, origins.Refused) as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(2)


if __name__ == "__main__":
    main()
