-- SPDX-License-Identifier: MIT
-- Coroutines: each has a stack that grows; many at once, nested, abandoned, closed, in error.
local function generator(n)
	return coroutine.wrap(function()
		for i = 1, n do
			coroutine.yield(i)
		end
	end)
end

-- Three hundred at once, in turn.
local all = {}
for i = 1, 300 do
	all[i] = generator(10)
end
local sum = 0
for _ = 1, 10 do
	for i = 1, #all do
		sum = sum + all[i]()
	end
end
print("turns", sum)

-- A sieve: a chain of filters, each a coroutine.
local function filter(p, source)
	return coroutine.wrap(function()
		for n in source do
			if n % p ~= 0 then
				coroutine.yield(n)
			end
		end
	end)
end
local source = coroutine.wrap(function()
	for n = 2, 400 do
		coroutine.yield(n)
	end
end)
local primes = {}
while true do
	local p = source()
	if not p then
		break
	end
	primes[#primes + 1] = p
	source = filter(p, source)
end
print("primes", #primes, primes[#primes])

-- Permutations: deep recursion that yields.
local function permute(a, n)
	n = n or #a
	if n <= 1 then
		coroutine.yield(table.concat(a))
	else
		for i = 1, n do
			a[n], a[i] = a[i], a[n]
			permute(a, n - 1)
			a[n], a[i] = a[i], a[n]
		end
	end
end
local seen, last = 0, nil
for p in coroutine.wrap(function() permute({ "t", "a", "r", "n", "s", "x" }) end) do
	seen, last = seen + 1, p
end
print("permutations", seen, last)

-- Stacks that grow inside a coroutine, and shrink again.
local function deep(n)
	if n == 0 then
		return coroutine.yield("bottom")
	end
	return 1 + deep(n - 1)
end
for _, depth in ipairs { 10, 200, 3000 } do
	local co = coroutine.create(deep)
	local ok, where = coroutine.resume(co, depth)
	local back, value = coroutine.resume(co, 0)
	print("deep", depth, ok, where, back, value, coroutine.status(co))
end

-- Errors and closing: what is pending is closed in order.
local log = {}
local function resource(name)
	return setmetatable({}, { __close = function() log[#log + 1] = name end })
end
local co = coroutine.create(function()
	local a <close> = resource("a")
	local b <close> = resource("b")
	coroutine.yield()
	error("unreached")
end)
coroutine.resume(co)
print("closed", coroutine.close(co), table.concat(log, " "), a)
local failing = coroutine.create(function()
	local c <close> = resource("c")
	error({ code = 42 })
end)
local ok, problem = coroutine.resume(failing)
print("failed", ok, problem.code, coroutine.close(failing), table.concat(log, " "))

-- Abandoned ones: the collector takes them, stack and all.
for i = 1, 500 do
	local idle = coroutine.create(deep)
	coroutine.resume(idle, i % 50)
end
collectgarbage()
print("abandoned", collectgarbage("count") > 0)
