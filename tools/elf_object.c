/*
 * elf_object.c: see elf_object.h.
 *
 * Five sections: the data, its size behind it (both in .rodata), symbols, their names, the sections' names, and the
 * mark that says that no executable stack is needed.
 */
#include "elf_object.h"

#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NONE, DATA, SYMBOLS, NAMES, SECTION_NAMES, STACK, SECTIONS, ALIGNMENT = 64 };

#if defined(__aarch64__)
enum { MACHINE = EM_AARCH64 };
#else
enum { MACHINE = EM_X86_64 };
#endif

static const char section_names[] = "\0.rodata\0.symtab\0.strtab\0.shstrtab\0.note.GNU-stack";

typedef struct piece {
    const void *data;
    size_t size, alignment;
} piece;

static uint32_t name_of(const char *section)
{
    uint32_t at = 1;

    while (strcmp(section_names + at, section) != 0)
        at += (uint32_t)strlen(section_names + at) + 1;
    return at;
}

static size_t round_up(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

static void set_sections(Elf64_Shdr headers[SECTIONS])
{
    headers[DATA] = (Elf64_Shdr){.sh_name = name_of(".rodata"), .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC};
    headers[SYMBOLS] = (Elf64_Shdr){.sh_name = name_of(".symtab"),
                                    .sh_type = SHT_SYMTAB,
                                    .sh_link = NAMES,
                                    .sh_info = 1, /* the first one that is not local */
                                    .sh_entsize = sizeof(Elf64_Sym)};
    headers[NAMES] = (Elf64_Shdr){.sh_name = name_of(".strtab"), .sh_type = SHT_STRTAB};
    headers[SECTION_NAMES] = (Elf64_Shdr){.sh_name = name_of(".shstrtab"), .sh_type = SHT_STRTAB};
    headers[STACK] = (Elf64_Shdr){.sh_name = name_of(".note.GNU-stack"), .sh_type = SHT_PROGBITS};
}

static Elf64_Sym make_symbol(size_t name, size_t at, size_t size)
{
    return (Elf64_Sym){.st_name = (uint32_t)name,
                       .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                       .st_shndx = DATA,
                       .st_value = at,
                       .st_size = size};
}

/* One behind the other, then the table of them. */
static void put_together(const piece pieces[SECTIONS], Elf64_Shdr headers[SECTIONS], char **out, size_t *out_size)
{
    Elf64_Ehdr head = {.e_type = ET_REL,
                       .e_machine = MACHINE,
                       .e_version = EV_CURRENT,
                       .e_ehsize = sizeof head,
                       .e_shentsize = sizeof *headers,
                       .e_shnum = SECTIONS,
                       .e_shstrndx = SECTION_NAMES};
    size_t at = sizeof head;

    memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_ident[EI_VERSION] = EV_CURRENT;
    for (int k = DATA; k < SECTIONS; k++) {
        at = round_up(at, pieces[k].alignment);
        headers[k].sh_offset = at;
        headers[k].sh_size = pieces[k].size;
        headers[k].sh_addralign = pieces[k].alignment;
        at += pieces[k].size;
    }
    head.e_shoff = round_up(at, 8);
    *out_size = head.e_shoff + SECTIONS * sizeof *headers;
    *out = memset(cli_alloc(*out_size), 0, *out_size);
    memcpy(*out, &head, sizeof head);
    for (int k = DATA; k < SECTIONS; k++)
        if (pieces[k].size > 0)
            memcpy(*out + headers[k].sh_offset, pieces[k].data, pieces[k].size);
    memcpy(*out + head.e_shoff, headers, SECTIONS * sizeof *headers);
}

void cli_elf_object(const void *data, size_t size, const char *symbol, char **out, size_t *out_size)
{
    const size_t length = strlen(symbol), size_at = round_up(size, sizeof(uint64_t));
    char *names = cli_format("?%s?%s_size", symbol, symbol), *content = cli_alloc(size_at + sizeof(uint64_t));
    const Elf64_Sym symbols[3] = {{0}, make_symbol(1, 0, size), make_symbol(length + 2, size_at, sizeof(uint64_t))};
    Elf64_Shdr headers[SECTIONS] = {{0}};
    const uint64_t number = size;
    const piece pieces[SECTIONS] = {
        [DATA] = {content, size_at + sizeof number, ALIGNMENT},
        [SYMBOLS] = {symbols, sizeof symbols, 8},
        [NAMES] = {names, 2 * length + sizeof "??_size", 1},
        [SECTION_NAMES] = {section_names, sizeof section_names, 1},
        [STACK] = {NULL, 0, 1},
    };

    names[0] = names[length + 1] = '\0';
    memset(content, 0, size_at);
    memcpy(content, data, size);
    memcpy(content + size_at, &number, sizeof number);
    set_sections(headers);
    put_together(pieces, headers, out, out_size);
    free(names);
    free(content);
}
