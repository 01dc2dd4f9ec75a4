/*
 * standard_headers.c: see standard_headers.h.
 */
#include "libjit/syntax/standard_headers.h"

#include "libjit/base/text.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
#define EMPTY(name) {name, CJ_HEADER_EMPTY, ""}
#define REFUSED(name) {name, CJ_HEADER_REFUSED, NULL}
#define TYPES(name) {name, CJ_HEADER_TYPES, LIBRARY "#include <cuda/std/" name ">\n"}
#define LIBRARY                                                                                                        \
    "#ifndef CUJIT_STD_HEADERS\n#define CUJIT_STD_HEADERS\nnamespace cuda { namespace std {} }\n"                      \
    "namespace std { using namespace cuda::std; }\n#endif\n"

/* What of pycuda-complex.hpp is there is a part of the complex prelude. Of those that are refused the compiler's own
 * headers among the others include none. */
const cj_standard_header cj_standard_headers[] = {
    EMPTY("assert.h"), EMPTY("cassert"), EMPTY("cfloat"), EMPTY("climits"), EMPTY("cmath"), EMPTY("cstddef"),
    EMPTY("cstdint"), EMPTY("cstdio"), EMPTY("cstdlib"), EMPTY("cstring"), EMPTY("ctime"), EMPTY("float.h"),
    EMPTY("inttypes.h"), EMPTY("limits.h"), EMPTY("math.h"), EMPTY("pycuda-complex.hpp"), EMPTY("stdbool.h"),
    EMPTY("stddef.h"), EMPTY("stdint.h"), EMPTY("stdio.h"), EMPTY("stdlib.h"), EMPTY("string.h"), EMPTY("time.h"),
    TYPES("array"), TYPES("bit"), TYPES("concepts"), TYPES("initializer_list"), TYPES("limits"), TYPES("tuple"),
    TYPES("type_traits"), TYPES("utility"), TYPES("version"),
    REFUSED("algorithm"), REFUSED("any"), REFUSED("atomic"), REFUSED("barrier"), REFUSED("bitset"), REFUSED("cctype"),
    REFUSED("cerrno"), REFUSED("cfenv"), REFUSED("charconv"), REFUSED("chrono"), REFUSED("cinttypes"),
    REFUSED("clocale"), REFUSED("complex"), REFUSED("complex.h"), REFUSED("condition_variable"), REFUSED("csetjmp"),
    REFUSED("csignal"), REFUSED("cstdarg"), REFUSED("ctype.h"), REFUSED("cuchar"), REFUSED("cwchar"),
    REFUSED("cwctype"), REFUSED("deque"), REFUSED("errno.h"), REFUSED("exception"), REFUSED("execution"),
    REFUSED("expected"), REFUSED("fenv.h"), REFUSED("filesystem"), REFUSED("format"), REFUSED("forward_list"),
    REFUSED("fstream"), REFUSED("functional"), REFUSED("future"), REFUSED("iomanip"), REFUSED("iostream"),
    REFUSED("istream"), REFUSED("iterator"), REFUSED("latch"), REFUSED("list"), REFUSED("locale"), REFUSED("locale.h"),
    REFUSED("map"), REFUSED("memory"), REFUSED("memory_resource"), REFUSED("mutex"), REFUSED("numbers"),
    REFUSED("numeric"), REFUSED("omp.h"), REFUSED("optional"), REFUSED("ostream"), REFUSED("print"),
    REFUSED("pthread.h"), REFUSED("queue"), REFUSED("random"), REFUSED("ranges"), REFUSED("ratio"), REFUSED("regex"),
    REFUSED("scoped_allocator"), REFUSED("semaphore"), REFUSED("set"), REFUSED("setjmp.h"), REFUSED("shared_mutex"),
    REFUSED("signal.h"), REFUSED("source_location"), REFUSED("span"), REFUSED("sstream"), REFUSED("stack"),
    REFUSED("stdarg.h"), REFUSED("stdatomic.h"), REFUSED("stdexcept"), REFUSED("stop_token"), REFUSED("streambuf"),
    REFUSED("string"), REFUSED("string_view"), REFUSED("system_error"), REFUSED("thread"), REFUSED("threads.h"),
    REFUSED("typeindex"), REFUSED("typeinfo"), REFUSED("unistd.h"), REFUSED("unordered_map"), REFUSED("unordered_set"),
    REFUSED("valarray"), REFUSED("variant"), REFUSED("vector"), REFUSED("wchar.h"), REFUSED("wctype.h"),
    {NULL, CJ_HEADER_EMPTY, NULL}};
/* clang-format on */

/* Where a name begins that a compiler says it cannot open: "cannot open source file "NAME"", "NAME: No such file",
 * "'NAME' file not found". */
static const char *missing_name(const char *message)
{
    static const char nvrtc[] = "cannot open source file \"";

    if (strncmp(message, nvrtc, sizeof nvrtc - 1) == 0)
        return message + sizeof nvrtc - 1;
    if (strstr(message, ": No such file or directory") != NULL)
        return message;
    return message[0] == '\'' && strstr(message, "' file not found") != NULL ? message + 1 : NULL;
}

const char *cj_missing_header_hint(const char *message)
{
    const char *name = missing_name(message);
    size_t length;

    /* "'NAME' is not a member of 'std'", "'std::NAME' has not been declared", "'NAME' in namespace 'std' does not name
     * a type", "no member named 'NAME' in namespace 'std'", "namespace "std" has no member "NAME"" */
    if (strstr(message, "is not a member of 'std'") != NULL || strncmp(message, "'std::", 6) == 0 ||
        strstr(message, "in namespace 'std'") != NULL || strstr(message, "namespace \"std\" has no") != NULL)
        return "; C's functions and types are there without std::";
    if (name == NULL)
        return NULL;
    length = strcspn(name, "\":'");
    for (const cj_standard_header *header = cj_standard_headers; header->name != NULL; header++)
        if (strlen(header->name) == length && memcmp(header->name, name, length) == 0)
            return "; " CJ_STANDARD_LIBRARY;
    return cj_starts_like(name, "cuda/ cub/ thrust/ nv/")
               ? "; CUDA's C++ libraries come with its toolkit, for GPUs only"
               : NULL;
}
