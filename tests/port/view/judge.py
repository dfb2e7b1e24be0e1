# SPDX-License-Identifier: MIT
"""Judges a .perfetto.json by Chrome's trace event format, and a .speedscope.json by speedscope's
schema."""
import json


class Wrong(Exception):
    """What is wrong with a file."""


def demand(condition, what):
    if not condition:
        raise Wrong(what)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def judge_event(event, before):
    demand(isinstance(event.get("name"), str) and event["name"], f"without a name: {event}")
    demand(is_number(event.get("pid")) and is_number(event.get("tid")), f"without ids: {event}")
    demand(is_number(event.get("ts")) and event["ts"] >= before, f"the time goes back: {event}")
    demand(event.get("ph") in ("C", "M", "i"), f"an event of an unknown phase: {event}")
    if event["ph"] == "i":
        demand(event.get("s") in ("g", "p", "t"), f"an instant without a scope: {event}")
        return
    demand(isinstance(event.get("args"), dict) and event["args"], f"no args: {event}")
    if event["ph"] == "C":
        demand(all(is_number(value) and value >= 0 for value in event["args"].values()),
               f"a counter is not a number: {event}")


def judge_trace_events(told):
    """Each of the counters of bytes has the same sum at the same moment."""
    peak = time = live = 0
    names = set()
    for event in told["traceEvents"]:
        judge_event(event, time)
        time = event["ts"]
        if event["ph"] != "C":
            names.add(event["name"])
            continue
        names.update(f"{event['name']} {key}" for key in event["args"])
        if event["name"] == "live bytes":
            live = event["args"]["bytes"]
            peak = max(peak, live)
        elif event["name"].startswith("bytes by"):
            demand(sum(event["args"].values()) == live, f"not {live} bytes: {event}")
    return peak, names


def judge_profile(profile, frames):
    demand(profile["type"] == "sampled" and profile["unit"] == "bytes", "a profile of another type")
    demand(len(profile["samples"]) == len(profile["weights"]), "samples without weights")
    demand(all(is_number(weight) and weight >= 0 for weight in profile["weights"]), "a weight")
    demand(all(stack and all(0 <= frame < frames for frame in stack)
               for stack in profile["samples"]), "a stack of frames that are not there")
    demand(profile["startValue"] == 0 and profile["endValue"] == sum(profile["weights"]),
           "the end is not the sum of the weights")


def judge_speedscope(told):
    demand(told["$schema"] == "https://www.speedscope.app/file-format-schema.json", "the schema")
    frames = told["shared"]["frames"]
    for frame in frames:
        demand(isinstance(frame["name"], str), f"a frame without a name: {frame}")
        demand(set(frame) <= {"name", "file", "line"} and frame.get("line", 1) > 0, f"{frame}")
    for profile in told["profiles"]:
        judge_profile(profile, len(frames))
    names = {frame["name"] for frame in frames} | {one["name"] for one in told["profiles"]}
    return told["profiles"][told["activeProfileIndex"]]["endValue"], names


def judged(path):
    """The file's peak in bytes, and the names in it."""
    with open(path, encoding="utf-8") as file:
        told = json.load(file)
    return (judge_trace_events if "traceEvents" in told else judge_speedscope)(told)
