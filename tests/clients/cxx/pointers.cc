// SPDX-License-Identifier: MIT
// Smart pointers: a graph with cycles, a tree of shapes, deleters, blocks with large alignment.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "client.h"
#include "parts.hpp"
#include "random.h"

namespace
{
unsigned alive;

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
	void adopt(const std::shared_ptr<Node> &child)
	{
		children.push_back(child);
		child->parent = weak_from_this();
	}

	std::string name;
	std::vector<std::shared_ptr<Node>> children;
	std::weak_ptr<Node> parent;
};

std::size_t depth(const std::shared_ptr<Node> &node)
{
	std::shared_ptr<Node> parent = node->parent.lock();

	return parent ? 1 + depth(parent) : 0;
}

void graph()
{
	std::vector<std::shared_ptr<Node>> all;
	std::weak_ptr<Node> watched;
	uint32_t state = 5;
	std::size_t deepest = 0;

	all.push_back(std::make_shared<Node>("the root of the graph, by name"));
	for (int i = 1; i < 700; i++) {
		all.push_back(std::shared_ptr<Node>(
			new Node("node " + std::to_string(i) + " of the graph")));
		all[random_below(&state, (uint32_t)i)]->adopt(all.back());
	}
	client_sample();
	for (const auto &node : all)
		deepest = std::max(deepest, depth(node));
	watched = all[350];
	std::shared_ptr<std::string> alias(all[10], &all[10]->name);
	all.resize(1);
	std::printf("graph: deepest %u, %u alive, watched %d, alias %s\n", number(deepest), alive,
		    !watched.expired(), alias->c_str());
	all.clear();
	std::printf("graph: %u kept by the alias\n", alive > 0);
	alias.reset();
	std::printf("graph: %u alive, watched %d\n", alive, !watched.expired());
}

struct Shape {
	virtual ~Shape() = default;
	virtual unsigned area() const = 0;
};
struct Square : Shape {
	explicit Square(unsigned s) : side(s)
	{
	}
	unsigned area() const override
	{
		return side * side;
	}
	unsigned side;
};
struct Group : Shape {
	unsigned area() const override
	{
		unsigned sum = 0;

		for (const auto &part : parts)
			sum += part->area();
		return sum;
	}
	std::vector<std::unique_ptr<Shape>> parts;
};

std::unique_ptr<Shape> build(unsigned levels)
{
	if (levels == 0)
		return std::make_unique<Square>(3);
	auto group = std::make_unique<Group>();
	for (unsigned i = 0; i <= levels % 3; i++)
		group->parts.push_back(build(levels - 1));
	group->parts.push_back(std::make_unique<Square>(levels));
	return group;
}

struct alignas(64) Line {
	uint8_t bytes[64];
};

void aligned()
{
	std::vector<std::unique_ptr<Line>> lines;
	std::vector<Line> row(9);
	uintptr_t bits = 0;

	for (int i = 0; i < 40; i++)
		lines.push_back(std::make_unique<Line>());
	for (const auto &line : lines)
		bits |= reinterpret_cast<uintptr_t>(line.get());
	for (const auto &line : row)
		bits |= reinterpret_cast<uintptr_t>(&line);
	std::printf("aligned: %d\n", bits % alignof(Line) == 0);
}
} // namespace

void pointers()
{
	unsigned deleted = 0;

	graph();
	std::printf("shapes: %u\n", build(8)->area());
	{
		auto count = [&deleted](int *array) {
			deleted++;
			delete[] array;
		};
		std::vector<std::unique_ptr<int[], decltype(count)>> arrays;

		for (int i = 1; i < 60; i++)
			arrays.emplace_back(new int[(std::size_t)i], count);
		client_sample();
	}
	std::printf("deleted: %u\n", deleted);
	aligned();
}
