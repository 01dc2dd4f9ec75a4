/*
 * cmd_devices.c: `cujit devices`: what kernels can run on.
 */
#include "options.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "cujit devices: list what kernels can run on\n"
    "\n"
    "usage: cujit devices [--long] [--json]\n"
    "\n"
    "A '*' marks the device that is taken where no --device is given. PROCESSORS are multiprocessors of a GPU,\n"
    "processors of the host that may be used.\n"
    "\n"
    "Options:\n"
    "  -l, --long           all that is known of each: capability, memory, clocks, caches, limits\n"
    "      --json           a list of objects; what is not known is left out\n"
    "  -h, --help           this text\n";

static const int taken[] = {'l', CLI_OPTION_JSON, 'h', 0};

enum { COLUMNS = 7, MOST_DEVICES = 64 };

typedef struct device_list {
    cujit_device_info infos[MOST_DEVICES];
    size_t count;
    size_t standard; /* the default device; count: none of them */
} device_list;

/* Adds all devices of a kind. What stands against a kind is said, and no failure. */
static void collect(device_list *list, const char *kind, const char *title)
{
    cujit_error error = {0};
    int count = 0;

    if (cujit_device_count(kind, &count, &error)) {
        cli_note("devices", "no %s device: %s", title, error.message);
        count = 0;
    }
    for (int k = 0; k < count && list->count < MOST_DEVICES; k++) {
        char device[32];

        snprintf(device, sizeof device, strcmp(kind, "host") == 0 ? "%s" : "%s:%d", kind, k);
        if (cujit_device_get_info(device, &list->infos[list->count], &error))
            cli_note("devices", "%s cannot be used: %s", device, error.message);
        else
            list->count++;
    }
    cujit_error_clear(&error);
}

/* $CUJIT_DEVICE, else the first: GPUs stand in front of the host. */
static void find_standard(device_list *list)
{
    const char *wanted = getenv("CUJIT_DEVICE");

    if (wanted == NULL || wanted[0] == '\0')
        return;
    if (strcmp(wanted, "cuda") == 0)
        wanted = "cuda:0";
    for (list->standard = 0; list->standard < list->count; list->standard++) {
        if (strcmp(list->infos[list->standard].device, wanted) == 0)
            break;
    }
}

static char *number_cell(int value, int divisor, const char *unit)
{
    return value <= 0 ? cli_copy("-") : cli_format("%d%s", value / divisor, unit);
}

static void print_list(const device_list *list)
{
    static const char *const heading[COLUMNS] = {"", "DEVICE", "NAME", "ARCHITECTURE", "MEMORY", "PROCESSORS", "CLOCK"};
    char **cells = cli_alloc((list->count + 1) * COLUMNS * sizeof *cells), size[32];

    for (size_t k = 0; k < COLUMNS; k++)
        cells[k] = cli_copy(heading[k]);
    for (size_t k = 0; k < list->count; k++) {
        const cujit_device_info *info = &list->infos[k];
        char **row = cells + (k + 1) * COLUMNS;

        row[0] = cli_copy(k == list->standard ? "*" : "");
        row[1] = cli_copy(info->device);
        row[2] = cli_copy(info->name[0] == '\0' ? "-" : info->name);
        row[3] = cli_copy(info->architecture[0] == '\0' ? "-" : info->architecture);
        row[4] = cli_copy(info->memory_bytes == 0 ? "-"
                                                  : cli_print_bytes((double)info->memory_bytes, size, sizeof size));
        row[5] = number_cell(info->multiprocessors, 1, "");
        row[6] = number_cell(info->clock_khz, 1000, " MHz");
    }
    cli_print_table(stdout, COLUMNS, "llllrrr", list->count + 1, cells);
    for (size_t k = 0; k < (list->count + 1) * COLUMNS; k++)
        free(cells[k]);
    free(cells);
}

/* "9.0" for sm_90, "12.1" for sm_121a; false where the architecture is none of NVIDIA's. */
static bool capability_text(const cujit_device_info *info, char *text, size_t room)
{
    int number = 0;

    if (sscanf(info->architecture, "sm_%4d", &number) != 1 || number < 10)
        return false;
    snprintf(text, room, "%d.%d", number / 10, number % 10);
    return true;
}

static void long_text(const char *label, const char *value)
{
    if (value[0] != '\0')
        printf("  %-26s %s\n", label, value);
}

static void long_number(const char *label, int value, const char *unit)
{
    if (value > 0)
        printf("  %-26s %d%s\n", label, value, unit);
}

/* Limits and caches in full: who reads them calculates with them. */
static void long_bytes(const char *label, size_t bytes)
{
    char size[32];

    if (bytes > 0)
        printf("  %-26s %zu (%s)\n", label, bytes, cli_print_bytes((double)bytes, size, sizeof size));
}

static void print_long(const device_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        const cujit_device_info *info = &list->infos[k];
        const bool host = strcmp(info->device, "host") == 0;
        char text[32];

        printf("%s%s%s\n", k == 0 ? "" : "\n", info->device, k == list->standard ? " (default)" : "");
        long_text("name", info->name);
        long_text("architecture", info->architecture);
        long_text("compute capability", capability_text(info, text, sizeof text) ? text : "");
        long_text("PCI bus", info->pci_bus_id);
        long_bytes("memory", info->memory_bytes);
        long_number(host ? "processors" : "multiprocessors", info->multiprocessors, "");
        long_number("clock", info->clock_khz / 1000, " MHz");
        long_number("memory clock", info->memory_clock_khz / 1000, " MHz");
        long_number("memory bus", info->memory_bus_bits, " bit");
        long_bytes("L2 cache", info->l2_bytes > 0 ? (size_t)info->l2_bytes : 0);
        long_number("threads in a warp", info->warp_size, "");
        long_number("threads in a block", info->max_threads_per_block, " at most");
        long_bytes("shared memory of a block",
                   info->shared_bytes_per_block > 0 ? (size_t)info->shared_bytes_per_block : 0);
        long_number("registers of a block", info->registers_per_block, "");
        if (info->driver_version > 0)
            printf("  %-26s CUDA %d.%d\n", "driver for", info->driver_version / 1000, info->driver_version % 1000 / 10);
    }
}

static void json_number(cli_json *json, const char *key, long long value)
{
    if (value > 0)
        cli_json_integer(json, key, value);
}

static void json_text(cli_json *json, const char *key, const char *value)
{
    if (value[0] != '\0')
        cli_json_text(json, key, value);
}

static void print_json(const device_list *list)
{
    cli_json json = {.file = stdout};

    cli_json_begin(&json, NULL, '[');
    for (size_t k = 0; k < list->count; k++) {
        const cujit_device_info *info = &list->infos[k];
        char capability[16] = "";

        cli_json_begin(&json, NULL, '{');
        cli_json_text(&json, "device", info->device);
        cli_json_bool(&json, "default", k == list->standard);
        json_text(&json, "name", info->name);
        json_text(&json, "architecture", info->architecture);
        capability_text(info, capability, sizeof capability);
        json_text(&json, "compute_capability", capability);
        json_text(&json, "pci_bus_id", info->pci_bus_id);
        if (info->memory_bytes > 0)
            cli_json_unsigned(&json, "memory_bytes", info->memory_bytes);
        json_number(&json, "multiprocessors", info->multiprocessors);
        json_number(&json, "clock_khz", info->clock_khz);
        json_number(&json, "memory_clock_khz", info->memory_clock_khz);
        json_number(&json, "memory_bus_bits", info->memory_bus_bits);
        json_number(&json, "l2_bytes", info->l2_bytes);
        json_number(&json, "warp_size", info->warp_size);
        json_number(&json, "max_threads_per_block", info->max_threads_per_block);
        json_number(&json, "shared_bytes_per_block", info->shared_bytes_per_block);
        json_number(&json, "registers_per_block", info->registers_per_block);
        json_number(&json, "driver_version", info->driver_version);
        cli_json_end(&json, '}');
    }
    cli_json_end(&json, ']');
}

static int list_devices(bool json, bool all)
{
    device_list *list = cli_alloc(sizeof *list);
    int code = CLI_OK;

    collect(list, "cuda", "CUDA");
    collect(list, "host", "host");
    find_standard(list);
    if (json)
        print_json(list);
    else if (all)
        print_long(list);
    else if (list->count > 0)
        print_list(list);
    if (list->count == 0) {
        cli_note("devices", "there is nothing to run kernels on; 'cujit doctor' says why");
        code = CLI_FAILED;
    }
    free(list);
    return code;
}

static int run(int argc, char **argv)
{
    cli_problem problem = {0};
    bool json = false, all = false;
    int option, code;

    while ((option = cli_next_option(argc, argv, taken)) != -1) {
        if (option == 'h')
            return cli_show_help(&cli_command_devices);
        if (option != CLI_OPTION_JSON && option != 'l') {
            cli_option_problem(option, argv, &problem);
            code = cli_report_problem("devices", &problem);
            cli_problem_clear(&problem);
            return code;
        }
        json = json || option == CLI_OPTION_JSON;
        all = all || option == 'l';
    }
    if (optind < argc)
        return cli_usage("devices", "'%s' is one word too many", argv[optind]);
    return list_devices(json, all);
}

const cli_command cli_command_devices = {"devices", run, "list what kernels can run on", help};
