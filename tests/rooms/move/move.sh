#!/bin/sh
# SPDX-License-Identifier: MIT
# Usage: move.sh TREE: turns the flat pool/ of a clean clone into rooms. Commits nothing.
# It ends with a line for each thing that did not match, and status 1.
export HERE=$(cd "$(dirname "$0")" && pwd)
cd "${1:?a tree}" || exit 1
if [ -d pool/include ]; then echo "move: $1 has rooms already; nothing done"; exit 0; fi
[ -z "$(git status --porcelain --untracked-files=no)" ] || { echo "move: $1 has changes that are not committed"; exit 1; }
exec python3 - <<'PY'
import os, re, subprocess, sys
HERE = os.environ['HERE']
bad = []
def run(*a): return subprocess.run(a, check=True, capture_output=True, text=True).stdout
def tracked(): return [f for f in run('git', 'ls-files').split('\n') if f and os.path.isfile(f) and not os.path.islink(f)]
def read(f): return open(f, encoding='utf-8').read()
def write(f, t): open(f, 'w', encoding='utf-8').write(t)
def sub(f, old, new, n=1):
    """n occurrences of old become new (n=None: one at least)"""
    try: t = read(f)
    except OSError: bad.append(f'{f}: is not there'); return
    k = t.count(old)
    if (n is None and k == 0) or (n is not None and k != n): bad.append(f'{f}: {k} times {old!r}, expected {n or "some"}')
    write(f, t.replace(old, new))
def resub(f, old, new, n=1):
    t = read(f); t, k = re.subn(old, new, t, flags=re.M)
    if (n is None and k == 0) or (n is not None and k != n): bad.append(f'{f}: {k} times /{old}/, expected {n or "some"}')
    write(f, t)

# ---- Where each file goes ---------------------------------------------------------------
ROOMS = {
 'guard': 'compiler.h guard.c guard.h fill.c fill.h record.c record.h slack.c slack.h',
 'heap': '''names.h plane.h heap.h class.h list.h block.h commons.h layout.h bins.h run.h runs.h key.h pool.h link.h links.h
   alloc.h give.h give.c block.c steps.c cost.c alloc.c free.c resize.c aligned.c commons.c search.c init.c layout.c table.c default.c build.c fault.c quarantine.c count.c counts.c
   quarantine.h fault.h count.h search.h plane.c link.c pool.c runs.c run.c bins.c key.c find.c find.h''',
 'audit': 'check.c walk.c stats.c query.c report.c text.c text.h check.h audit.h',
}
RENAMED = {'object_query.c': 'each.c', 'object_check.c': 'validate.c', 'object_report.c': 'print.c'}
where = {}
for room, names in ROOMS.items():
    for n in names.split(): where[n] = f'{room}/{n}'
move = {}
for f in sorted(os.listdir('pool')):
    if f == 'README.md' or f == 'articles.md': continue
    if re.fullmatch(r'tarn\w*\.h', f): to = 'include/' + f
    elif f == 'objects.md': to = 'object/README.md'
    elif f == 'packed.md': to = 'packed/README.md'
    elif f == 'object.h': to = 'object/object.h'
    elif f in RENAMED: to = 'object/' + RENAMED[f]
    elif f.startswith('object_'): to = 'object/' + f[7:]
    elif f in ('packed.c', 'packed.h'): to = 'packed/' + f
    elif f.startswith('packed_'): to = 'packed/' + f[7:]
    elif f in where: to = where[f]
    else: bad.append(f'pool/{f}: no room is named for it (ROOMS in move.sh)'); continue
    move[f] = to
if bad: print('\n'.join(bad)); sys.exit(1)
for f, to in move.items():
    os.makedirs('pool/' + os.path.dirname(to), exist_ok=True)
    run('git', 'mv', 'pool/' + f, 'pool/' + to)
private = {f: to for f, to in move.items() if f.endswith('.h') and not to.startswith('include/')}
sources = [f for f in tracked() if f.endswith(('.c', '.h', '.cc', '.hpp', '.cpp'))]

# ---- Names: each room has its own list ---------------------------------------------------
names = read('pool/heap/names.h')
def take(pattern):
    global names
    lines = [l for l in names.split('\n') if re.match(r'#define (' + pattern + r')\b', l)]
    names = '\n'.join(l for l in names.split('\n') if l not in lines)
    return [re.sub(r'TARN_NAME\((\w+)\)', r'tarn__\1', l) for l in lines]
def names_file(room, lines):
    R = room.upper()
    write(f'pool/{room}/names.h', f'/* SPDX-License-Identifier: MIT\n * As heap/names.h, for this room. */\n#ifndef TARN_{R}_NAMES_H\n#define TARN_{R}_NAMES_H\n\n' + '\n'.join(lines) + '\n\n#endif\n')
    run('git', 'add', f'pool/{room}/names.h')
for room, pattern, header in (('audit', r'text_\w+', 'text.h'), ('guard', r'guard_\w+|fill_\w+|slack_\w+|record_\w+', 'guard.h')):
    lines = take(pattern)
    if not lines: continue
    if not os.path.exists(f'pool/{room}/{header}'): bad.append(f'pool/{room}/{header}: is not there to include {room}/names.h'); continue
    names_file(room, lines)
    t = read(f'pool/{room}/{header}')
    if '#include "names.h"' in t: t = t.replace('#include "names.h"', f'#include "{room}/names.h"')
    else: t = re.sub(r'(^#include ")', f'#include "{room}/names.h"\n\\1', t, count=1, flags=re.M)
    if f'{room}/names.h' not in t: bad.append(f'pool/{room}/{header}: no include to put {room}/names.h beside')
    write(f'pool/{room}/{header}', t)
write('pool/heap/names.h', names)

# ---- Includes ----------------------------------------------------------------------------
users = set()
for f in sources:
    t = read(f)
    area = '/'.join(f.split('/')[:2])
    def one(m):
        n = m.group(2)
        if n not in private: return m.group(0)
        if f.startswith('pool/'): return f'{m.group(1)}{private[n]}"'
        here = os.path.dirname(f) + '/' + n
        if os.path.exists(here) or any(x.startswith(area + '/') and x.endswith('/' + n) for x in sources): return m.group(0)
        users.add(os.path.dirname(f)); return f'{m.group(1)}{private[n]}"'
    write(f, re.sub(r'(#\s*include ")([\w./]+)"', one, t))
for folder in sorted(users):
    program = next((p + '/program.mk' for p in (folder, os.path.dirname(folder)) if os.path.exists(p + '/program.mk')), None)
    if not program: bad.append(f'{folder}: includes private headers, and has no program.mk'); continue
    if '-Ipool' in read(program): continue
    resub(program, r'^(CFLAGS_PROGRAM *\+?= *)', r'\1-Ipool ')

# ---- Paths in every text -----------------------------------------------------------------
texts = []
for f in tracked():
    try: read(f)
    except UnicodeDecodeError: continue
    if not f.endswith(('.csv', '.xz')): texts.append(f)
old = sorted(move, key=len, reverse=True)
for f in texts:
    t = new = read(f)
    if not (f.endswith('.list') or f == 'tests/model/mutants/list' or f == 'tests/runner/check'):
        for n in old:
            new = re.sub(r'(?<![\w])pool/' + re.escape(n) + r'(?![\w])', 'pool/' + move[n], new)
            if n.endswith('.c'): new = new.replace('/pool/' + n[:-1] + 'o(', '/pool/' + move[n][:-1] + 'o(')
    if new != t: write(f, new)
for f in ('tests/model/mutants/list', 'tests/objects/mutants.list', 'tests/packed/mutants.list'):
    out = []
    for l in read(f).split('\n'):
        w = l.split('\t')
        if len(w) == 4 and not l.startswith('#'):
            if w[2] not in move: bad.append(f'{f}: {w[0]}: no file {w[2]}')
            else: w[2] = move[w[2]]
        out.append('\t'.join(w))
    write(f, '\n'.join(out))
sub('tests/lint/mutants', 'fits object_use.c', 'fits object/use.c')
for f in sorted(os.listdir('pool/object')) :
    p = 'pool/object/' + f
    t = read(p)
    for n in old:
        if n.startswith('object_') and n.endswith(('.c', '.h')):
            t = re.sub(r'(?<![\w/])' + re.escape(n), os.path.basename(move[n]), t)
    t = re.sub(r'(?<![\w/])objects\.md', 'README.md', t)
    write(p, t)
sub('pool/include/tarn_object.h', 'objects.md', 'object/README.md', None) if re.search(r'(?<!/)\bobjects\.md', read('pool/include/tarn_object.h')) else None
resub('pool/include/tarn_packed.h', r'packed\.c and packed_sparse\.c', 'packed/packed.c and packed/sparse.c')
sub('pool/packed/packed.h', 'packed.c and packed_sparse.c', 'packed.c and sparse.c')
for f in ('pool/object/README.md', 'pool/packed/README.md'):
    t = read(f)
    t = t.replace('](../tests', '](../../tests').replace('](articles.md', '](../articles.md').replace('](packed.md', '](../packed/README.md').replace('](objects.md', '](../object/README.md')
    write(f, t)
for f in ('pool/articles.md', 'pool/README.md'):
    t = read(f); write(f, t.replace('](objects.md', '](object/README.md').replace('](packed.md', '](packed/README.md'))
resub('tests/objects/README.md', r'\[objects\.md\]', '[pool/object]')
resub('tests/packed/README.md', r'\[packed\.md\]', '[pool/packed]')

# ---- The builds --------------------------------------------------------------------------
mk = 'boards/program.mk'
sub(mk, '$(wildcard pool/*.c)', '$(wildcard pool/*/*.c)')
sub(mk, 'POOL_INCLUDES = -Ipool -Iport ', '# Private headers are included as "heap/list.h", and only pool/ itself finds them.\nPUBLIC        = -Ipool/include -Iport ')
resub(mk, r'^(PUBLIC +=.*)$', r'\1\nPOOL_INCLUDES = -Ipool $(PUBLIC)')
sub(mk, 'INCLUDES      = $(POOL_INCLUDES) ', 'INCLUDES      = $(PUBLIC) ')
sub(mk, '@cp pool/tarn*.h $(DIR)/include', '@cp pool/include/*.h $(DIR)/include')
compiled = {'tests/link/clang', 'tests/link/library', 'tests/size/ram', 'tests/lint/cppcheck', 'tests/lint/tidy'}
sub('tests/link/clang', '-I$root/pool ', '-I$root/pool -I$root/pool/include ')
sub('tests/link/clang', '$root/pool/*.c', '$root/pool/*/*.c')
sub('tests/link/library', 'for source in pool/*.c', 'for source in pool/*/*.c')
sub('tests/size/ram', ' pool/*.c ', ' pool/*/*.c ')
sub('tests/size/size.mk', '$(wildcard pool/*.c pool/*.h)', '$(wildcard pool/*/*.[ch])')
strays = 'tests/model/strays/program.mk'
if os.path.exists(strays):
    sub(strays, '$(wildcard pool/*.c pool/*/*.c)', '$(wildcard pool/*/*.c)')
    if '-Ipool' not in read(strays): sub(strays, 'CFLAGS_PROGRAM = ', 'CFLAGS_PROGRAM = -Ipool ')
for f in compiled: resub(f, r'-Ipool(?![/\w])', '-Ipool -Ipool/include', None) if f != 'tests/link/clang' else None
done = compiled | {mk}
for f in tracked():
    if f in done or f.startswith(('pool/', 'tests/rooms/')) or not os.path.isfile(f): continue
    if f.endswith('program.mk') and f != 'boards/program.mk':
        t = read(f)
        if re.search(r'pool/heap/\w+\.c', t) and '-Ipool' not in t:
            if 'CFLAGS_PROGRAM' in t: t = re.sub(r'^(CFLAGS_PROGRAM *\+?= *)', r'\1-Ipool ', t, count=1, flags=re.M)
            else: t = re.sub(r'^(NO_POOL *= 1\n)', r'\1CFLAGS_PROGRAM = -Ipool\n', t, count=1, flags=re.M)
            if '-Ipool' not in t: bad.append(f'{f}: no place for -Ipool')
            write(f, t)
        continue
    try: t = read(f)
    except UnicodeDecodeError: continue
    if re.search(r'-Ipool(?![/\w])', t): write(f, re.sub(r'-Ipool(?![/\w])', '-Ipool/include', t))

# ---- Pages -------------------------------------------------------------------------------
sub('README.md', '1. **Files**: `pool/*.c`', '1. **Files**: `pool/*/*.c`')
sub('README.md', '`-Ipool/include -Iport -I<port>`, and', '`-Ipool/include -Iport -I<port>`, for the files of `pool/` also `-Ipool`, and')
sub('port/README.md', '| `pool/*.c`, ', '| `pool/*/*.c`, ')
sub('port/README.md', 'the same `-DTARN_...` for all; link', '`-Ipool` too for the files of `pool/`, the same `-DTARN_...` for all; link')
sub('port/README.md', '3. Compile `pool/*.c` with `-Ipool/include -Iport -I<your folder>`, every', '3. Compile `pool/*/*.c` with `-Ipool -Ipool/include -Iport -I<your folder>`, the rest without `-Ipool`, every')
sub('tests/README.md', 'leave pool/*.c out', 'leave pool/*/*.c out')
sub('tests/README.md', '\npool/*.c, the port', '\npool/*/*.c, the port')
if os.path.exists(HERE + '/map.md'):
    t = read('pool/README.md'); i = t.find('## Reading order'); j = t.find('## Words')
    if i < 0 or j < i: bad.append('pool/README.md: no "## Reading order" before "## Words"')
    else: write('pool/README.md', t[:i] + read(HERE + '/map.md').rstrip('\n') + '\n\n' + t[j:])

# ---- C++: no keyword is a name; C linkage -------------------------------------------------
T = 'pool/include/tarn.h'
sub(T, 'const struct tarn_class *class;', 'const struct tarn_class *size_class;', 2)
sub(T, 'const struct tarn_class *class,', 'const struct tarn_class *size_class,')
sub('pool/heap/table.c', 'const struct tarn_class *class,', 'const struct tarn_class *size_class,')
sub('pool/heap/table.c', ' class[', ' size_class[', None)
field = re.compile(r'\b(heap|tarn_default|table|tarn_table_default(?:_large)?|tarn_table_commons|of)(->|\.)class\b')
for f in tracked():
    if f.endswith(('.c', '.h', '.md', '.list')) or f == 'tests/model/mutants/list':
        t = read(f); new = field.sub(r'\1\2size_class', t)
        if new != t: write(f, new)
resub('tests/unit/does_a_build_time_table_agree.c', r'\b(one|dense|edges)\.class\b', r'\1.size_class', None)
sub('tests/bench/adapters/tarn_tables.c', '{.class = class', '{.size_class = class')
def linkage(f):
    t = read(f)
    include = [m for m in re.finditer(r'^#include .*\n', t, re.M) if m.start() < (t.find('\n#include "tarn_object_fast.h"') if f.endswith('tarn_object.h') else len(t))]
    at = include[-1].end() if include else None
    if at is None: bad.append(f'{f}: no include to put extern "C" behind'); return
    open_ = '\n#ifdef __cplusplus\nextern "C" {\n#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */\n#endif\n'
    close = '#ifdef __cplusplus\n#pragma GCC diagnostic pop\n}\n#endif\n\n'
    end = t.rfind('#include "tarn_object_fast.h"') if f.endswith('tarn_object.h') else t.rfind('#endif')
    write(f, t[:at] + open_ + t[at:end] + close + t[end:])
for f in sorted(os.listdir('pool/include')):
    if f != 'tarn_config.h': linkage('pool/include/' + f)
linkage('port/tarn_port.h')
sub('port/tarn_port.h', '_Noreturn void tarn_port_exit(int status);', '__attribute__((__noreturn__)) void tarn_port_exit(int status);')
hpp = 'port/cxx/tarn.hpp'
sub(hpp, '#define class class_\n', ''); sub(hpp, '#undef class\n', '')
sub(hpp, ' * tarn.h for C++. Its fields and parameters that are called `class` are `class_` here. (Tables, object pools and\n * packed arrays are C: they go into a C file.) */', ' * tarn.h for C++, and the fault that a program defines. Macros that define tables, object pools and packed arrays\n * are C: they go into a C file. */')
sub(hpp, '#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */\n#ifdef __clang__\n#pragma GCC diagnostic ignored "-Wkeyword-macro"\n#endif\n', '')
sub(hpp, '#pragma GCC diagnostic pop\n', '')
sub(hpp, 'extern "C" {\n#include "tarn.h"\n', '#include "tarn.h"\n\nextern "C" {')

# ---- What is left ------------------------------------------------------------------------
left = run('git', 'grep', '-nIE', r'(^|[^/\w])pool/\*\.|-Ipool( |$|"|`)(?!-Ipool/include)|pool/tarn\w*\.h|pool/(objects|packed)\.md', '--', ':!tests/bench/baseline') if False else ''
for f in texts:
    if not os.path.isfile(f): continue
    for k, l in enumerate(read(f).split('\n'), 1):
        if re.search(r'(?<![/\w.])pool/(\*\.|tarn\w*\.h|objects\.md|packed\.md)', l): bad.append(f'{f}:{k}: {l.strip()}')
subprocess.run(['python3', HERE + '/wrap.py'] + [f for f in tracked() if re.match(r'pool/(include/tarn_(object|packed|scene|variant)|object|packed).*\.[ch]$', f)], check=True)
c = [f for f in tracked() if f.endswith(('.c', '.h', '.hpp', '.cc')) and not f.startswith('tests/peers/')]
subprocess.run(['clang-format', '-i'] + c, check=True)
print('\n'.join('move: ' + b for b in bad) if bad else f'move: {len(move)} files in their rooms; look at git diff, then commit')
sys.exit(bool(bad))
PY
