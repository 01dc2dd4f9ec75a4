/*
 * cache_disasm.c: `cujit cache disasm`: the machine code of an entry, by the disassembler that is installed for it.
 */
#include "cache.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { NOT_THERE = 127 };

/* Runs a program whose output is ours; its exit status, NOT_THERE where there is none of that name. */
static int run_program(char *const *words)
{
    pid_t child;
    int status;

    fflush(stdout);
    if (posix_spawnp(&child, words[0], NULL, NULL, words, environ) != 0)
        return NOT_THERE;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return CLI_FAILED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : CLI_FAILED;
}

/* The first of the programs that is there. `path` is the object's file. */
static int disassemble(const char *kind, char *path)
{
    static const char *const folders[] = {"", "/usr/local/cuda/bin/"};
    const bool host = strcmp(kind, "shared object") == 0;
    int code = NOT_THERE;

    if (host)
        return run_program((char *[]){"objdump", "-d", "-C", "--no-show-raw-insn", path, NULL});
    for (size_t k = 0; k < sizeof folders / sizeof *folders && code == NOT_THERE; k++) {
        char *cuobjdump = cli_format("%scuobjdump", folders[k]), *nvdisasm = cli_format("%snvdisasm", folders[k]);

        code = run_program((char *[]){cuobjdump, "-sass", path, NULL});
        if (code == NOT_THERE && strcmp(kind, "cubin") == 0)
            code = run_program((char *[]){nvdisasm, path, NULL});
        free(cuobjdump);
        free(nvdisasm);
    }
    return code;
}

/* The object in a file of its own, which goes again. */
static int disassemble_object(cache_command *self, const cujit_cache_entry *entry)
{
    const char *folder = getenv("TMPDIR");
    char *path = cli_format("%s/cujit-XXXXXX", folder != NULL && folder[0] == '/' ? folder : "/tmp");
    int file = mkstemp(path), code = CLI_FAILED;

    if (file < 0) {
        cli_problem_set(&self->problem, "cannot write %s: %s", path, strerror(errno));
    } else {
        close(file);
        if (cli_write_file(path, entry->object, entry->object_size, &self->problem))
            code = disassemble(entry->object_kind, path);
        unlink(path);
    }
    free(path);
    return code;
}

static int disassemble_entry(cache_command *self, const cujit_cache_entry *entry)
{
    int code;

    if (strcmp(entry->object_kind, "ptx") == 0) { /* the driver makes machine code of it */
        fwrite(entry->object, 1, entry->object_size > 0 ? entry->object_size - 1 : 0, stdout);
        return CLI_OK;
    }
    code = disassemble_object(self, entry);
    if (code == NOT_THERE)
        cli_problem_set(&self->problem,
                        strcmp(entry->object_kind, "shared object") == 0
                            ? "there is no objdump on the PATH: it comes with binutils"
                            : "there is neither cuobjdump nor nvdisasm on the PATH: they come with the CUDA toolkit");
    else if (code != 0 && self->problem.text == NULL)
        cli_problem_set(&self->problem, "the disassembler failed with exit status %d", code);
    return code == 0 ? CLI_OK : cli_report_problem("cache disasm", &self->problem);
}

int cache_disasm(cache_command *self, cujit_error *error)
{
    cache_entry entry;
    int code;

    if (!cache_entry_find(self->cache, self->options.operands[0], &entry, error))
        return cli_report_error("cache disasm", error, false);
    code = cache_entry_check(&entry.as, &self->problem) ? disassemble_entry(self, &entry.as)
                                                        : cli_report_problem("cache disasm", &self->problem);
    cache_entry_clear(&entry);
    return code;
}
