/*
 * cmd_doctor.c: `cujit doctor`: what works here, what does not, and what to do.
 */
#include "options.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "cujit doctor: look at variables, driver, devices, NVRTC, host compiler and kernel cache, and try each out\n"
    "\n"
    "usage: cujit doctor [--json]\n"
    "\n"
    "Each finding is one of:\n"
    "  good      there, and works\n"
    "  missing   not there; cujit does without it\n"
    "  bad       there, but does not work\n"
    "\n"
    "Options:\n"
    "      --json           an object: version, healthy (true or false), and the list of findings\n"
    "  -h, --help           this text\n"
    "\n"
    "Exit status: 0 where nothing is bad and a kernel can run, else 1.\n";

static const int taken[] = {CLI_OPTION_JSON, 'h', 0};

typedef struct doctor {
    cli_json json;
    bool as_json, colour, bad;
} doctor;

static const char *health_text(cujit_health health)
{
    return health == CUJIT_HEALTH_GOOD ? "good" : health == CUJIT_HEALTH_MISSING ? "missing" : "bad";
}

static void report(void *user, cujit_health health, const char *subject, const char *finding, const char *advice)
{
    doctor *self = user;
    const char *colour = health == CUJIT_HEALTH_GOOD      ? "\033[32m"
                         : health == CUJIT_HEALTH_MISSING ? "\033[33m"
                                                          : "\033[1;31m";

    self->bad = self->bad || health == CUJIT_HEALTH_BAD;
    if (self->as_json) {
        cli_json_begin(&self->json, NULL, '{');
        cli_json_text(&self->json, "health", health_text(health));
        cli_json_text(&self->json, "subject", subject);
        cli_json_text(&self->json, "finding", finding);
        cli_json_text(&self->json, "advice", advice);
        cli_json_end(&self->json, '}');
        return;
    }
    printf("%s%-7s%s  %-24s  %s\n", self->colour ? colour : "", health_text(health), self->colour ? "\033[0m" : "",
           subject, finding);
    if (advice != NULL)
        printf("%*s-> %s\n", 35, "", advice);
    fflush(stdout); /* the next one may take its time */
}

/* `most`: of a number, which is at least 1; 0: it is none. The first two are tried out, the second by the library. */
static const struct {
    const char *name;
    long most;
} variables[] = {
    {"DEVICE", 0},      {"RECORD", 0},      {"CACHE_DIR", 0},  {"CACHE_LIMIT", 0},     {"NVRTC", 0},
    {"LIBCUDA", 0},     {"HOST_CXX", 0},    {"HOST_FLAGS", 0}, {"HOST_THREADS", 1024}, {"COMPILE_TIMEOUT", 604800},
    {"KEEP_SOURCE", 0}, {"CACHE_PACKS", 0}, {"NO_COMPILE", 0}, {"CACHE_REDIS", 0}};

static bool is_number_up_to(const char *text, long most)
{
    char *end;
    const long number = strtol(text, &end, 10);

    return number >= 1 && number <= most && *end == '\0';
}

/* Whether programs could use the device that the variable names. */
static void examine_device(doctor *self, const char *name, const char *value)
{
    const cujit_context_options options = {.device = value, .cache_directory = ""};
    cujit_context *context = NULL;
    cujit_error error = {0};
    const bool good = cujit_context_create(&options, &context, &error) == CUJIT_OK;

    report(self, good ? CUJIT_HEALTH_GOOD : CUJIT_HEALTH_BAD, name, value, good ? NULL : error.message);
    cujit_context_free(context);
    cujit_error_clear(&error);
}

/* A copy of a URL as others may see it, or of what is none. */
static char *without_password(const char *value)
{
    const char *user = strstr(value, "://"), *end = NULL;

    if (user != NULL) {
        user += strlen("://");
        end = memrchr(user, '@', strcspn(user, "/?"));
    }
    return end != NULL ? cli_format("%.*s...%s", (int)(user - value), value, end) : cli_copy(value);
}

static void examine_variable(doctor *self, const char *entry)
{
    enum { DEVICE, RECORD, VARIABLES = sizeof variables / sizeof *variables };
    const size_t length = strcspn(entry, "=");
    const char *value = entry[length] == '=' ? entry + length + 1 : "";
    char *name = cli_format("%.*s", (int)length, entry), *advice = NULL;
    size_t k = 0;

    while (k < VARIABLES && strcmp(name + strlen("CUJIT_"), variables[k].name) != 0)
        k++;
    if (k == VARIABLES)
        advice = cli_copy("cujit has no variable of that name");
    else if (variables[k].most > 0 && value[0] != '\0' && !is_number_up_to(value, variables[k].most))
        advice = cli_format("ignored: expected a number from 1 to %ld", variables[k].most);
    if (k == DEVICE && value[0] != '\0') {
        examine_device(self, name, value);
    } else if (k != RECORD || value[0] == '\0') {
        char *shown = without_password(value);

        report(self, advice != NULL ? CUJIT_HEALTH_MISSING : CUJIT_HEALTH_GOOD, name, shown, advice);
        free(shown);
    }
    free(advice);
    free(name);
}

/* What the program is, and which variables it sees. */
static void examine_program(doctor *self)
{
    char *limits = cli_format("%d axes an array, %d MiB a text on the command line", CUJIT_ARRAY_MAX_NDIM,
                              CLI_TEXT_MOST >> 20);

    report(self, CUJIT_HEALTH_GOOD, "cujit", cujit_version(), NULL);
    report(self, CUJIT_HEALTH_GOOD, "limits", limits, NULL);
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
        if (strncmp(*entry, "CUJIT_", 6) == 0)
            examine_variable(self, *entry);
    free(limits);
}

static int diagnose(bool as_json)
{
    doctor self = {.json = {.file = stdout}, .as_json = as_json, .colour = cli_colour(stdout)};
    cujit_error error = {0};
    bool failed;

    if (as_json) {
        cli_json_begin(&self.json, NULL, '{');
        cli_json_text(&self.json, "version", cujit_version());
        cli_json_begin(&self.json, "findings", '[');
    }
    examine_program(&self);
    failed = cujit_diagnose(report, &self, &error) != CUJIT_OK;
    if (as_json) {
        cli_json_end(&self.json, ']');
        cli_json_bool(&self.json, "healthy", !failed && !self.bad);
        cli_json_text(&self.json, "error", failed ? error.message : NULL);
        cli_json_end(&self.json, '}');
    }
    if (failed && !as_json)
        cli_report_error("doctor", &error, false);
    cujit_error_clear(&error);
    return failed || self.bad ? CLI_FAILED : CLI_OK;
}

static int run(int argc, char **argv)
{
    cli_problem problem = {0};
    bool json = false;
    int option, code;

    while ((option = cli_next_option(argc, argv, taken)) != -1) {
        if (option == 'h')
            return cli_show_help(&cli_command_doctor);
        if (option != CLI_OPTION_JSON) {
            cli_option_problem(option, argv, &problem);
            code = cli_report_problem("doctor", &problem);
            cli_problem_clear(&problem);
            return code;
        }
        json = true;
    }
    if (optind < argc)
        return cli_usage("doctor", "'%s' is one word too many", argv[optind]);
    return diagnose(json);
}

const cli_command cli_command_doctor = {"doctor", run, "say what works here, what does not, and what to do", help};
