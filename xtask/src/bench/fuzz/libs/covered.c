// Runs a harness of libFuzzer on files, whose names come on standard input, a line each, and prints how many blocks were
// run of how many. Each file has a process of its own: what crashes or hangs counts up to there.
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

// What targets may call to change an input; here none is changed.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most) {
    (void)data, (void)most;
    return size;
}

enum { MOST_BLOCKS = 1 << 22, SECONDS = 2 };

static uint8_t *first, *end;
static uint8_t *covered;

// The compiler calls it for each part of the program, with the bounds of all.
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
    if (!first) {
        first = start;
        end = stop;
    } else if (first != start || end != stop) {
        abort();
    }
}

static void keep(void) {
    for (ptrdiff_t block = 0; block < end - first; block++)
        covered[block] |= first[block] != 0;
}

static void stopped(int signal) {
    (void)signal;
    keep();
    _exit(1);
}

static void run(const char *name) {
    static const int signals[] = { SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP };
    static uint8_t other_stack[1 << 16];
    stack_t stack = { .ss_sp = other_stack, .ss_size = sizeof other_stack };
    struct sigaction action = { .sa_handler = stopped, .sa_flags = SA_ONSTACK };
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    FILE *file = fopen(name, "rb");
    if (!file)
        _exit(2);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(size ? size : 1);
    if (!data || fread(data, 1, size, file) != size)
        _exit(2);
    fclose(file);
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(data, size);
    keep();
    _exit(0);
}

int main(int argc, char **argv) {
    static char name[1 << 16];
    if (end - first > MOST_BLOCKS)
        return 2;
    covered = mmap(NULL, MOST_BLOCKS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (covered == MAP_FAILED)
        return 2;
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    // What runs before the first input is no merit of any.
    memset(first, 0, (size_t)(end - first));
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = 0;
        pid_t child = fork();
        if (child == 0)
            run(name);
        int status;
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 2;
        if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
            return 2;
    }
    long count = 0;
    for (ptrdiff_t block = 0; block < end - first; block++)
        count += covered[block];
    printf("%ld %ld\n", count, (long)(end - first));
    return 0;
}
