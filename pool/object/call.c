/* SPDX-License-Identifier: MIT
 * The list of calls that have an object between hands. Inside the caller's lock window. */
#include "object.h"

void tarn_object_call_enter_(struct tarn_object_pool *pool, struct tarn_object_call *call,
			     enum tarn_object_reason reason)
{
	call->reason = reason;
	call->context = TARN_PORT_CONTEXT_HERE();
	call->before = pool->calls;
	pool->calls = call;
}

/* The list is searched, because threads leave in any order. */
void tarn_object_call_leave_(struct tarn_object_pool *pool, struct tarn_object_call *call)
{
	struct tarn_object_call **at = &pool->calls;

	while (*at != call)
		at = &(*at)->before;
	*at = call->before;
}
