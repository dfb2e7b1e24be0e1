-- SPDX-License-Identifier: MIT
-- Tables: arrays and hashes that grow, shrink and are rehashed; sorting; nested records.
local state = 12345
local function random(n)
	state = (state * 1103515245 + 12345) & 0x7fffffff
	return (state >> 8) % n + 1
end

-- Arrays: append, insert in the middle, remove from both ends.
local a = {}
for i = 1, 5000 do
	a[i] = random(100000)
end
for _ = 1, 200 do
	table.insert(a, random(#a), random(100000))
	table.remove(a, random(#a))
end
table.sort(a)
local sum = 0
for i = 1, #a do
	sum = (sum * 31 + a[i]) & 0xffffffff
	assert(i == 1 or a[i - 1] <= a[i])
end
print("sorted", #a, sum)
table.sort(a, function(x, y)
	return x % 1000 > y % 1000 or x % 1000 == y % 1000 and x > y
end)
print("by key", a[1], a[#a // 2], a[#a])

-- Hashes: keys of every type, deleted while others come.
local h = {}
for round = 1, 6 do
	for i = 1, 800 do
		h["k" .. random(3000)] = round * i
		h[random(3000) + 0.5] = i
		h[-random(3000)] = round
	end
	for i = 1, 3000, round do
		h["k" .. i] = nil
		h[-i] = nil
	end
end
local keys, total = 0, 0
for _, v in pairs(h) do
	keys = keys + 1
	total = total + v
end
print("hash", keys, total)

-- A tree of records, built, walked, pruned.
local function build(depth)
	if depth == 0 then
		return { leaf = true, value = random(1000) }
	end
	return { left = build(depth - 1), right = build(depth - 1), name = "node" .. depth }
end
local function walk(t)
	if t.leaf then
		return t.value, 1
	end
	local lv, ln = walk(t.left)
	local rv, rn = 0, 0
	if t.right then
		rv, rn = walk(t.right)
	end
	return lv + rv, ln + rn
end
local tree = build(11)
print("tree", walk(tree))
tree.right = nil
tree.left.left = nil
tree.left.left = build(8)
print("pruned", walk(tree))

-- A queue and a matrix.
local queue, first, last = {}, 1, 0
for i = 1, 10000 do
	last = last + 1
	queue[last] = { i, i * i }
	if i % 3 ~= 0 then
		sum = (sum + queue[first][2]) & 0xffffffff
		queue[first] = nil
		first = first + 1
	end
end
print("queue", last - first + 1, sum)
local m = {}
for i = 1, 40 do
	m[i] = {}
	for j = 1, 40 do
		m[i][j] = (i * j) % 11
	end
end
local trace = 0
for i = 1, 40 do
	for k = 1, 40 do
		trace = trace + m[i][k] * m[k][i]
	end
end
print("matrix", trace)
local moved = table.move(a, 1, 2000, 3, {})
print("moved", #moved == 2002, select("#", table.unpack(a, 1, 200)))
