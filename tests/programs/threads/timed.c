// effigy: --sym-stdin 1 --cflags "-pthread"
// threads: one order
// Waits with an end: for a condition, for a mutex, for a semaphore. Time passes while nothing else happens.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static sem_t tokens;
static int given;

static struct timespec after(long milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_nsec += milliseconds * 1000000;
    time.tv_sec += time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

static void *give(void *argument) {
    struct timespec pause = {0, *(unsigned char *)argument * 1000000L};
    nanosleep(&pause, NULL);
    pthread_mutex_lock(&lock);
    given = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    unsigned char input;
    if (read(0, &input, 1) != 1)
        return 1;
    if (input != 0 && input != 200)
        return 0;
    sem_init(&tokens, 0, 1);
    struct timespec end = after(20);
    assert(sem_timedwait(&tokens, &end) == 0);
    assert(sem_timedwait(&tokens, &end) == -1 && errno == ETIMEDOUT);
    pthread_t giver;
    pthread_create(&giver, NULL, give, &input);
    end = after(40);
    pthread_mutex_lock(&lock);
    int error = 0;
    while (!given && error == 0)
        error = pthread_cond_timedwait(&ready, &lock, &end);
    int late = error == ETIMEDOUT;
    assert(late || given);
    pthread_mutex_unlock(&lock);
    pthread_join(giver, NULL);
    assert(given);
    assert(!late); //~ FINDING[assertion]: !late
    return 0;
}
