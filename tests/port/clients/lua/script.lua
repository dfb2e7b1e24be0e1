-- SPDX-License-Identifier: MIT
-- Lua's own kinds of allocation: strings, buffers, tables, closures, coroutines, finalizers. Each
-- part prints a number that depends on all that it made.
local function checksum(s)
	local h = 5381
	for i = 1, #s do
		h = (h * 33 + s:byte(i)) & 0xffffffff
	end
	return h
end

-- Strings: interned and long ones, buffers that grow, patterns, packing.
do
	local grown, parts, packed = "", {}, {}
	for i = 1, 600 do
		grown = grown .. string.char(97 + i % 26)
		packed[i] = string.pack("<i4 s1 d z", i * -7, ("p"):rep(i % 9), i / 3, "end" .. i)
	end
	for i = 1, 1500 do
		parts[i] = string.format("%d:%s:%.3f:%s", i, ("x"):rep(i % 17), i / 7, utf8.char(900 + i % 60))
	end
	local swapped = table.concat(parts, "|"):gsub("(%d+):(x*)", "%2<%1>"):upper():reverse()
	print("strings", checksum(grown), checksum(swapped), checksum(table.concat(packed)))
end

-- Tables: hashes whose keys come and go, arrays that are sorted and moved, trees that are pruned.
do
	local a, h, sum = {}, {}, 0
	for i = 1, 5000 do
		a[i] = i * 7919 % 10007
	end
	table.sort(a, function(x, y) return x % 1000 > y % 1000 or x % 1000 == y % 1000 and x > y end)
	for round = 1, 6 do
		for i = 1, 800 do
			h["k" .. i * round], h[i * round + 0.5], h[-i] = i, i, round
		end
		for i = 1, 3000, round do
			h["k" .. i], h[-i] = nil, nil
		end
	end
	for _, value in pairs(h) do
		sum = sum + value
	end
	local function build(depth)
		return depth > 0 and { build(depth - 1), build(depth - 1), name = "node" .. depth } or {}
	end
	local tree = build(12)
	tree[2], tree[1][1] = nil, build(8)
	print("tables", a[1], a[#a // 2], a[#a], sum, tree[1][1].name, #table.move(a, 1, 2000, 3, {}))
end

-- Closures: chains, functions that are compiled, dumped and loaded; an error of the compiler.
do
	local chain, results = function(x) return x end, 0
	for i = 1, 150 do
		local f = chain
		chain = function(x) return (f(x) * 3 + i) % 65521 end
	end
	for i = 1, 200 do
		local f = assert(load("local a, b = ... return a * " .. i .. " + (b or 0)", "chunk" .. i))
		results = results + assert(load(string.dump(f, true), "dumped", "b"))(i, f(1))
	end
	print("closures", chain(7), results, load("return +"))
end

-- Coroutines: stacks that grow, pending variables, errors; many are abandoned, stack and all.
do
	local function deep(n)
		return n == 0 and coroutine.yield("bottom") or 1 + deep(n - 1)
	end
	local co, closed = coroutine.create(deep), 0
	print("coroutines", coroutine.resume(co, 3000), coroutine.resume(co, 0))
	local failing = coroutine.create(function()
		local last <close> = setmetatable({}, { __close = function() closed = closed + 1 end })
		error({ code = 42 })
	end)
	print("failed", select(2, coroutine.resume(failing)).code, coroutine.close(failing), closed)
	for i = 1, 500 do
		coroutine.resume(coroutine.create(deep), i % 50)
	end
end

-- The collector: both modes, weak tables, finalizers, an object that comes back.
for _, mode in ipairs { "incremental", "generational" } do
	collectgarbage(mode)
	local finalized, kept, back, left = 0, {}, {}, 0
	local weak = setmetatable({}, { __mode = "kv" })
	for i = 1, 3000 do
		kept[i % 97] = setmetatable({ ("payload"):rep(i % 13) }, { __gc = function() finalized = finalized + 1 end })
		weak[i] = kept[i % 97]
	end
	setmetatable({}, { __gc = function(o) back[#back + 1] = o end })
	collectgarbage()
	collectgarbage()
	for _ in pairs(weak) do
		left = left + 1
	end
	print(mode, left, finalized, #back)
end
