// effigy: --sym-stdin 1
// A jump leads from one handler to the next one, and the cleanup between them runs once.
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct handler {
    jmp_buf place;
    struct handler *outer;
};

static struct handler *handlers;
static int released;

static void throw_(int code) {
    assert(handlers != NULL); //~ FINDING[assertion]: handlers != NULL
    struct handler *inner = handlers;
    handlers = inner->outer;
    longjmp(inner->place, code);
}

static void work(int byte) {
    struct handler here;
    char *buffer = malloc(8);
    here.outer = handlers;
    handlers = &here;
    int code = setjmp(here.place);
    if (code == 0) {
        if (byte < 10) throw_(byte + 1);
        handlers = here.outer;
        free(buffer);
        return;
    }
    free(buffer);
    released++;
    // One is handled here, all others go on.
    if (code != 5) throw_(code);
}

int main(void) {
    int byte = getchar();
    struct handler outermost;
    outermost.outer = NULL;
    handlers = &outermost;
    int code = setjmp(outermost.place);
    if (code == 0) {
        work(byte);
        assert(released == (byte == 4));
        return 0;
    }
    assert(released == 1 && code == byte + 1);
    if (code == 10) throw_(code);
    return code;
}
