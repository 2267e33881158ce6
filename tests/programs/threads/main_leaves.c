// effigy: --sym-stdin 1 --cflags "-pthread"
// threads: one order
// Main leaves by pthread_exit: the program goes on until its last thread ends. One is detached and aborts for one input.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned char input;
static pthread_t first;

static void *last(void *unused) {
    void *result = NULL;
    (void)unused;
    assert(pthread_join(first, &result) == 0);
    assert(result == &input);
    return NULL;
}

static void *detached(void *unused) {
    (void)unused;
    if (input == 'a')
        abort(); //~ FINDING[abort]
    return NULL;
}

int main(void) {
    if (read(0, &input, 1) != 1)
        return 1;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    assert(pthread_create(&thread, &attributes, detached, NULL) == 0);
    pthread_attr_destroy(&attributes);
    first = pthread_self();
    assert(pthread_create(&thread, NULL, last, NULL) == 0);
    pthread_exit(&input);
}
