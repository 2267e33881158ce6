// effigy:
// Branches on memory that was never written: a local, a field on the heap, half an array.
#include <stdlib.h>
#include <klee/klee.h>

struct reply {
    int status;
    int length;
};

static int local_flag(int set) {
    int flag, *out = &flag;
    if (set)
        *out = 1;
    if (flag) //~ FINDING[uninitialised]
        return 1;
    return 0;
}

static int heap_field(int set) {
    struct reply *reply = malloc(sizeof *reply);
    if (!reply)
        return -1;
    reply->status = 200;
    if (set)
        reply->length = 10;
    int large = 0;
    if (reply->length > 5) //~ FINDING[uninitialised]
        large = 1;
    free(reply);
    return large;
}

static int zeroed(void) {
    struct reply *reply = calloc(1, sizeof *reply);
    if (!reply)
        return -1;
    int ok = 0;
    if (reply->length == 0)
        ok = 1;
    free(reply);
    return ok;
}

int main(void) {
    unsigned char mode;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    int half[4];
    half[0] = 1;
    half[1] = 2;
    switch (mode) {
    case 0:
        return local_flag(0);
    case 1:
        return local_flag(1);
    case 2:
        return heap_field(0);
    case 3:
        return heap_field(1);
    case 4:
        /* copying what is not initialised is fine as long as nothing depends on it */
        half[2] = half[3];
        return half[0] + half[1] == 3 ? 0 : 1;
    default:
        return zeroed();
    }
}
