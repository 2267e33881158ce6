#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int shared;

/* A data race: in another order the assertion fails. */
static void *work(void *data) {
    assert(shared == 1);
    return data;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    shared = 1;
    pthread_join(thread, NULL);
    return 0;
}
