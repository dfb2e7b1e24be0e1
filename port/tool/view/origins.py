# SPDX-License-Identifier: MIT
"""Names callers by the image's symbols, and tags by their number."""
import os
import re
import struct
import subprocess


class Refused(Exception):
    """One line that says which file is of no use, and why."""


class Frame:
    """A place in a program. `file` and `line` are empty if they are not known."""

    def __init__(self, function, file="", line=0, address=0):
        self.function, self.file, self.line, self.address = function, file, line, address


def tools_of(elf):
    """The prefix of the tools for an image: the host's may not know its processor."""
    if not os.path.isfile(elf):
        raise Refused(f"ELF={elf}: no such file")
    with open(elf, "rb") as file:
        machine = struct.unpack("<H", file.read(20)[18:].ljust(2, b"\0"))[0]
    tools = {40: "arm-none-eabi-", 243: "riscv64-unknown-elf-"}.get(machine, "")
    if subprocess.run(["boards/build/bootstrap", tools + "gcc"], check=False).returncode:
        raise SystemExit(2)
    told = subprocess.run([tools + "objdump", "-f", os.path.join(".", elf)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    if "EXEC_P" not in told:
        raise Refused(f"ELF={elf}: not a linked image, or {tools}objdump does not know its "
                      "processor")
    return tools


def unnamed(address):
    return Frame(f"0x{address:08x}" if address else "unknown caller", address=address)


def named(address, function, place):
    file, _, line = place.rpartition(":")
    if not file or not line.isdigit():
        file, line = "", 0
    return Frame(function, file, int(line), address)


def frames(elf, callers):
    """A frame for each caller, and for the unknown caller (0)."""
    frame = {caller: unnamed(caller) for caller in {0} | callers}
    if not elf:
        return frame
    if not callers:
        raise Refused(f"ELF={elf}: the trace has no callers")
    tools = tools_of(elf)
    # A caller is a return address: the call lies before it. Thumb code sets bit 0.
    order = sorted(callers)
    told = subprocess.run([tools + "addr2line", "-fCs", "-e", os.path.join(".", elf)], text=True,
                          input="".join(f"0x{(one & ~1) - 1:x}\n" for one in order),
                          stdout=subprocess.PIPE, check=True).stdout.splitlines()
    for address, function, place in zip(order, told[::2], told[1::2]):
        if function != "??":
            place = re.sub(r" \(discriminator \d+\)$", "", place)
            frame[address] = named(address, function, place)
    if set(told[::2]) == {"??"}:
        raise Refused(f"ELF={elf}: no caller of the trace is in this image; name the image that "
                      "was recorded, with its symbols")
    return frame


def tag_name(tag):
    return f"tag {tag}" if tag else "no tag"
