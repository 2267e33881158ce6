// effigy: --sym-stdin 2 --cflags "-pthread"
// threads: one order
// Variables of which each thread has its own, and errno, which is one of them. A pointer to another thread's lives as long as
// that thread.
// A native run does not show it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static _Thread_local int counter = 5;
static __thread int *latest;
static int *leaked;

static void *run(void *argument) {
    unsigned char byte = *(unsigned char *)argument;
    assert(counter == 5 && latest == NULL && errno == 0);
    counter += byte % 3;
    latest = &counter;
    errno = EINTR;
    if (byte == 'p')
        leaked = latest;
    return (void *)(long)*latest;
}

int main(void) {
    unsigned char input[2];
    if (read(0, input, 2) != 2)
        return 1;
    errno = ERANGE;
    counter = 1;
    pthread_t threads[2];
    long sum = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, &input[i]);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(threads[i], &result);
        sum += (long)result;
    }
    assert(counter == 1 && latest == NULL && errno == ERANGE);
    assert(sum == 10 + input[0] % 3 + input[1] % 3);
    if (leaked)
        return *leaked; //~ FINDING[use-after-scope]
    return 0;
}
