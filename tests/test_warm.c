/*
 * test_warm.c: what a program uses, recorded, built ahead, packed, and used again where nothing is compiled.
 */
#include "tests/kernels.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char manifest[300], packs[300];

/* Each case has a manifest of its own, and finds none: a process keeps in mind what it has recorded in one, and cases may
 * share it, or each be the first of a process of its own. */
static void begin(void)
{
    static int cases;

    snprintf(manifest, sizeof manifest, "%s/manifest-%d", cj_test_directory(), cases++);
    snprintf(packs, sizeof packs, "%s/used.pack", cj_test_directory());
    unlink(manifest);
    unlink(packs);
}

FIXTURE(begin, NULL)

/* An elementwise kernel, one with options and a header on disk, a reduction, and a module with a header in memory. */
static cujit_origin use_all(cujit_context *context)
{
    static const cujit_header headers[] = {{"two.h", "#define TWO 2\n"}};
    const char *const options[] = {"-DONE=1", "-I", cj_test_directory(), NULL};
    FILE *header = fopen(cj_test_path("%s/three.h", cj_test_directory()), "w");
    cujit_elementwise *kernel = NULL;
    cujit_reduction *reduction = NULL;
    cujit_module *module = NULL;
    cujit_report report;

    fputs("#define THREE 3\n", header);
    fclose(header);
    must(cujit_elementwise_create(context,
                                  &(cujit_elementwise_spec){.name = "six",
                                                            .arguments = "float *x",
                                                            .operation = "x[i] = ONE + 2 + THREE",
                                                            .preamble = "#include <three.h>\n",
                                                            .options = options},
                                  &kernel, &fault));
    cujit_elementwise_get_report(kernel, &report);
    cujit_elementwise_free(kernel);
    must(cujit_reduction_create(
        context, &(cujit_reduction_spec){.arguments = "const float *x", .neutral = "0", .reduce = "a + b"}, &reduction,
        &fault));
    cujit_reduction_free(reduction);
    must(cujit_module_create(
        context,
        &(cujit_module_spec){.source = "#include \"two.h\"\n"
                                       "template <class T> __global__ void put(T *x) { *x = TWO; }\n",
                             .name_expressions = (const char *const[]){"put<float>", NULL},
                             .headers = headers,
                             .header_count = 1},
        &module, &fault));
    cujit_module_free(module);
    return report.origin;
}

static cujit_context *recorded_on(const char *device)
{
    cujit_context *context;

    setenv("CUJIT_RECORD", manifest, 1);
    context = context_with(.device = device, .cache_directory = "");
    use_all(context);
    unsetenv("CUJIT_RECORD");
    return context;
}

static cujit_warm_result warm(const char *device, const char *directory, cujit_warm_visit visit, void *user)
{
    cujit_context *context = context_with(.device = device, .cache_directory = directory);
    cujit_warm_result result;

    must(cujit_warm(context, manifest, &(cujit_warm_options){.visit = visit, .user = user}, &result, &fault));
    cujit_context_free(context);
    return result;
}

static int add(void *user, const cujit_cache_entry *entry)
{
    must(cujit_pack_draft_add(user, entry, &fault));
    return 1;
}

static void add_id(cujit_pack_draft *draft, cujit_cache *cache, const char *id)
{
    must(cujit_cache_find(cache, id, add, draft, &fault));
}

typedef struct ids {
    char text[40][33];
    size_t count;
} ids;

static int note_id(void *user, const cujit_warm_kernel *kernel)
{
    ids *seen = user;

    ck_assert_ptr_null(kernel->error);
    ck_assert_uint_eq(kernel->done, seen->count + 1);
    ck_assert_uint_le(kernel->done, kernel->total);
    strcpy(seen->text[seen->count++], kernel->id);
    return 1;
}

/* What was warmed for an architecture becomes a pack at `packs`. */
static void pack(const char *directory, const ids *seen)
{
    cujit_pack_draft *draft = NULL;
    cujit_cache *cache = NULL;
    char *data = NULL;
    size_t size = 0;
    FILE *file;

    must(cujit_cache_open(directory, &cache, &fault));
    must(cujit_pack_draft_create(&draft, &fault));
    for (size_t k = 0; k < seen->count; k++)
        add_id(draft, cache, seen->text[k]);
    ck_assert_uint_eq(cujit_pack_draft_count(draft), seen->count);
    must(cujit_pack_draft_finish(draft, NULL, &data, &size, &fault));
    file = fopen(packs, "wb");
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    fclose(file);
    cujit_free(data);
    cujit_pack_draft_free(draft);
    cujit_cache_free(cache);
}

static char *folder(const char *name)
{
    return cj_test_path("%s/%s", cj_test_directory(), name);
}

static int count_hits(void *user, const cujit_cache_layer_stats *layer)
{
    ck_assert_str_eq(layer->kind, "pack");
    ck_assert_uint_eq(layer->damaged + layer->refused + layer->rejected, 0);
    *(uint64_t *)user += layer->hits;
    return 1;
}

/* For each kind of device: its own objects, and those that packs are made of. */
static const struct way {
    const char *device, *record_on, *target;
    bool runs;
} ways[] = {{"host", "host", "x86-64-v3", true}, {"host", "host", "host", true}, {"cuda", "sm_90", "sm_90", false}};

TEST_EACH(what_was_recorded_is_built_ahead_packed_and_used, COUNT(ways))
{
    const struct way *way = &ways[_i];
    const char *const paths[] = {packs, NULL};
    cujit_warm_result result;
    cujit_cache_stats stats;
    cujit_context *context;
    uint64_t hits = 0;
    ids seen = {.count = 0};

    if (strncmp(getenv("CUJIT_DEVICE"), way->device, 4) != 0)
        return;
    if (strcmp(way->target, "x86-64-v3") == 0)
        setenv("CUJIT_HOST_FLAGS", "", 1); /* whoever sets flags gets nothing from packs of that kind */
    recorded_on(way->record_on);
    result = warm(way->target, folder("warm"), note_id, &seen);
    ck_assert_uint_eq(result.total, 3);
    ck_assert_uint_eq(result.built, 3);
    ck_assert_uint_eq(result.failed + result.skipped + result.found, 0);
    ck_assert_uint_eq(seen.count, 3);
    result = warm(way->target, folder("warm"), NULL, NULL);
    ck_assert_uint_eq(result.found, 3);
    ck_assert_uint_eq(result.built, 0);
    pack(folder("warm"), &seen);

    context = context_with(.device = way->record_on, .cache_directory = "", .packs = paths, .no_compile = 1);
    ck_assert_int_eq(use_all(context), CUJIT_ORIGIN_DISK);
    cujit_context_list_cache_layers(context, count_hits, &hits);
    ck_assert_uint_eq(hits, 3);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_uint_eq(stats.layer_hits, 3);
    ck_assert_uint_eq(stats.misses + stats.stores, 0);
}

static int fetches, publishes;

static void fetch(void *user, const cujit_tier_key *key, cujit_tier_take take, void *sink)
{
    (void)user, (void)key, (void)take, (void)sink;
    fetches++;
}

static void publish(void *user, const cujit_tier_key *key, const void *entry, size_t size)
{
    (void)user, (void)size;
    publishes += entry != NULL && !key->compiled;
}

TEST(a_place_that_is_asked_first_is_told_of_what_packs_have)
{
    const cujit_tier tier = {.fetch = fetch, .publish = publish, .first = 1};
    const char *const paths[] = {packs, NULL};
    ids seen = {.count = 0};

    if (strcmp(getenv("CUJIT_DEVICE"), "host") != 0)
        return;
    setenv("CUJIT_HOST_FLAGS", "", 1);
    recorded_on("host");
    warm("x86-64-v3", folder("warm"), note_id, &seen);
    pack(folder("warm"), &seen);
    ck_assert_int_eq(use_all(context_with(.cache_directory = "", .packs = paths, .tier = &tier)), CUJIT_ORIGIN_DISK);
    ck_assert_int_eq(fetches, 3);
    ck_assert_int_eq(publishes, 3);
}

TEST(missing_kernel_is_named_with_its_whole_key)
{
    cujit_context *context = context_with(.cache_directory = "", .no_compile = 1);
    cujit_elementwise *kernel = NULL;
    const cujit_elementwise_spec spec = {.name = "missing",
                                         .arguments = "float *x",
                                         .operation = "x[i] = 1",
                                         .options = (const char *[]){"-DX=1", NULL}};

    refuse(cujit_elementwise_create(context, &spec, &kernel, &fault), CUJIT_ERROR_NOT_COMPILED, "\"missing\"");
    must(cujit_elementwise_create(context_with(.cache_directory = ""), &spec, &kernel, &fault));
    cujit_elementwise_free(kernel);
    setenv("CUJIT_NO_COMPILE", "1", 1);
    setenv("CUJIT_RECORD", manifest, 1); /* what is missing is recorded, too */
    refuse(cujit_elementwise_create(context_with(.cache_directory = ""), &spec, &kernel, &fault),
           CUJIT_ERROR_NOT_COMPILED, "options \"-DX=1");
    unsetenv("CUJIT_RECORD");
    setenv("CUJIT_NO_COMPILE", "0", 1);
    context = context_with(.cache_directory = "");
    must(cujit_warm(context, manifest, NULL, NULL, &fault));
    must(cujit_elementwise_create(context, &spec, &kernel, &fault));
    cujit_elementwise_free(kernel);
}

/* Twice the same, and by two processes: written once. */
TEST(recording_again_adds_nothing)
{
    cujit_context *context = recorded_on(NULL);
    struct stat before, after;

    ck_assert_int_eq(stat(manifest, &before), 0);
    cujit_context_free(context);
    recorded_on(NULL);
    ck_assert_int_eq(stat(manifest, &after), 0);
    ck_assert_int_eq(before.st_size, after.st_size);
}

TEST(each_manifest_has_what_was_used_since_it_was_named)
{
    struct stat first, second;

    recorded_on(NULL);
    ck_assert_int_eq(stat(manifest, &first), 0);
    snprintf(manifest, sizeof manifest, "%s/another", cj_test_directory());
    unlink(manifest);
    recorded_on(NULL);
    ck_assert_int_eq(stat(manifest, &second), 0);
    ck_assert_int_eq(first.st_size, second.st_size);
}

TEST(recording_that_fails_is_trouble_and_no_error)
{
    cujit_context *context;
    cujit_cache_stats stats;

    snprintf(manifest, sizeof manifest, "/nowhere/manifest");
    context = recorded_on(NULL);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_msg(strstr(stats.trouble, "not recorded") != NULL, "%s", stats.trouble);
}

/* What is recorded behind a part of a kernel could not be read. */
TEST(part_of_a_kernel_is_not_left)
{
    cujit_context *context = recorded_on(NULL);
    struct rlimit before, little;
    struct stat whole, after;
    cujit_elementwise *kernel = NULL;

    ck_assert_int_eq(stat(manifest, &whole), 0);
    cujit_context_free(context);
    context = context_with(.cache_directory = "", .no_compile = 1);
    setenv("CUJIT_RECORD", manifest, 1);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    little = (struct rlimit){(rlim_t)whole.st_size + 20, before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
    refuse(cujit_elementwise_create(
               context, &(cujit_elementwise_spec){.arguments = "float *x", .operation = "x[i] = 11"}, &kernel, &fault),
           CUJIT_ERROR_NOT_COMPILED, "");
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    unsetenv("CUJIT_RECORD");
    ck_assert_int_eq(stat(manifest, &after), 0);
    ck_assert_int_eq(whole.st_size, after.st_size);
}

static int stop(void *user, const cujit_warm_kernel *kernel)
{
    ++*(int *)user;
    return kernel->done < 1;
}

TEST(visitor_ends_it)
{
    int calls = 0;

    recorded_on(NULL);
    warm(NULL, "", stop, &calls);
    ck_assert_int_eq(calls, 1);
}

/* ---- Manifests that are none, and kernels that do not compile ---- */

static void write_manifest(const char *text)
{
    FILE *file = fopen(manifest, "w");

    fputs(text, file);
    fclose(file);
}

TEST(wrong_manifests_are_refused_with_the_line)
{
    static const struct {
        const char *text, *part;
    } rows[] = {
        {"something", "line 1: this is no manifest of kernels"},
        {"cujit manifest 1", "line 1: this is no manifest of kernels"},
        {"cujit manifest 2\n", "line 1: it is of another version of the library, which wrote \"cujit manifest 2\""},
        {"cujit manifest 1\r\nkernel k\r\n", "line 1: its lines end with CR LF"},
        {"cujit manifest 1\nkernel 1x\nend\n", "line 2: the kernel's name \"1x\" is no identifier"},
        {"cujit manifest 1\nwhat\n", "line 2: expected \"kernel NAME\", not \"what\""},
        {"cujit manifest 1\nkernel k\ndevice host\n", "line 3: the file ends within kernel \"k\""},
        {"cujit manifest 1\nkernel k\ndevice host\nend\n", "line 4: kernel \"k\" has no source"},
        {"cujit manifest 1\nkernel k\nsource 1\nx\nend\n", "line 5: kernel \"k\" has no device"},
        {"cujit manifest 1\nkernel k\ndevice host\nsource 99\nx\nend\n",
         "line 4: kernel \"k\", \"source 99\": the file ends before that many bytes"},
        {"cujit manifest 1\nkernel k\ndevice host\nsource 1\nxyz\nend\n",
         "line 4: kernel \"k\", \"source 1\": the text is not"},
        {"cujit manifest 1\nkernel k\ndevice host\nsource 18446744073709551615\nx\nend\n", "that many bytes"},
        {"cujit manifest 1\nkernel k\ndevice host\nsource 99999999999999999999\nx\nend\n", "that many bytes"},
        {"cujit manifest 1\nkernel k\ndevice host\nsource -1\nx\nend\n", "\"source -1\": expected a number of bytes"},
        {"cujit manifest 1\nkernel k\ndevice host\ncolour red\nend\n",
         "line 4: kernel \"k\", \"colour red\": this is not"},
        {"cujit manifest 1\nkernel k\ndevice host\nfeatures 4294967295\nsource 1\nx\nend\n", "not understood"},
        {"cujit manifest 1\nkernel k\ndevice host\nheader 6\n/etc/x\ntext 1\nx\nsource 1\nx\nend\n", "not understood"},
        {"cujit manifest 1\nkernel k\ndevice host\nheader 1\nx\nsource 1\nx\nend\n", "header \"x\" has no text"},
        {"cujit manifest 1\nkernel k\ndevice host\nfunction 1\nx\nsource 1\nx\nend\n", "not understood"},
        {"cujit manifest 1\nkernel k\ndevice host\nmodule 1\nmodule 1\nsource 1\nx\nend\n", "not understood"},
        {"cujit manifest 1\nkernel k\ndevice host\nalone\n", "a word and a value, not \"alone\""},
    };
    cujit_context *context = context_with(.cache_directory = "");

    for (size_t k = 0; k < COUNT(rows); k++) {
        write_manifest(rows[k].text);
        refuse(cujit_warm(context, manifest, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, rows[k].part);
    }
    refuse(cujit_warm(context, "/nowhere", NULL, NULL, &fault), CUJIT_ERROR_IO, "No such file");
    refuse(cujit_warm(context, cj_test_directory(), NULL, NULL, &fault), CUJIT_ERROR_IO, "no regular file");
    refuse(cujit_warm(context, "/dev/zero", NULL, NULL, &fault), CUJIT_ERROR_IO, "no regular file");
    refuse(cujit_warm(NULL, manifest, NULL, NULL, &fault), CUJIT_ERROR_INVALID_ARGUMENT, "context is NULL");
    write_manifest("");
    must(cujit_warm(context, manifest, NULL, NULL, &fault));
}

/* As people put them together, with `cat` or by hand. */
TEST(manifests_behind_each_other_are_one)
{
    static const char text[] = "cujit manifest 1\nkernel k\ndevice other\nsource 1\nx\nend\n\n\n"
                               "cujit manifest 1\nkernel l\ndevice other\nsource 1\nx\nend\n\n"
                               "kernel m\ndevice other\nsource 1\nx\nend\n\n";
    cujit_context *context = context_with(.cache_directory = "");
    cujit_warm_result result;

    write_manifest(text);
    must(cujit_warm(context, manifest, NULL, &result, &fault));
    ck_assert_uint_eq(result.skipped, 3);
}

/* Whoever gives a wrong name keeps what is in the file. */
TEST(recording_leaves_files_alone_that_are_no_manifests)
{
    static const char text[] = "notes of somebody\n";
    char found[100] = "";
    cujit_cache_stats stats;
    cujit_context *context;
    FILE *file;

    write_manifest(text);
    context = recorded_on(NULL);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_msg(strstr(stats.trouble, "kernels are not recorded") != NULL, "%s", stats.trouble);
    ck_assert_msg(strstr(stats.trouble, "line 1: this is no manifest") != NULL, "%s", stats.trouble);
    file = fopen(manifest, "r");
    ck_assert_uint_eq(fread(found, 1, sizeof found, file), sizeof text - 1);
    ck_assert_str_eq(found, text);
    fclose(file);
}

static int note_failure(void *user, const cujit_warm_kernel *kernel)
{
    if (kernel->error == NULL)
        return 1;
    ck_assert_str_eq(kernel->name, "bad");
    ck_assert_int_eq(kernel->error->status, CUJIT_ERROR_COMPILE);
    ++*(int *)user;
    return 1;
}

TEST(kernels_that_do_not_compile_are_listed_and_others_built)
{
    const bool host = strcmp(getenv("CUJIT_DEVICE"), "host") == 0;
    static const char good[] = "extern \"C\" __global__ void good(int *x) {}";
    char text[600];
    cujit_warm_result result;
    int failures = 0;

    snprintf(text, sizeof text,
             "cujit manifest 1\n"
             "kernel bad\ndevice %s\nfeatures 0\nsource 13\nno C++ at all\nend\n"
             "kernel good\ndevice %s\nfeatures 0\nsource %zu\n%s\nend\n"
             "kernel other\ndevice %s\nfeatures 0\nsource 1\n \nend\n",
             host ? "host" : "cuda", host ? "host" : "cuda", strlen(good), good, host ? "cuda" : "host");
    write_manifest(text);
    result = warm(NULL, "", note_failure, &failures);
    ck_assert_uint_eq(result.total, 2);
    ck_assert_uint_eq(result.built, 1);
    ck_assert_uint_eq(result.failed, 1);
    ck_assert_uint_eq(result.skipped, 1);
    ck_assert_int_eq(failures, 1);
}

static int note_place(void *user, const cujit_warm_kernel *kernel)
{
    ck_assert_ptr_nonnull(kernel->error);
    ck_assert_str_eq(kernel->error->part, "operation");
    ck_assert_int_eq(kernel->error->line, 2);
    ck_assert_msg(strstr(kernel->error->excerpt, "x[0] = y;\n") != NULL, "%s", kernel->error->excerpt);
    ++*(int *)user;
    return 1;
}

/* Its text is a generated one, in which the user's own is marked. */
TEST(what_does_not_compile_is_shown_in_the_users_text)
{
    static const char source[] = "extern \"C\" __global__ void k(int *x)\n{\n"
                                 "#line 1 \"operation\"\n"
                                 "x[1] = 2;\nx[0] = y;\n"
                                 "#line 3 \"k.cu\"\n}\n";
    char text[400];
    int failures = 0;

    snprintf(text, sizeof text, "cujit manifest 1\nkernel k\ndevice %s\nfeatures 0\nsource %zu\n%s\nend\n",
             strcmp(getenv("CUJIT_DEVICE"), "host") == 0 ? "host" : "cuda", strlen(source), source);
    write_manifest(text);
    warm(NULL, "", note_place, &failures);
    ck_assert_int_eq(failures, 1);
}

/* ---- Packs that a context cannot use ---- */

TEST(packs_that_cannot_be_used_are_trouble_and_no_error)
{
    const char *const paths[] = {"/nowhere/some.pack", NULL};
    const char *const keys[] = {"no key", NULL};
    cujit_context *context = context_with(.cache_directory = "", .packs = paths), *none = NULL;
    cujit_cache_stats stats;

    cujit_context_get_cache_stats(context, &stats);
    ck_assert_msg(strstr(stats.trouble, "/nowhere/some.pack is not used") != NULL, "%s", stats.trouble);
    context = context_with(.cache_directory = "", .pack_data = "abc", .pack_size = 3);
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_msg(strstr(stats.trouble, "in memory is not used: it is no pack") != NULL, "%s", stats.trouble);
    setenv("CUJIT_CACHE_PACKS", "/also/nowhere.pack:", 1);
    context = context_with(.cache_directory = "");
    cujit_context_get_cache_stats(context, &stats);
    ck_assert_msg(strstr(stats.trouble, "/also/nowhere.pack") != NULL, "%s", stats.trouble);
    refuse(cujit_context_create(&(cujit_context_options){.trusted_keys = keys}, &none, &fault),
           CUJIT_ERROR_INVALID_ARGUMENT, "\"no key\"");
}
