// effigy: --sym-stdin 3 --cflags "-pthread"
// threads: one order
// A producer and a consumer with condition variables. The producer forgets to say that it has stopped when the last byte is a
// full stop.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned char slot;
static int full, stopped;
static unsigned taken;

static void *consume(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!full && !stopped)
            pthread_cond_wait(&changed, &lock); //~ FINDING[deadlock]: a condition variable
        if (!full)
            break;
        taken += slot;
        full = 0;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void put(unsigned char byte) {
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&changed, &lock);
    slot = byte;
    full = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    unsigned char input[3];
    if (read(0, input, 3) != 3)
        return 1;
    pthread_t consumer;
    pthread_create(&consumer, NULL, consume, NULL);
    unsigned sum = 0;
    for (int i = 0; i < 3; i++) {
        put(input[i]);
        sum += input[i];
    }
    pthread_mutex_lock(&lock);
    stopped = input[2] != '.';
    if (stopped)
        pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(consumer, NULL);
    assert(taken == sum);
    return 0;
}
