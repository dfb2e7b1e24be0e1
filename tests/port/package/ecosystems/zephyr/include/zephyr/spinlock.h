/* SPDX-License-Identifier: MIT */
#ifndef ZEPHYR_SPINLOCK_H
#define ZEPHYR_SPINLOCK_H
struct k_spinlock {
	int taken;
};
typedef struct {
	int key;
} k_spinlock_key_t;
extern unsigned long locks_taken;
k_spinlock_key_t k_spin_lock(struct k_spinlock *lock);
void k_spin_unlock(struct k_spinlock *lock, k_spinlock_key_t key);
#endif
