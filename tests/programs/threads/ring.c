// effigy: --sym-stdin 3 --cflags "-pthread"
// threads: one order
// A ring buffer between two threads, counted by semaphores. The writer may be told to start outside of it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#define ROOM 2

static unsigned char *ring;
static unsigned char storage[ROOM];
static sem_t empty, full;
static unsigned sum;

static void *reader(void *unused) {
    (void)unused;
    for (unsigned at = 0; at < 3; at++) {
        sem_wait(&full);
        sum += ring[at % ROOM];
        sem_post(&empty);
    }
    return NULL;
}

int main(void) {
    unsigned char input[3];
    if (read(0, input, 3) != 3)
        return 1;
    ring = storage;
    sem_init(&empty, 0, ROOM);
    sem_init(&full, 0, 0);
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    unsigned place = input[0] == 0xff ? ROOM : 0;
    for (unsigned i = 0; i < 3; i++) {
        sem_wait(&empty);
        ring[place] = input[i]; //~ FINDING[out-of-bounds]
        place = (place + 1) % ROOM;
        sem_post(&full);
    }
    pthread_join(thread, NULL);
    int left;
    assert(sem_getvalue(&empty, &left) == 0 && left == ROOM);
    assert(sem_trywait(&full) == -1);
    assert(sum == (unsigned)input[0] + input[1] + input[2]);
    return 0;
}
