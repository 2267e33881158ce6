/* A program's counters: where they are, and what a run has done to them. */
#include <elf.h>
#include <link.h>

#include "exchange.h"

struct counters {
  unsigned char *first;
  uint32_t count;
  unsigned char *seen[2]; /* of runs that exit, and of others */
  struct compared *compared; /* NULL in most programs */
  size_t compared_size;
};

struct text {
  char *bytes; /* NULL where it cannot be read */
  size_t size;
};

static struct text map_file(const char *name) {
  int file = open(name, O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) return (struct text){NULL, 0};
  char *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  return bytes == MAP_FAILED ? (struct text){NULL, 0} : (struct text){bytes, (size_t)about.st_size};
}

/* Finds the sections in the program's file. The page that `counters.c` adds at the end of one is no part of it. */
static int find_counters(struct counters *c, const char *program, uintptr_t base) {
  struct text text = map_file(program);
  if (!text.bytes) return -1;
  const char *bytes = text.bytes;
  const ElfW(Ehdr) *head = (const ElfW(Ehdr) *)bytes;
  const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(bytes + head->e_shoff);
  const char *names = bytes + sections[head->e_shstrndx].sh_offset;
  int found = -1;
  *c = (struct counters){0};
  for (int i = 0; i < head->e_shnum; i++) {
    int is_compared = strcmp(names + sections[i].sh_name, "effigy_comparisons") == 0;
    if (!is_compared && strcmp(names + sections[i].sh_name, "__sancov_cntrs") != 0) continue;
    uintptr_t first = base + sections[i].sh_addr;
    if (first % 4096 != 0 || sections[i].sh_size % 4096 != 0 || sections[i].sh_size < 4096) break;
    if (sections[i].sh_size > MOST_COUNTERS) break;
    if (is_compared) {
      c->compared = (struct compared *)first;
      c->compared_size = sections[i].sh_size;
    } else {
      c->first = (unsigned char *)first;
      c->count = (uint32_t)sections[i].sh_size - 4096;
      found = 0;
    }
  }
  munmap(text.bytes, text.size);
  return found;
}

/* The counters become shared, so that those of a run that crashed can be read. */
static int share_counters(struct counters *c, int seen) {
  size_t size = c->count + 4096;
  void *shared = mmap(c->first, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  char *maps = mmap(NULL, 2 * (size_t)MOST_COUNTERS, PROT_READ | PROT_WRITE, MAP_SHARED, seen, 0);
  if (shared == MAP_FAILED || maps == MAP_FAILED) return -1;
  c->seen[0] = (unsigned char *)maps;
  c->seen[1] = (unsigned char *)maps + MOST_COUNTERS;
  if (!c->compared) return 0;
  shared = mmap(c->compared, c->compared_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  return shared == MAP_FAILED ? -1 : 0;
}

/* Nothing was compared. */
static void forget_compared(const struct counters *c) {
  if (!c->compared) return;
  c->compared->used = 0;
  for (uint32_t i = 0; i < COMPARED_PLACES; i++) c->compared->times[i] = 0;
}

/* Whether the lists of one more run have room. */
static int have_room(const struct exchange *x, const struct counters *c) {
  return x->words < MOST_WORDS - (c->count > COMPARED_WORDS ? c->count : COMPARED_WORDS);
}

/* AFL's classes of counts: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more. */
static unsigned class_of(unsigned char n) {
  if (n < 4) return n - 1u;
  if (n < 8) return 3;
  if (n < 16) return 4;
  if (n < 32) return 5;
  return n < 128 ? 6 : 7;
}

#define NO_TRACE 0x2545f4914f6cdd1du

/* Adds a counter to the number that stands for all of them and their classes. */
static uint64_t mix(uint64_t trace, uint32_t index, unsigned class) {
  uint64_t mixed = ((uint64_t)index << 3 | class) * 0x9e3779b97f4a7c15u;
  return (trace ^ mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u;
}

/* A program that tells what it compares is one whose inputs get longer: runs differ there by what they run once or more often. */
static unsigned traced_class(const struct counters *c, unsigned class) { return c->compared && class > 1 ? 1 : class; }

static uint64_t trace_of(const struct counters *c) {
  uint64_t trace = NO_TRACE;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->first[i]) trace = mix(trace, i, traced_class(c, class_of(c->first[i])));
  return trace;
}

static void weigh(struct exchange *x, const struct counters *c, struct result *r, uint32_t index, unsigned char *seen) {
  unsigned class = class_of(c->first[index]);
  unsigned char bit = (unsigned char)(1u << class);
  r->trace = mix(r->trace, index, traced_class(c, class));
  r->covered++;
  unsigned char before = __atomic_load_n(seen, __ATOMIC_RELAXED);
  if (x->wish & WISH_UNSEEN) before = 0;
  else if (before & bit) return;
  else before = __atomic_fetch_or(seen, bit, __ATOMIC_RELAXED);
  if (before & bit) return;
  r->new_classes++;
  r->new_edges += before == 0;
}

/* Reads the counters of a run whose end is known, and writes down what is new. */
static void weigh_run(struct exchange *x, const struct counters *c, struct result *r) {
  unsigned char *seen = c->seen[r->end != END_EXIT];
  r->trace = NO_TRACE;
  r->covered = r->new_edges = r->new_classes = r->length = 0;
  for (uint32_t at = 0; at < c->count; at += 8) {
    uint64_t eight;
    memcpy(&eight, c->first + at, 8);
    if (eight == 0) continue;
    for (uint32_t i = at; i < at + 8; i++)
      if (c->first[i]) weigh(x, c, r, i, seen + i);
  }
  r->list = x->words;
  if (x->wish & WISH_COMPARED) {
    uint32_t *words = (uint32_t *)((char *)x + LISTS_AT) + x->words;
    r->length = !c->compared || c->compared->used > COMPARED_WORDS ? 0 : c->compared->used;
    for (uint32_t at = 0; at < r->length; at++) words[at] = c->compared->words[at];
    x->words += r->length;
    return;
  }
  if (!(x->wish & WISH_LISTS) && r->new_classes == 0) return;
  uint32_t *words = (uint32_t *)((char *)x + LISTS_AT);
  for (uint32_t at = 0; at < c->count && x->words < MOST_WORDS; at++)
    if (c->first[at]) words[x->words++] = at, r->length++;
}
