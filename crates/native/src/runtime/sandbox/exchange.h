/* What a server of counted runs shares with those who ask for them: two files that all processes map.

   The exchange is one server's: a page of numbers, then a result for each run, then lists of counters, then the inputs,
   each with its length in four bytes before it, at a multiple of four. The asking side writes the numbers `count` and
   `wish` and the inputs, and reads the rest; `native/counted/exchange.rs` says the same.

   The other file is the program's: what any run of any server has covered, a byte for each counter that holds a bit for
   each class of counts. Its first half is for runs that exit, its second half for those that end otherwise. */
#include <stdint.h>

#define MOST_RUNS 4096
#define LISTS_AT (4096 + MOST_RUNS * 32)
#define MOST_WORDS (1u << 20)
#define INPUTS_AT (LISTS_AT + MOST_WORDS * 4)
#define MOST_CRASHES 256
#define INPUTS_ROOM (16u << 20)
#define EXCHANGE_SIZE ((size_t)INPUTS_AT + INPUTS_ROOM)
#define MOST_COUNTERS (1u << 24)

/* The file of memory at the start of a run, one for each server. */
#define IMAGE_SIZE (512ul << 20)

enum wish {
  WISH_LISTS = 1,  /* the list of each run's counters, not only of those with new ones */
  WISH_UNSEEN = 2, /* what is covered is not remembered, and all of it counts as new */
  WISH_ALONE = 4,  /* each run has a process of its own */
  WISH_COMPARED = 8 /* lists are what the program compared, not counters */
};

/* What a program writes down of its comparisons: `comparisons.c` says what is in it. */
#define COMPARED_WORDS (1u << 15)
#define COMPARED_PLACES 4096
struct compared {
  uint32_t used;
  uint32_t words[COMPARED_WORDS];
  uint8_t times[COMPARED_PLACES];
};

/* Ends of runs. */
enum end { END_NONE, END_EXIT, END_SIGNAL, END_TIME, END_MEMORY };

struct result {
  uint8_t end;
  uint8_t alone; /* it had a process of its own, and what it printed was kept */
  uint16_t status; /* of its exit, or its signal */
  uint32_t new_edges, new_classes;
  uint32_t list, length; /* where the list of its counters is, in words */
  uint32_t covered;      /* how many counters it has */
  uint64_t trace;        /* another number for other counters or classes */
};

struct exchange {
  uint32_t count, wish;
  uint32_t done;  /* runs whose results are there */
  uint32_t words; /* of lists that are used */
  uint32_t slow;  /* runs that had a process of their own */
  uint32_t milliseconds; /* that one run may compute for */
  uint32_t suspicious; /* an exit status whose runs are run again with what they print; ~0 for none */
  /* Crashes that a process of its own has confirmed, by trace and signal: a run in a batch that crashes so has crashed. */
  uint32_t crashes;
  uint64_t crash[MOST_CRASHES];
};

static uint64_t crash_of(uint64_t trace, int signal) { return trace ^ (uint64_t)signal << 56; }
