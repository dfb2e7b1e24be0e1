/* SPDX-License-Identifier: MIT
 * The urgent tick from alarm 0 of an RP2040's timer, at PORT_URGENT_AT (RP2040 data sheet, 4.6).
 * The timer counts microseconds. An alarm fires once, when the lower 32 bits of the timer are equal
 * to its own. */
#include "tick.h"

#define TIMER(offset) (*(volatile uint32_t *)(PORT_URGENT_AT + (offset)))
#define ALARM0        TIMER(0x10)
#define ARMED         TIMER(0x20)
#define TIMERAWL      TIMER(0x28)
#define INTR          TIMER(0x34)
#define INTE          TIMER(0x38)

#define ALARM_0 1u

static uint32_t urgent_period;

/* If the time is over when the alarm is set, the alarm fires only 71 minutes later. So the loop
 * sets it again. */
static void set_alarm(void)
{
	uint32_t at;

	do {
		at = TIMERAWL + urgent_period;
		ALARM0 = at;
	} while (ARMED & ALARM_0 && (int32_t)(TIMERAWL - at) > 0);
}

void port_urgent_interrupt(void)
{
	INTR = ALARM_0;
	set_alarm();
	urgent_served();
}

void urgent_source_run(uint32_t period_us)
{
	urgent_period = period_us ? period_us : 1;
	INTE = ALARM_0;
	set_alarm();
}

void urgent_source_halt(void)
{
	INTE = 0;
	ARMED = ALARM_0; /* a write disarms the alarm */
	INTR = ALARM_0;
}
