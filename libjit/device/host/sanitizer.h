/*
 * sanitizer.h: CJ_ASAN or CJ_TSAN where this build runs under Address or Thread Sanitizer, which have to be told of
 * fibers and of code that comes and goes.
 */
#ifndef LIBJIT_HOST_SANITIZER_H
#define LIBJIT_HOST_SANITIZER_H

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define CJ_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define CJ_TSAN 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define CJ_ASAN 1
#endif
#ifdef __SANITIZE_THREAD__
#define CJ_TSAN 1
#endif

#endif
