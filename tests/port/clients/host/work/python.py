# SPDX-License-Identifier: MIT
import ast
import collections
import decimal
import fractions
import hashlib
import io
import json
import pickle
import re
import subprocess
import sys
import threading
import zlib


def digest(value):
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


words = [f"word{i * 7919 % 10007}" * (i % 5 + 1) for i in range(30000)]
count = collections.Counter(w[:6] for w in words)
print("count", count.most_common(3), digest(sorted(count.items())))

tree = {}
for word in words:
    node = tree
    for letter in word[:12]:
        node = node.setdefault(letter, {})
text = json.dumps(tree, sort_keys=True)
print("json", len(text), json.loads(text) == tree, digest(text))
print("pickle", len(pickle.dumps(tree)), pickle.loads(pickle.dumps(words)) == words)
print("zlib", zlib.decompress(zlib.compress(text.encode(), 9)).decode() == text)

print("re", digest(re.findall(r"(\w)(\d{2,4})(?!\1)", " ".join(words))))
quotient = decimal.Context(prec=2000).divide(decimal.Decimal(1), decimal.Decimal(7919))
print("decimal", quotient * 7919)
harmonic = sum((fractions.Fraction(1, i) for i in range(1, 500)), fractions.Fraction(0))
print("fraction", digest(harmonic.limit_denominator(10**50)))
print("power", digest(hex(pow(7, 30000))))

source = "\n".join(
    f"def f{i}(a, b={i}):\n    return [a + b * x for x in range({i % 9})]" for i in range(400)
)
module = {}
exec(compile(ast.parse(source), "generated", "exec"), module)
print("compiled", sum(sum(module[f"f{i}"](i)) for i in range(400)))

results = {}


def work(name):
    lines = io.StringIO()
    for i in range(4000):
        lines.write(f"{name} {i} {'x' * (i % 97)}\n")
    results[name] = digest(sorted(lines.getvalue().split("\n"), key=lambda s: s[::-1]))


threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("threads", sorted(results.items()))

child = "import sys; d = sys.stdin.read(); print(len(d), sum(map(ord, d)))"
for size in (10, 100000):
    command = [sys.executable, "-I", "-c", child]
    out = subprocess.run(command, input="y" * size, text=True, capture_output=True)
    print("child", out.stdout.strip(), out.stderr, out.returncode)

cycles = []
for i in range(50000):
    a, b = [i], {}
    a.append(b)
    b[i] = a
print("end", len(words))
