// SPDX-License-Identifier: MIT
// A stranger's test of nlohmann/json. Nothing here knows of Tarn.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <new>
#include <string>

using nlohmann::json;

static const char *const text =
	R"({"name": "longer than a short string holds", "list": [1, -2.5, null, true, []]})";

TEST_CASE("what is written is what was read")
{
	const json read = json::parse(text);

	CHECK(json::parse(read.dump(4)) == read);
	CHECK(read["list"][1] == -2.5);
	CHECK(json::from_cbor(json::to_cbor(read)) == read);
	CHECK(json::from_msgpack(json::to_msgpack(read)) == read);
}

TEST_CASE("a large object grows, is patched and shrinks")
{
	json large;

	for (int i = 0; i < 200; i++)
		large["key " + std::to_string(i)] = {i, std::string(30, 'x')};
	const json other = json::parse(text);
	CHECK(large.patch(json::diff(large, other)) == other);
	large.erase("key 7");
	CHECK(large.size() == 199);
}

TEST_CASE("a wrong text throws, and so does too large a one")
{
	CHECK_THROWS_AS((void)json::parse("{\"a\": [1, 2"), json::parse_error);
	CHECK_THROWS_AS((void)json(std::string(64 << 20, 'x')), std::bad_alloc);
}

int main()
{
	return doctest::Context().run();
}
