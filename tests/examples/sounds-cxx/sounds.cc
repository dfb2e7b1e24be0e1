/* SPDX-License-Identifier: MIT
 * Four channels for more sounds, in C++; ../sounds is the same in C. A sound that is quieter than
 * all that play is refused. Otherwise it takes the channel of the quietest one. Sounds of the
 * player always play. */
#include "../say.hpp"
#include "samples.hpp"

namespace
{
struct sound {
	const char *name = nullptr;
	std::uint32_t loudness = 0;
	std::uint32_t distance = 0;
	sample_cache::handle sample;

	std::uint32_t audible() const
	{
		return loudness / (1 + distance);
	}
	/* Its channel goes to another sound, or rests. */
	~sound()
	{
		print_text("  ends: ");
		print_text(name);
		print_text(", audible ");
		print_u64(audible());
		print_newline();
	}
};

tarn::object_pool<sound, 4, tarn::rob_least<&sound::audible>> channels;
using channel = decltype(channels)::handle;

/* One step finds the quietest sound and takes its channel, also if another context plays. */
channel play(const char *name, std::uint32_t loudness, std::uint32_t distance)
{
	return channels.get_held_if_worth(loudness / (1 + distance), [&](sound &begins) {
		begins.name = name;
		begins.loudness = loudness;
		begins.distance = distance;
		print_text("plays: ");
		say(name);
	});
}

channel play_always(const char *name, std::uint32_t loudness)
{
	return channels.get_held_with([&](sound &begins) {
		begins.name = name;
		begins.loudness = loudness;
		print_text("plays: ");
		say(name);
	});
}

/* The owner asks by its handle: it does not matter which sound took the channel. */
void move_away(channel where, const char *name, std::uint32_t distance)
{
	if (sound *moving = channels.resolve(where)) {
		moving->distance = distance;
		return;
	}
	print_text("nobody to move: ");
	say(name);
}

void mix()
{
	for (sound &each : channels)
		each.sample = samples.use(each.sample, each.name);
}

void report()
{
	auto stats = channels.stats();

	say_number("robbed", stats.robbed);
	say_number("refused", stats.refused);
	say_number("most at once", stats.peak);
	promise(stats.robbed == 2 && stats.refused == 1, "each sound has what it is worth");
	promise(tarn_object_check_all(nullptr) == 0, "the pools are sound");
}
} // namespace

int main()
{
	play("music", 900, 0);
	channel steps = play("steps", 100, 0);
	play("wind", 300, 2);
	play("brook", 300, 5);
	mix();
	promise(!play("gnat", 40, 0), "a sound that nobody would hear is refused");
	channel wand = play_always("wand", 800); /* takes the brook's channel */
	mix();
	move_away(steps, "steps", 4);
	play("door", 200, 0); /* takes the steps' channel */
	move_away(steps, "steps", 9);
	promise(!channels.resolve(steps), "a robbed sound's handle is stale");
	promise(channels.resolve(wand), "the wand is still heard");
	mix();
	channels.release(wand);
	play("steps", 100, 0); /* its sample is still there */
	mix();
	promise(samples.decoded() == 6, "what was heard lately is not decoded again");
	report();
	return 0;
}
