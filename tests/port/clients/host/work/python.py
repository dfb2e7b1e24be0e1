# SPDX-License-Identifier: MIT
import ast
import collections
import hashlib
import json
import pickle
import re
import subprocess
import sys
import threading


def digest(value):
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


words = [f"word{i * 7919 % 10007}" * (i % 5 + 1) for i in range(30000)]
count = collections.Counter(w[:6] for w in words)
print("count", digest(sorted(count.items())), digest(re.findall(r"(\w)(\d{2,4})", " ".join(words))))

tree = {}
for word in words:
    node = tree
    for letter in word[:12]:
        node = node.setdefault(letter, {})
print("json", json.loads(json.dumps(tree)) == tree, pickle.loads(pickle.dumps(words)) == words)
print("power", digest(hex(pow(7, 30000))))

source = "\n".join(f"def f{i}(a, b={i}):\n    return a + b" for i in range(400))
module = {}
exec(compile(ast.parse(source), "generated", "exec"), module)
print("compiled", sum(module[f"f{i}"](i) for i in range(400)))

results = {}


def work(name):
    lines = [f"{name} {i} {'x' * (i % 97)}" for i in range(4000)]
    results[name] = digest(sorted(lines, key=lambda s: s[::-1]))


threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("threads", sorted(results.items()))

child = "import sys; d = sys.stdin.read(); print(len(d), sum(map(ord, d)))"
command = [sys.executable, "-I", "-c", child]
print("child", subprocess.run(command, input="y" * 100000, text=True, capture_output=True))

for i in range(50000):  # cycles for the collector
    a, b = [i], {}
    a.append(b)
    b[i] = a
