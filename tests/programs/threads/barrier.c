// effigy: --sym-stdin 1 --cflags "-pthread"
// threads: one order
// Threads meet at a barrier. For one input a thread stays away.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_barrier_t barrier;
static int written[3], leaders;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char input;

static void *run(void *argument) {
    int own = (int)(long)argument;
    if (own == 1 && input == 'x')
        return NULL;
    written[own] = own + 1;
    int answer = pthread_barrier_wait(&barrier); //~ FINDING[deadlock]: a barrier for 3 threads, 2 of which came
    if (answer == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_mutex_lock(&lock);
        leaders++;
        pthread_mutex_unlock(&lock);
    } else {
        assert(answer == 0);
    }
    assert(written[0] + written[1] + written[2] == 6);
    return NULL;
}

int main(void) {
    if (read(0, &input, 1) != 1)
        return 1;
    assert(pthread_barrier_init(&barrier, NULL, 3) == 0);
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(leaders == 1);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
