/* SPDX-License-Identifier: MIT */
#ifndef TARN_SCOPED_HPP
#define TARN_SCOPED_HPP

namespace tarn
{
/* A heap, a packed array or an object pool that lives as long as a block, or as an object that it is a
 * part of:
 *     tarn::scoped<tarn::arena_heap<4096>> level;
 * They have no destructor by themselves, because a static object would have to register it. */
template <typename Type> class scoped : public Type
{
      public:
	using Type::Type;
	scoped() = default;
	~scoped()
	{
		Type::end_scope();
	}
};
} // namespace tarn

#endif
