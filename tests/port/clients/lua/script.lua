-- SPDX-License-Identifier: MIT
-- Lua's own kinds of allocation: strings, buffers, tables, closures, coroutines, finalizers. Each
-- part prints a number that depends on all that it made.
local state = 12345
local function random(n)
	state = (state * 1103515245 + 12345) & 0x7fffffff
	return (state >> 8) % n + 1
end
local function checksum(s)
	local h = 5381
	for i = 1, #s do
		h = (h * 33 + s:byte(i)) & 0xffffffff
	end
	return h
end
local function count(t)
	local n = 0
	for _ in pairs(t) do
		n = n + 1
	end
	return n
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
	local joined = table.concat(parts, "|")
	local swapped = joined:gsub("(%d+):(x*)", "%2<%1>"):upper():reverse()
	print("strings", checksum(grown), checksum(joined), checksum(swapped), checksum(table.concat(packed)))
	print("unpacked", string.unpack("<i4 s1 d z", packed[300]))
end

-- Tables: arrays that are sorted and moved, hashes whose keys come and go, trees that are pruned.
do
	local a, h = {}, {}
	for i = 1, 5000 do
		a[i] = random(100000)
	end
	for _ = 1, 200 do
		table.insert(a, random(#a), random(100000))
		table.remove(a, random(#a))
	end
	table.sort(a, function(x, y) return x % 1000 > y % 1000 or x % 1000 == y % 1000 and x > y end)
	for round = 1, 6 do
		for i = 1, 800 do
			h["k" .. random(3000)], h[random(3000) + 0.5], h[-random(3000)] = i, i, round
		end
		for i = 1, 3000, round do
			h["k" .. i], h[-i] = nil, nil
		end
	end
	local function build(depth)
		return depth > 0 and { build(depth - 1), build(depth - 1), name = "node" .. depth } or { random(9) }
	end
	local function sum(t)
		return type(t) == "table" and sum(t[1]) + sum(t[2]) or t or 0
	end
	local tree = build(12)
	local whole = sum(tree)
	tree[2], tree[1][1] = nil, build(8)
	print("tables", a[1], a[#a // 2], a[#a], count(h), whole, sum(tree), #table.move(a, 1, 2000, 3, {}))
end

-- Closures: counters with variables of their own, chains, functions that are compiled, dumped, loaded.
do
	local chain, results = function(x) return x end, 0
	for i = 1, 150 do
		local f = chain
		chain = function(x) return (f(x) * 3 + i) % 65521 end
	end
	for i = 1, 200 do
		local f = assert(load("local a, b = ... return a * " .. i .. " + (b or 0)", "chunk" .. i))
		local g = assert(load(string.dump(f, true), "dumped", "b"))
		results = results + g(i, f(1))
	end
	print("closures", chain(7), results, load("return +"))
end

-- Coroutines: many at once, a chain of filters, stacks that grow, pending variables, errors.
do
	local function filter(p, source)
		return coroutine.wrap(function()
			for n in source do
				if n % p ~= 0 then
					coroutine.yield(n)
				end
			end
		end)
	end
	local source, primes = coroutine.wrap(function() for n = 2, 400 do coroutine.yield(n) end end), 0
	for p in function() return source() end do
		primes, source = primes + 1, filter(p, source)
	end
	local function deep(n)
		return n == 0 and coroutine.yield("bottom") or 1 + deep(n - 1)
	end
	local co = coroutine.create(deep)
	print("coroutines", primes, coroutine.resume(co, 3000), coroutine.resume(co, 0))
	local log = {}
	local failing = coroutine.create(function()
		local last <close> = setmetatable({}, { __close = function() log[#log + 1] = "closed" end })
		error({ code = 42 })
	end)
	print("failed", select(2, coroutine.resume(failing)).code, coroutine.close(failing), #log)
	for i = 1, 500 do
		coroutine.resume(coroutine.create(deep), i % 50) -- abandoned, stack and all
	end
end

-- The collector: each mode, weak tables, finalizers, an object that comes back, steps.
for _, mode in ipairs { "incremental", "generational", "incremental" } do
	collectgarbage(mode)
	local finalized, kept, back = 0, {}, {}
	local weak, ephemeron = setmetatable({}, { __mode = "v" }), setmetatable({}, { __mode = "k" })
	for i = 1, 3000 do
		kept[i % 97] = setmetatable({ ("payload"):rep(i % 13) }, { __gc = function() finalized = finalized + 1 end })
		weak[i] = kept[i % 97]
		ephemeron[weak[i]] = { weak[i], i }
	end
	setmetatable({}, { __gc = function(o) back[#back + 1] = o end })
	collectgarbage()
	collectgarbage()
	print(mode, count(kept), count(weak), count(ephemeron), finalized, #back)
end
local steps = 0
repeat
	steps = steps + 1
until collectgarbage("step", 1) or steps > 10000
print("stepped", steps <= 10000)
