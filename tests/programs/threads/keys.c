// effigy: --sym-stdin 1 --cflags "-pthread"
// threads: one order
// A key's destructor releases what each thread has; it is made once. A thread that releases its own and forgets to say so is
// the defect.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int made, released;
static unsigned char input;

static void release(void *value) {
    free(value); //~ FINDING[double-free]
    released++;
}

static void make(void) {
    made++;
    assert(pthread_key_create(&key, release) == 0);
}

static void *run(void *argument) {
    pthread_once(&once, make);
    assert(pthread_getspecific(key) == NULL);
    int *own = malloc(sizeof *own);
    if (!own)
        return NULL;
    *own = (int)(long)argument;
    pthread_setspecific(key, own);
    assert(*(int *)pthread_getspecific(key) == (int)(long)argument);
    if (argument == (void *)2 && input == 'd')
        free(own);
    return NULL;
}

int main(void) {
    if (read(0, &input, 1) != 1)
        return 1;
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(made == 1);
    assert(released == 2);
    return 0;
}
