// effigy: --sym-stdin 1 --cflags "-pthread -D_GNU_SOURCE"
// threads: one order
// The kinds of mutexes: a second lock by the owner counts, is refused, or waits for ever.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t counting = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking;
static int shared;

static void *try(void *unused) {
    (void)unused;
    assert(pthread_mutex_trylock(&counting) == EBUSY);
    assert(pthread_mutex_unlock(&counting) == EPERM);
    pthread_mutex_lock(&plain);
    shared += 1;
    pthread_mutex_unlock(&plain);
    return NULL;
}

int main(void) {
    unsigned char input;
    if (read(0, &input, 1) != 1)
        return 1;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK) == 0);
    pthread_mutex_init(&checking, &kind);
    pthread_mutexattr_destroy(&kind);
    assert(pthread_mutex_lock(&checking) == 0);
    assert(pthread_mutex_lock(&checking) == EDEADLK);
    assert(pthread_mutex_lock(&counting) == 0);
    assert(pthread_mutex_lock(&counting) == 0);
    pthread_t other;
    pthread_create(&other, NULL, try, NULL);
    pthread_join(other, NULL);
    assert(pthread_mutex_unlock(&counting) == 0);
    assert(pthread_mutex_unlock(&counting) == 0);
    assert(pthread_mutex_unlock(&checking) == 0);
    assert(pthread_mutex_unlock(&checking) == EPERM);
    assert(pthread_mutex_destroy(&checking) == 0);
    pthread_mutex_lock(&plain);
    if (input & 1)
        shared += 1;
    if (input == 42)
        pthread_mutex_lock(&plain); //~ FINDING[deadlock]: a mutex that it holds itself
    pthread_mutex_unlock(&plain);
    assert(shared == 1 + (input & 1));
    return 0;
}
