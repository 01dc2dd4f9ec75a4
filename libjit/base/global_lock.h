/*
 * global_lock.h: the lock over what the whole process shares, which survives a fork.
 */
#ifndef LIBJIT_GLOBAL_LOCK_H
#define LIBJIT_GLOBAL_LOCK_H

/* For a few lines that call nothing which may take it too. */
void cj_global_lock_take(void);
void cj_global_lock_release(void);

#endif
