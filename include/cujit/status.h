/*
 * cujit/status.h: how a call ends, and what an error carries.
 *
 * Section 1 of the manual (<cujit/cujit.h>).
 */
#ifndef CUJIT_STATUS_H
#define CUJIT_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1 Errors -----------------------------------------------------------------------------------------------------
 *
 * A cujit_error (cujit/status.h) belongs to the caller. One that is {0} and handed to a chain of calls holds, in the
 * end, the one failure that stopped the chain. An error in the user's own text carries the place: which text (`part`),
 * line and column, and an excerpt with a caret; an error of a compiler carries the whole log and the generated source
 * too. cujit_error_format() puts what a person wants to read into one text.
 */

/* Every symbol that leaves the library carries this mark; all others are hidden. */
#if defined(__GNUC__)
#define CUJIT_API __attribute__((visibility("default")))
#else
#define CUJIT_API
#endif

/* A function one of whose structs may grow: inline in programs, over one that is told the struct's size
 * (cujit/sized.h). */
#define CUJIT_SIZED static inline

/*
 * One table for the codes, their names and their texts. The numbers are pinned: they never change meaning, and new
 * ones are added inside the group of their topic. X(name, number, text)
 */
#define CUJIT_STATUS_MAP(X)                                                                                            \
    X(CUJIT_OK, 0, "success")                                                                                          \
    /* 1 to 9: how the library was called */                                                                           \
    X(CUJIT_ERROR_INVALID_ARGUMENT, 1, "invalid argument")                                                             \
    X(CUJIT_ERROR_OUT_OF_MEMORY, 2, "out of host memory")                                                              \
    X(CUJIT_ERROR_UNSUPPORTED, 3, "not supported")                                                                     \
    X(CUJIT_ERROR_ARGUMENT_COUNT, 4, "wrong number of kernel arguments")                                               \
    X(CUJIT_ERROR_ARGUMENT_TYPE, 5, "kernel argument of the wrong kind or type")                                       \
    X(CUJIT_ERROR_ARGUMENT_SIZE, 6, "kernel argument of the wrong size or layout")                                     \
    X(CUJIT_ERROR_ARGUMENT_VALUE, 7, "kernel argument out of range")                                                   \
    X(CUJIT_ERROR_IO, 8, "input or output failed")                                                                     \
    X(CUJIT_ERROR_NOT_FOUND, 9, "no kernel or variable of that name")                                                  \
    /* 10 to 19: the user's text */                                                                                    \
    X(CUJIT_ERROR_SIGNATURE, 10, "error in the argument signature")                                                    \
    X(CUJIT_ERROR_SNIPPET, 11, "error in a code snippet")                                                              \
    X(CUJIT_ERROR_EXPRESSION, 12, "error in an expression")                                                            \
    /* 20 to 29: building */                                                                                           \
    X(CUJIT_ERROR_COMPILE, 20, "compilation failed")                                                                   \
    X(CUJIT_ERROR_NO_COMPILER, 21, "no compiler found")                                                                \
    X(CUJIT_ERROR_ARCHITECTURE, 22, "architecture not supported by the compiler")                                      \
    X(CUJIT_ERROR_NOT_COMPILED, 23, "kernel in no cache or pack, and not to be compiled")                              \
    X(CUJIT_ERROR_COMPILE_TIMEOUT, 24, "the compiler took too long")                                                   \
    X(CUJIT_ERROR_CANCELLED, 25, "cancelled")                                                                          \
    /* 30 to 39: devices */                                                                                            \
    X(CUJIT_ERROR_NO_DRIVER, 30, "no CUDA driver found")                                                               \
    X(CUJIT_ERROR_NO_DEVICE, 31, "no such device")                                                                     \
    X(CUJIT_ERROR_DRIVER_TOO_OLD, 32, "the CUDA driver is too old")                                                    \
    X(CUJIT_ERROR_DEVICE_MEMORY, 33, "out of device memory")                                                           \
    X(CUJIT_ERROR_LOAD, 34, "the device refused to load the kernel")                                                   \
    X(CUJIT_ERROR_LAUNCH, 35, "launch failed")                                                                         \
    X(CUJIT_ERROR_DEVICE, 36, "the device reported an error")                                                          \
    X(CUJIT_ERROR_DIVERGED_BARRIER, 37, "threads of a block wait at different barriers")                               \
    X(CUJIT_ERROR_FORKED, 38, "the context belongs to the parent process")                                             \
    /* 40 to 49: the kernel cache */                                                                                   \
    X(CUJIT_ERROR_CACHE, 40, "the kernel cache cannot be used")                                                        \
    X(CUJIT_ERROR_CACHE_ENTRY, 41, "no such entry in the kernel cache")

typedef enum cujit_status {
#define CUJIT_STATUS_ENUM(name, number, text) name = number,
    CUJIT_STATUS_MAP(CUJIT_STATUS_ENUM)
#undef CUJIT_STATUS_ENUM
} cujit_status;

/*
 * What went wrong, owned by the caller. Zero-initialise it ({0}), hand it to any number of calls, and clear it once in
 * the end. A call that succeeds leaves it as it is; a call that fails overwrites what an earlier failure left there.
 * Every function accepts NULL in its place.
 */
typedef struct cujit_error {
    cujit_status status; /* CUJIT_OK as long as nothing failed */
    int line, column;    /* 1-based place in the text named by `part`; 0 where there is none */
    const char *part;    /* the user's text at fault: "arguments", "operation", "preamble", "loop_prep",
                              "after_loop", "types", "source"; of expressions "functions"; of reductions and scans
                              "map", "reduce", "neutral", "post", "segment", "out_type", "accumulator", and
                              "more[0].map" and so on; the name or path of a header that one of them includes; NULL
                              where the error is not in a text. Valid until the error is cleared. */
    long vendor_code;    /* CUresult, nvrtcResult, errno or SQLite's code; 0 where there is none */
    const char *vendor;  /* "cuda", "nvrtc", "errno", "sqlite", "host compiler"; NULL where there is none. Static. */
    char message[512];   /* one sentence: what was tried, and why it failed; "" as long as nothing failed */
    char *excerpt;       /* the user's own line and below it a caret, ended by a newline; NULL where there is none */
    char *log;           /* the compiler's whole log; NULL where no compiler spoke */
    char *source;        /* the generated source that the log speaks of; NULL where there is none */
    void *more;          /* room for what later versions have to say; NULL */
} cujit_error;

/* The status's name as it is spelled in C, for instance "CUJIT_ERROR_SIGNATURE"; "CUJIT_ERROR_UNKNOWN" for any other
 * number. Static storage. */
CUJIT_API const char *cujit_status_name(cujit_status status);

/* The status in a few words, for instance "error in the argument signature". Static storage. */
CUJIT_API const char *cujit_status_text(cujit_status status);

/* Frees what an error carries and makes it {0} again. Accepts NULL, and an error that is clear already. */
CUJIT_API void cujit_error_clear(cujit_error *error);

/*
 * The whole error as a text to show to a person: the place ("operation:1:15:"), the message, and the excerpt with its
 * caret. Ends with a newline. The caller frees it with cujit_free(). Returns NULL where memory ran out or `error` is
 * NULL or clear.
 */
CUJIT_API char *cujit_error_format(const cujit_error *error);

/* Frees a text or buffer that the library handed to the caller. Accepts NULL. */
CUJIT_API void cujit_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
