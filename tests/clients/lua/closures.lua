-- SPDX-License-Identifier: MIT
-- Closures: upvalues open and closed, shared, chained; functions compiled at run time; objects.
local function counter()
	local n = 0
	return function() n = n + 1 return n end, function() return n end
end
local pairs_of = {}
for i = 1, 400 do
	pairs_of[i] = { counter() }
end
for i, pair in ipairs(pairs_of) do
	for _ = 1, i % 5 do
		pair[1]()
	end
end
local sum = 0
for _, pair in ipairs(pairs_of) do
	sum = sum + pair[2]()
end
print("counters", sum)

-- Each turn of a loop has its own variable.
local fs = {}
for i = 1, 1000 do
	local square = i * i
	fs[i] = function(x) return square + x * i end
end
sum = 0
for i = 1, 1000, 7 do
	sum = sum + fs[i](3)
end
print("squares", sum)

-- Composition: a chain of a thousand closures.
local function compose(f, g)
	return function(...) return f(g(...)) end
end
local chain = function(x) return x end
for i = 1, 150 do
	chain = compose(chain, function(x) return (x * 3 + i) % 65521 end)
end
print("chain", chain(7))

-- Memoised by a table that grows, and by arguments kept in closures.
local function memoise(f)
	local known = {}
	return function(n)
		local value = known[n]
		if value == nil then
			value = f(n)
			known[n] = value
		end
		return value
	end
end
local fib
fib = memoise(function(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end)
print("fib", fib(80))

-- Compiled at run time, dumped and loaded again.
local results = {}
for i = 1, 200 do
	local f = assert(load("local a, b = ... return a * " .. i .. " + (b or 0)", "chunk" .. i))
	local g = assert(load(string.dump(f, true), "dumped", "b"))
	results[i] = g(i, f(1))
end
sum = 0
for _, r in ipairs(results) do
	sum = sum + r
end
print("loaded", sum)
print("refused", load("return +"), select("#", load("x = = 1")))

-- Objects: inheritance through metatables, operators, variable arguments.
local Vector = {}
Vector.__index = Vector
function Vector.new(...)
	return setmetatable({ ... }, Vector)
end
function Vector.__add(a, b)
	local r = Vector.new()
	for i = 1, #a do
		r[i] = a[i] + b[i]
	end
	return r
end
function Vector.__eq(a, b)
	return a[1] == b[1] and a[2] == b[2]
end
function Vector:length2()
	local s = 0
	for _, x in ipairs(self) do
		s = s + x * x
	end
	return s
end
local v = Vector.new(0, 0, 0)
for i = 1, 2000 do
	v = v + Vector.new(i, -i, i % 3)
end
print("vector", v[1], v[2], v[3], v:length2(), v == Vector.new(v[1], v[2]))
local function pack_and_sum(...)
	local t = table.pack(...)
	local s = 0
	for i = 1, t.n do
		s = s + (t[i] or 0)
	end
	return s, t.n
end
print("arguments", pack_and_sum(1, nil, 3, nil), pack_and_sum(table.unpack(results, 1, 150)))
