// SPDX-License-Identifier: MIT
// C++17: containers, smart pointers, exceptions, objects that are constructed before main().
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <queue>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "client.h"
#include "random.h"

namespace
{
// Constructed before main() and destroyed after it, with the memory that they allocate.
std::map<int, std::string> before_main = {{1, "one, and long enough for a block of its own"},
					  {2, "two, and long enough for a block of its own"}};

// An exception needs memory, too. The new-handler frees this much before it throws one.
constexpr std::size_t reserve_bytes = 1024;
void *reserve;

void give_reserve()
{
	std::free(reserve);
	reserve = nullptr;
	throw std::bad_alloc();
}

// With too little memory for an exception, std::terminate() would be called.
void room_for_an_exception()
{
	void *volatile block = ::operator new(reserve_bytes);

	::operator delete(block);
}

// For printf.
unsigned number(std::size_t value)
{
	return static_cast<unsigned>(value);
}

// ---- Containers, filled, searched, spliced, thinned out and sorted

void maps()
{
	std::map<std::string, unsigned> ordered;
	std::unordered_map<std::string, std::vector<std::size_t>> places;
	uint32_t state = 7;

	for (std::size_t i = 0; i < 2000; i++) {
		auto word = "word number " + std::to_string(random_below(&state, 400));

		ordered[word]++;
		places[word].push_back(i);
	}
	client_sample();
	for (auto it = ordered.begin(); it != ordered.end();)
		it = it->second % 2 ? ordered.erase(it) : std::next(it);
	std::printf("maps: %u words, even %u, first %s at %u\n", number(places.size()),
		    number(ordered.size()), ordered.begin()->first.c_str(),
		    number(places.at(ordered.begin()->first).front()));
}

void sequences()
{
	std::deque<uint32_t> ends;
	std::list<uint32_t> odd, even;
	std::priority_queue<std::pair<uint32_t, std::string>> queue;
	uint32_t state = 3;

	for (int i = 0; i < 3000; i++) {
		uint32_t value = random_below(&state, 10000);

		value % 3 ? ends.push_back(value) : ends.push_front(value);
		if (i % 4 == 3)
			ends.pop_front();
		(value % 2 ? odd : even).push_back(value);
		if (i % 6 == 0)
			queue.emplace(value, "a job with a name, number " + std::to_string(i));
	}
	odd.sort();
	even.sort();
	even.merge(odd);
	even.unique();
	client_sample();
	std::printf("sequences: %u at both ends, %u merged, first job %s\n", number(ends.size()),
		    number(even.size()), queue.top().second.c_str());
}

void sums()
{
	std::vector<std::variant<int, std::string, std::vector<int>>> mixed;
	std::vector<std::function<std::size_t()>> calls;
	std::size_t length = 0;

	for (int i = 0; i < 90; i++) {
		if (i % 2)
			mixed.emplace_back(std::string(20 + std::size_t(i), 'x'));
		else
			mixed.emplace_back(std::vector<int>(std::size_t(i), i));
		calls.emplace_back(
			[text = std::string(std::size_t(i), 'y')] { return text.size(); });
	}
	for (const auto &call : calls)
		length += call();
	std::printf("sums: %u, %u\n", number(mixed.size()), number(length));
}

// ---- Smart pointers: a graph with cycles, arrays with a deleter, blocks with large alignment

struct Node : std::enable_shared_from_this<Node> {
	explicit Node(std::string text) : name(std::move(text))
	{
		alive++;
	}
	Node(const Node &) = delete;
	Node &operator=(const Node &) = delete;
	~Node()
	{
		alive--;
	}

	static inline unsigned alive;
	std::string name;
	std::vector<std::shared_ptr<Node>> children;
	std::weak_ptr<Node> parent;
};

void graph()
{
	std::vector<std::shared_ptr<Node>> all{std::make_shared<Node>("the root of the graph")};
	uint32_t state = 5;

	for (int i = 1; i < 700; i++) {
		auto &parent = all[random_below(&state, (uint32_t)i)];
		std::shared_ptr<Node> child(new Node("node " + std::to_string(i)));

		child->parent = parent->weak_from_this();
		parent->children.push_back(child);
		all.push_back(child);
	}
	client_sample();
	std::weak_ptr<Node> watched = all[350];
	std::shared_ptr<std::string> alias(all[10], &all[10]->name);
	all.clear();
	std::printf("graph: %d kept by the alias, watched %d\n", Node::alive > 0,
		    !watched.expired());
	alias.reset();
	std::printf("graph: %u alive\n", Node::alive);
}

struct alignas(64) Line {
	uint8_t bytes[64];
};

void arrays()
{
	unsigned deleted = 0;
	uintptr_t bits = 0;
	auto count = [&deleted](Line *array) {
		deleted++;
		delete[] array;
	};
	{
		std::vector<std::unique_ptr<Line[], decltype(count)>> all;

		for (std::size_t i = 1; i < 30; i++) {
			all.emplace_back(new Line[i], count);
			bits |= reinterpret_cast<uintptr_t>(all.back().get());
		}
		client_sample();
	}
	std::printf("arrays: deleted %u, aligned %d\n", deleted, bits % alignof(Line) == 0);
}

// ---- Exceptions: through many frames, out of constructors, nested, kept and thrown again

struct Guard {
	Guard() : text("a guard with some text of its own")
	{
		standing++;
	}
	Guard(const Guard &other) : text(other.text)
	{
		standing++;
		if (++copies == 3) { // the copies before it must be destroyed
			standing--;
			room_for_an_exception();
			throw std::logic_error("the third copy");
		}
	}
	Guard &operator=(const Guard &) = default;
	~Guard()
	{
		standing--;
	}
	static inline int standing, copies;
	std::string text;
};

void dive(unsigned depth)
{
	Guard guard;
	std::vector<Guard> more(depth % 3);

	room_for_an_exception();
	if (depth == 0)
		throw std::runtime_error("the bottom, which is reached through many frames");
	try {
		dive(depth - 1);
	} catch (const std::runtime_error &) {
		if (depth % 8)
			throw;
		room_for_an_exception();
		std::throw_with_nested(std::runtime_error("level " + std::to_string(depth)));
	}
}

std::string unwrap(const std::exception &problem)
{
	room_for_an_exception();
	try {
		std::rethrow_if_nested(problem);
	} catch (const std::exception &inner) {
		return std::string(problem.what()) + " < " + unwrap(inner);
	}
	return problem.what();
}

void exceptions()
{
	std::vector<std::exception_ptr> kept;
	std::vector<Guard> few(4);
	std::size_t length = 0;

	for (unsigned depth = 0; depth < 40; depth++) {
		try {
			dive(depth);
		} catch (const std::runtime_error &) {
			kept.push_back(std::current_exception());
		}
	}
	client_sample();
	for (const auto &problem : kept) {
		try {
			room_for_an_exception();
			std::rethrow_exception(problem);
		} catch (const std::exception &again) {
			length += unwrap(again).size();
		}
	}
	Guard::copies = 0;
	try {
		few.resize(9);
	} catch (const std::logic_error &problem) {
		std::printf("exceptions: %s, still %u, ", problem.what(), number(few.size()));
	}
	std::printf("%u kept, %u letters, standing %d\n", number(kept.size()), number(length),
		    Guard::standing);
}

bool refused(void (*part)())
{
	if (!reserve)
		reserve = std::malloc(reserve_bytes);
	if (!reserve)
		return true;
	try {
		part();
		return false;
	} catch (const std::bad_alloc &) {
		std::puts("no memory");
		return true;
	}
}
} // namespace

int main(int argc, char **argv)
{
	bool any = false;

	client_begin(argc, argv);
	std::set_new_handler(give_reserve);
	for (void (*part)() : {maps, sequences, sums, graph, arrays, exceptions})
		any |= refused(part);
	std::set_new_handler(nullptr);
	std::free(reserve);
	std::printf("before main: %s\n", before_main[2].c_str());
	return any ? CLIENT_NO_MEMORY : 0;
}
