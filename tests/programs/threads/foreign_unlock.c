// effigy: --sym-stdin 1 --cflags "-pthread"
// threads: one order
// A mutex is unlocked by whoever locked it, or the behaviour is undefined.
// A native run does not show it.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
    unsigned char byte = *(unsigned char *)argument;
    if (byte == 'u')
        pthread_mutex_unlock(&lock); //~ FINDING[bad-call]: that another thread holds
    return NULL;
}

int main(void) {
    unsigned char input;
    if (read(0, &input, 1) != 1)
        return 1;
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, run, &input);
    pthread_join(thread, NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
