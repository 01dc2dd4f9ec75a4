/*
 * test_loader.c: two copies of the library in one process (one linked, one that a plug-in brought along), which share
 * the dynamic loader: it takes two images for one where they have the same name. And where an image's pages are once it
 * is loaded.
 */
#include "tests/kernels.h"

/* The second copy, under names of its own. */
#define cj_load_image second_load_image
#define cj_is_image second_is_image
#define cj_image_holds second_image_holds
#include "libjit/device/host/loader.c" /* NOLINT(bugprone-suspicious-include) */
#undef cj_load_image
#undef cj_is_image
cujit_status cj_load_image(const void *data, size_t size, void **library, int *descriptor, cujit_error *error);

#include <link.h>

static int count_one(struct dl_phdr_info *info, size_t size, void *count)
{
    (void)info, (void)size;
    ++*(int *)count;
    return 0;
}

static int loaded_images(void)
{
    int count = 0;

    dl_iterate_phdr(count_one, &count);
    return count;
}

/* The object of a kernel that sets its array's elements to one number. */
static void make_setter(cujit_context *context, const char *operation, cujit_report *report)
{
    cujit_elementwise_get_report(kernel_of(context, "float *x", operation), report);
}

TEST(copies_of_the_library_load_images_of_their_own)
{
    cujit_context *context = cj_test_target("host");
    cujit_report reports[2];
    void *libraries[6] = {NULL};
    int descriptor = -1, before;

    make_setter(context, "x[i] = 1", &reports[0]);
    make_setter(context, "x[i] = 2", &reports[1]);
    before = loaded_images();
    for (int k = 0; k < 6; k++) {
        const cujit_report *report = &reports[(k + 1) % 2];

        must((k % 2 == 0 ? second_load_image : cj_load_image)(report->object, report->object_size, &libraries[k],
                                                              &descriptor, &fault));
        ck_assert_int_eq(descriptor, -1);
        ck_assert_msg(loaded_images() == before + k + 1, "load %d gave an image that was there already", k);
    }
    for (int k = 0; k < 6; k++)
        dlclose(libraries[k]);
}

/* Masked loads with masks of zeros do not bring a page in, and are slow until it is there. */
TEST(pages_are_there_once_an_image_is_loaded)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    FILE *const pages = fopen("/proc/self/pagemap", "rbe");
    cujit_context *context = cj_test_target("host");
    cujit_report report;
    const struct link_map *map;
    void *library = NULL;
    int descriptor = -1;
    unsigned seen = 0;

    make_setter(context, "x[i] = x[i] != 0 ? 2.5f : sinf(x[i])", &report);
    must(cj_load_image(report.object, report.object_size, &library, &descriptor, &fault));
    ck_assert_int_eq(dlinfo(library, RTLD_DI_LINKMAP, (void *)&map), 0);
    for (unsigned k = 0; pages != NULL && k < ((const Elf64_Ehdr *)report.object)->e_phnum; k++) {
        const Elf64_Phdr *segment = (const Elf64_Phdr *)((const char *)report.object +
                                                         ((const Elf64_Ehdr *)report.object)->e_phoff) +
                                    k;
        const uintptr_t first = map->l_addr + segment->p_vaddr, end = first + segment->p_memsz;

        for (uintptr_t at = first / page; segment->p_type == PT_LOAD && at * page < end; at++) {
            uint64_t entry = 0;

            ck_assert_int_eq(fseeko(pages, (off_t)(at * sizeof entry), SEEK_SET), 0);
            ck_assert_uint_eq(fread(&entry, sizeof entry, 1, pages), 1);
            ck_assert_msg((entry >> 63) != 0, "page %u of segment %u is not there", (unsigned)(at - first / page), k);
            seen++;
        }
    }
    ck_assert(pages == NULL || seen >= 3);
    if (pages != NULL)
        fclose(pages);
    dlclose(library);
}
