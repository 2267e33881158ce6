#include <pthread.h>
#include <stddef.h>

static void *work(void *data) {
    return data;
}

int main(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, work, NULL);
}
