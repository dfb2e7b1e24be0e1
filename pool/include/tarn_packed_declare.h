/* SPDX-License-Identifier: MIT
 * How the macros of tarn_packed.h make a type of packed arrays, and an array on static memory. */
#ifndef TARN_PACKED_DECLARE_H
#define TARN_PACKED_DECLARE_H

#include "tarn.h"
#include "tarn_declare.h"

/* The member of an array that holds the part of every array. */
#ifdef packed
#define TARN_PK_BASE_ base
#else
#define TARN_PK_BASE_ packed
#endif

#define TARN_PACKED_DECLARE(name, LIST)                                                            \
	TARN_FILE_SCOPE_(name, "TARN_PACKED_DECLARE")                                              \
	enum {                                                                                     \
		name##_column_packed,                                                              \
		name##_columns_ = 0 LIST(TARN_PK_COUNT_, TARN_PK_COUNT_, TARN_PK_COUNT_),          \
		name##_keeps_ = 0 LIST(TARN_PK_NOTHING_, TARN_PK_COUNT_, TARN_PK_NOTHING_),        \
		TARN_PK_EACH_WITH_(LIST, TARN_PK_NAME_, TARN_PK_NAME_, TARN_PK_SPARSE_NAME_, name) \
	};                                                                                         \
	TARN_PK_EACH_WITH_(LIST, TARN_PK_FIXED_, TARN_PK_FIXED_, TARN_PK_SPARSE_FIXED_, name)      \
	TARN_FLAT_BEGIN_                                                                           \
	struct name##_row_ {                                                                       \
		char TARN_PK_BASE_;                                                                \
		TARN_PK_EACH_WITH_(LIST, TARN_PK_ONE_, TARN_PK_ONE_, TARN_PK_SPARSE_ONE_, name)    \
	};                                                                                         \
	TARN_FLAT_END_                                                                             \
	TARN_PK_EACH_WITH_(LIST, TARN_PK_RIGHT_, TARN_PK_RIGHT_, TARN_PK_SPARSE_RIGHT_, name)      \
	typedef char name##_each_[TARN_PK_EACH_SLOT_ TARN_PK_EACH_WITH_(                           \
		LIST, TARN_PK_EACH_IN_, TARN_PK_EACH_IN_, TARN_PK_SPARSE_EACH_, name)];            \
	typedef char name##_once_[TARN_PK_ONCE_SLOT_ TARN_PK_EACH_WITH_(                           \
		LIST, TARN_PK_ONCE_IN_, TARN_PK_ONCE_IN_, TARN_PK_SPARSE_ONCE_IN_, name)];         \
	struct name {                                                                              \
		struct tarn_packed TARN_PK_BASE_;                                                  \
		TARN_PK_EACH_WITH_(LIST, TARN_PK_FIELD_, TARN_PK_FIELD_, TARN_PK_SPARSE_FIELD_,    \
				   name)                                                           \
	};                                                                                         \
	typedef struct {                                                                           \
		uint32_t slot;                                                                     \
		uint32_t generation;                                                               \
	} name##_handle;                                                                           \
	struct name##_order_ {                                                                     \
		const struct name *array;                                                          \
		bool (*before)(const struct name *, uint32_t, uint32_t);                           \
	};                                                                                         \
	static const struct tarn_packed_column name##_list_[] __attribute__((__unused__)) = {      \
		TARN_PK_EACH_WITH_(LIST, TARN_PK_ROW_, TARN_PK_KEPT_ROW_, TARN_PK_SPARSE_ROW_,     \
				   name){0, 0, 0, false}};                                         \
	static const struct tarn_packed_type name##_type_ __attribute__((__unused__)) = {          \
		name##_list_, sizeof(name##_each_), sizeof(name##_once_)};                         \
	extern struct name name;                                                                   \
	TARN_FUNCTIONS_                                                                            \
	TARN_AGREE_(name, TARN_PK_LAYOUT_(name))                                                   \
	TARN_MUST_USE TARN_PK_MADE_ bool name##_init(struct name *array_, void *memory_,           \
						     size_t bytes_, uint32_t capacity_)            \
	{                                                                                          \
		array_->TARN_PK_BASE_.label = #name;                                               \
		return tarn_packed_init(&array_->TARN_PK_BASE_, &name##_type_, memory_, bytes_,    \
					capacity_);                                                \
	}                                                                                          \
	TARN_MUST_USE TARN_PK_MADE_ bool name##_make(struct name *array_, struct tarn_heap *heap_, \
						     uint32_t capacity_)                           \
	{                                                                                          \
		array_->TARN_PK_BASE_.label = #name;                                               \
		return tarn_packed_make(&array_->TARN_PK_BASE_, &name##_type_, heap_, capacity_);  \
	}                                                                                          \
	TARN_PK_MADE_ void name##_destroy(struct name *array_)                                     \
	{                                                                                          \
		tarn_packed_destroy(&array_->TARN_PK_BASE_, &name##_type_);                        \
	}                                                                                          \
	TARN_PK_MADE_ uint32_t name##_activate(struct name *array_)                                \
	{                                                                                          \
		bool again_ = array_->TARN_PK_BASE_.count < array_->TARN_PK_BASE_.peak;            \
		uint32_t index_ = tarn_packed_activate(&array_->TARN_PK_BASE_);                    \
		if (TARN_PK_DIGS_(name##_keeps_, again_) && index_ != TARN_NONE)                   \
			tarn_packed_dig(&array_->TARN_PK_BASE_, &name##_type_, index_, again_);    \
		return index_;                                                                     \
	}                                                                                          \
	TARN_PK_MADE_ bool name##_deactivate(struct name *array_, uint32_t index_)                 \
	{                                                                                          \
		uint32_t last_ = array_->TARN_PK_BASE_.count - 1;                                  \
		LIST(TARN_PK_NOTHING_, TARN_PK_NOTHING_, TARN_PK_SPARSE_DROP_)                     \
		if (!tarn_packed_deactivate(&array_->TARN_PK_BASE_, index_))                       \
			return false;                                                              \
		LIST(TARN_PK_SHIFT_, TARN_PK_SWAP_, TARN_PK_NOTHING_)                              \
		if (TARN_HARDEN >= 2)                                                              \
			tarn_packed_bury(&array_->TARN_PK_BASE_, &name##_type_, last_);            \
		(void)last_;                                                                       \
		return true;                                                                       \
	}                                                                                          \
	TARN_PK_MADE_ void name##_clear(struct name *array_)                                       \
	{                                                                                          \
		while (array_->TARN_PK_BASE_.count &&                                              \
		       name##_deactivate(array_, array_->TARN_PK_BASE_.count - 1))                 \
			;                                                                          \
	}                                                                                          \
	TARN_PK_MADE_ void name##_trade_(struct name *array_, uint32_t index_, uint32_t last_)     \
	{                                                                                          \
		LIST(TARN_PK_SWAP_, TARN_PK_SWAP_, TARN_PK_NOTHING_)                               \
		(void)array_, (void)index_, (void)last_;                                           \
	}                                                                                          \
	TARN_PK_MADE_ bool name##_swap(struct name *array_, uint32_t index_, uint32_t last_)       \
	{                                                                                          \
		if (!tarn_packed_swap(&array_->TARN_PK_BASE_, index_, last_))                      \
			return false;                                                              \
		name##_trade_(array_, index_, last_);                                              \
		return true;                                                                       \
	}                                                                                          \
	TARN_PK_MADE_ bool name##_before_(const void *order_, uint32_t i_, uint32_t j_)            \
	{                                                                                          \
		const struct name##_order_ *order = (const struct name##_order_ *)order_;          \
		return order->before(order->array, i_, j_);                                        \
	}                                                                                          \
	TARN_PK_MADE_ void name##_sort(struct name *array_,                                        \
				       bool (*before_)(const struct name *, uint32_t, uint32_t))   \
	{                                                                                          \
		const struct name##_order_ order_ = {array_, before_};                             \
		if (!tarn_packed_sort(&array_->TARN_PK_BASE_, name##_before_, &order_))            \
			return;                                                                    \
		for (uint32_t index_ = 0; index_ < array_->TARN_PK_BASE_.count; index_++) {        \
			uint32_t last_;                                                            \
			while ((last_ = tarn_packed_settle(&array_->TARN_PK_BASE_, index_)) !=     \
			       index_)                                                             \
				name##_trade_(array_, index_, last_);                              \
		}                                                                                  \
	}                                                                                          \
	TARN_PK_MADE_ name##_handle name##_handle_of(const struct name *array_, uint32_t index_)   \
	{                                                                                          \
		name##_handle handle_ = {0, 0};                                                    \
		if (index_ < array_->TARN_PK_BASE_.count) {                                        \
			handle_.slot = array_->TARN_PK_BASE_.owner[index_];                        \
			handle_.generation = array_->TARN_PK_BASE_.slot[handle_.slot].generation;  \
		}                                                                                  \
		return handle_;                                                                    \
	}                                                                                          \
	TARN_PK_MADE_ uint32_t name##_index(const struct name *array_, name##_handle handle_)      \
	{                                                                                          \
		return tarn_packed_index(&array_->TARN_PK_BASE_, handle_.slot,                     \
					 handle_.generation);                                      \
	}                                                                                          \
	TARN_PK_MADE_ uint64_t name##_number(name##_handle handle_)                                \
	{                                                                                          \
		return (uint64_t)handle_.generation << 32 | handle_.slot;                          \
	}                                                                                          \
	TARN_PK_MADE_ name##_handle name##_of_number(uint64_t word_)                               \
	{                                                                                          \
		name##_handle handle_ = {(uint32_t)word_, (uint32_t)(word_ >> 32)};                \
		return handle_;                                                                    \
	}                                                                                          \
	TARN_PK_MADE_ uint32_t name##_check(const struct name *array_)                             \
	{                                                                                          \
		uint32_t broken_ = tarn_packed_check(&array_->TARN_PK_BASE_, &name##_type_);       \
		LIST(TARN_PK_NOTHING_, TARN_PK_NOTHING_, TARN_PK_SPARSE_CHECK_)                    \
		return broken_;                                                                    \
	}                                                                                          \
	TARN_FUNCTIONS_END_                                                                        \
	struct name

#define TARN_PK_MADE_ static inline __attribute__((__unused__))
#define TARN_PK_NOTHING_(...)
#define TARN_PK_COUNT_(...) +1

/* LIST once more, with words before the arguments of each column: COLUMN(type, field) becomes
 * column_(words, type, field). While LIST is expanded, a macro of LIST cannot be called with the
 * words. So the first scan puts the call together, and a second scan makes it. cppcheck needs a
 * third scan. */
#define TARN_PK_EACH_WITH_(LIST, column_, keep_, sparse_, ...)                                     \
	TARN_PK_SCAN_(LIST(TARN_PK_WITH_(column_, __VA_ARGS__), TARN_PK_WITH_(keep_, __VA_ARGS__), \
			   TARN_PK_WITH_(sparse_, __VA_ARGS__)))
#define TARN_PK_WITH_(what_, ...) \
	what_ TARN_PK_LATER_ TARN_PK_LATER_()() TARN_PK_OPENS_ __VA_ARGS__, TARN_PK_CLOSES_
#define TARN_PK_LATER_()
#define TARN_PK_OPENS_       (
#define TARN_PK_CLOSES_(...) __VA_ARGS__)
#define TARN_PK_SCAN_(...)   TARN_PK_SCAN_2_(__VA_ARGS__)
#define TARN_PK_SCAN_2_(...) TARN_PK_SCAN_3_(__VA_ARGS__)
#define TARN_PK_SCAN_3_(...) __VA_ARGS__

/* Refuses two columns of one name. The message has the name of the array. */
#define TARN_PK_NAME_(name, type, field) name##_column_##field,
#define TARN_PK_SPARSE_NAME_(name, type, field, most_) \
	name##_column_##field, name##_most_##field = (most_),

/* One of each column. Everything else derives from it, so a type that does not exist is one error,
 * here. A type that is refused is char from then on. */
#define TARN_PK_FIXED_(name, type, field) \
	TARN_PLAIN_(name##_##field, #name ": column " #field ": ", type)
#define TARN_PK_SPARSE_FIXED_(name, type, field, most) TARN_PK_FIXED_(name, type, field)
#define TARN_PK_ONE_(name, type, field) \
	TARN_UNLESS_(name##_##field##_fixed_, name##_##field##_said_) field;
#define TARN_PK_SPARSE_ONE_(name, type, field, most) TARN_PK_ONE_(name, type, field)
#define TARN_PK_IN_(name, field)                     (((struct name##_row_ *)0)->field)

#define TARN_PK_RIGHT_(name, type, field)                                                        \
	enum { name##_array_##field = TARN_ARRAY_(TARN_PK_IN_(name, field)) };                   \
	enum { name##_empty_##field = !TARN_PK_SIZE_(TARN_PK_IN_(name, field)) };                \
	_Static_assert(!name##_array_##field,                                                    \
		       #name ": column " #field ": its type is an array: put it into a struct"); \
	_Static_assert(!name##_empty_##field, #name ": column " #field ": its type has no bytes");
#define TARN_PK_SPARSE_RIGHT_(name, type, field, most)                                    \
	TARN_PK_RIGHT_(name, type, field)                                                 \
	_Static_assert(name##_most_##field > 0 && name##_most_##field <= TARN_PACKED_MAX, \
		       #name ": SPARSE " #field ": 1 to TARN_PACKED_MAX components, not " #most);
#define TARN_PK_TYPE_OF_(name, field) \
	TARN_UNLESS_(name##_array_##field || name##_empty_##field, TARN_PK_IN_(name, field))

/* The memory that TARN_PACKED_DEFINE reserves, and an array that has it. */
#define TARN_PK_DEFINE_(name, LIST, capacity_, section_)                                           \
	enum { name##_capacity = (capacity_) };                                                    \
	_Static_assert(name##_capacity > 0 && name##_capacity <= TARN_PACKED_MAX,                  \
		       #name ": a capacity is 1 to TARN_PACKED_MAX, not " #capacity_);             \
	_Static_assert(name##_columns_ == 0 LIST(TARN_PK_COUNT_, TARN_PK_COUNT_, TARN_PK_COUNT_),  \
		       #name ": " #LIST " is not what TARN_PACKED_DECLARE has");                   \
	TARN_PK_EACH_WITH_(LIST, TARN_PK_NOTHING_, TARN_PK_NOTHING_, TARN_PK_SPARSE_FITS_, name)   \
	static struct {                                                                            \
		struct tarn_packed_slot tarn_slot_[TARN_PK_ROOM_(name##_capacity)];                \
		uint32_t tarn_owner_[TARN_PK_ROOM_(name##_capacity)];                              \
		TARN_PK_EACH_WITH_(LIST, TARN_PK_HOME_, TARN_PK_HOME_, TARN_PK_SPARSE_HOME_, name) \
	} name##_home_ section_;                                                                   \
	struct name name = {{.capacity = TARN_PK_ROOM_(name##_capacity),                           \
			     .slot = name##_home_.tarn_slot_,                                      \
			     .owner = name##_home_.tarn_owner_,                                    \
			     .label = #name},                                                      \
			    TARN_PK_EACH_WITH_(LIST, TARN_PK_AT_HOME_, TARN_PK_AT_HOME_,           \
					       TARN_PK_SPARSE_AT_HOME_, name)}

/* 1 for a count that is refused, so that there is one error. */
#define TARN_PK_ROOM_(count_) ((count_) > 0 && (count_) <= TARN_PACKED_MAX ? (count_) : 1)
#define TARN_PK_SPARSE_FITS_(name, type, field, most)                                            \
	_Static_assert(name##_capacity <= 0 || (int)name##_most_##field <= (int)name##_capacity, \
		       #name ": SPARSE " #field ": " #most " components, and fewer elements");
#define TARN_PK_HOME_(name, type, field)                                                      \
	_Alignas(TARN_PK_ALIGN_(TARN_PK_TYPE_OF_(name, field))) TARN_PK_TYPE_OF_(name, field) \
		field[TARN_PK_ROOM_(name##_capacity)];
#define TARN_PK_SPARSE_HOME_(name, type, field, most)                                         \
	struct {                                                                              \
		uint32_t place[TARN_PK_ROOM_(name##_capacity)];                               \
		uint32_t owner[TARN_PK_ROOM_(name##_most_##field)];                           \
		_Alignas(TARN_PK_ALIGN_(TARN_PK_TYPE_OF_(name, field)))                       \
			TARN_PK_TYPE_OF_(name, field) at[TARN_PK_ROOM_(name##_most_##field)]; \
	} field;
#define TARN_PK_AT_HOME_(name, type, field) .field = name##_home_.field,
#define TARN_PK_SPARSE_AT_HOME_(name, type, field, most_)          \
	.field = {{.most = name##_most_##field,                    \
		   .bytes = sizeof(TARN_PK_TYPE_OF_(name, field)), \
		   .place = name##_home_.field.place,              \
		   .owner = name##_home_.field.owner,              \
		   .data = name##_home_.field.at},                 \
		  name##_home_.field.at},

/* The sizing law for bytes and alignments. TYPE takes a type, the other one of that type. */
#define TARN_PK_ALIGNED_(align) ((align) > 8 ? (align) : 8)
#define TARN_PK_MOST_BYTES_(bytes, align, most) \
	(16 + UINT64_C(1) * (most) * (sizeof(uint32_t) + (bytes)) + (align))
#define TARN_PK_SIZE_(one)  sizeof(__typeof__(one))
#define TARN_PK_ALIGN_(one) TARN_PK_ALIGNED_(_Alignof(__typeof__(one)))

#define TARN_PK_MOST_(one, most) TARN_PK_MOST_BYTES_(TARN_PK_SIZE_(one), TARN_PK_ALIGN_(one), most)

#define TARN_PK_EACH_SLOT_                      sizeof(struct tarn_packed_slot) + sizeof(uint32_t)
#define TARN_PK_ONCE_SLOT_                      16
#define TARN_PK_EACH_(type, field)              +TARN_PK_SIZE_(type)
#define TARN_PK_ONCE_(type, field)              +TARN_PK_ALIGN_(type)
#define TARN_PK_SPARSE_EACH_(...)               +sizeof(uint32_t)
#define TARN_PK_SPARSE_ONCE_(type, field, most) +TARN_PK_MOST_(type, most)
#define TARN_PK_EACH_IN_(name, type, field)     +TARN_PK_SIZE_(TARN_PK_IN_(name, field))
#define TARN_PK_ONCE_IN_(name, type, field)     +TARN_PK_ALIGN_(TARN_PK_IN_(name, field))
#define TARN_PK_SPARSE_ONCE_IN_(name, type, field, most) \
	+TARN_PK_MOST_(TARN_PK_IN_(name, field), name##_most_##field)
#define TARN_PK_LAYOUT_(name)                                                                \
	((sizeof(name##_each_) * 65521 + sizeof(name##_once_) * 257 + sizeof(struct name)) & \
	 INT32_MAX)
#define TARN_PK_FIELD_(name, type, field) TARN_PK_TYPE_OF_(name, field) * field;
#define TARN_PK_ROW_(name, type, field)                                                        \
	{TARN_PK_SIZE_(TARN_PK_IN_(name, field)), TARN_PK_ALIGN_(TARN_PK_IN_(name, field)), 0, \
	 false},
#define TARN_PK_KEPT_ROW_(name, type, field)                                                   \
	{TARN_PK_SIZE_(TARN_PK_IN_(name, field)), TARN_PK_ALIGN_(TARN_PK_IN_(name, field)), 0, \
	 true},
#define TARN_PK_SPARSE_ROW_(name, type, field, most_)                                       \
	{TARN_PK_SIZE_(TARN_PK_IN_(name, field)), TARN_PK_ALIGN_(TARN_PK_IN_(name, field)), \
	 name##_most_##field, false},
/* The largest type of an alignment that every compiler moves by instructions of its own. */
#ifdef __ARM_ARCH_6M__
#define TARN_PK_INLINE_(align) ((align) == 4 ? 48 : (align))
#else
#define TARN_PK_INLINE_(align) ((align) >= 4 ? 64 : (align))
#endif
#define TARN_PK_SMALL_(one) (TARN_PK_SIZE_(one) <= TARN_PK_INLINE_(_Alignof(__typeof__(one))))
#define TARN_PK_SHIFT_(type, field)                                             \
	if (TARN_PK_SMALL_(array_->field[0]))                                   \
		array_->field[index_] = array_->field[last_];                   \
	else                                                                    \
		tarn_column_move(&array_->field[index_], &array_->field[last_], \
				 TARN_PK_SIZE_(array_->field[0]));
#define TARN_PK_SWAP_(type, field)                                              \
	if (TARN_PK_SMALL_(array_->field[0])) {                                 \
		__typeof__(array_->field[0]) held_ = array_->field[index_];     \
		array_->field[index_] = array_->field[last_];                   \
		array_->field[last_] = held_;                                   \
	} else {                                                                \
		tarn_column_swap(&array_->field[index_], &array_->field[last_], \
				 TARN_PK_SIZE_(array_->field[0]));              \
	}
#define TARN_PK_SPARSE_FIELD_(name, type, field, most) \
	struct {                                       \
		struct tarn_sparse set;                \
		TARN_PK_TYPE_OF_(name, field) * at;    \
	} field;
#define TARN_PK_SPARSE_DROP_(type, field, most)      \
	if (!TARN_PK_QUIET_(&array_->TARN_PK_BASE_)) \
		return false;                        \
	tarn_sparse_drop(&array_->TARN_PK_BASE_, &array_->field.set, index_);
#define TARN_PK_SPARSE_CHECK_(type, field, most) \
	if (!broken_)                            \
		broken_ = tarn_sparse_check(&array_->TARN_PK_BASE_, &array_->field.set);

#ifdef __cplusplus /* TARN_FILE_SCOPE_ says what to write */
#undef TARN_PACKED_DECLARE
#undef TARN_PK_DEFINE_

#define TARN_PACKED_DECLARE(name, LIST) TARN_FILE_SCOPE_(name, "TARN_PACKED_DECLARE") struct name

#define TARN_PK_DEFINE_(name, LIST, capacity, section) struct name
#endif

#endif
