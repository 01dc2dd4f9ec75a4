/*
 * support.h: what every test program shares: its main, its temporary directory, its device.
 */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <cujit/cujit.h>

#include <check.h>

/* Exit code of a test program that has nothing to run on this machine. */
enum { CJ_TEST_SKIP = 77 };

/* Runs a suite and returns the exit code for main. The environment is made hermetic first: the kernel cache lies in the
 * program's own temporary directory. Each test runs in a process of its own, but on a GPU, which does not survive a
 * fork, all run in this one. */
int cj_test_main(Suite *suite);

/* An empty directory of this test program, removed when the program ends. */
const char *cj_test_directory(void);

/* A new context on $CUJIT_DEVICE. Ends the test with a failure where it cannot be made. */
cujit_context *cj_test_context(void);

/* The same on that device, or for that architecture ("sm_90", which needs no device), and without a cache on disk;
 * NULL: cj_test_context(). */
cujit_context *cj_test_target(const char *device);

/* Like cj_test_main, for suites that need the device: exits 77 at once where $CUJIT_DEVICE cannot be used here. */
int cj_test_device_main(Suite *suite);

/* The folder of the golden files. */
const char *cj_test_golden_folder(void);

/* Compares a generated source with golden/NAME.cu, byte for byte. With CUJIT_TEST_WRITE_GOLDEN=1 in the environment the
 * file is written instead, and the test fails. */
void cj_test_golden(const char *name, const char *source);

#endif
