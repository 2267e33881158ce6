// effigy: --sym-stdin 2 --cflags "-pthread -D_GNU_SOURCE"
// threads: one order
// A table behind a read-write lock: a writer fills it as far as it is told, readers look up without a check.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[4];
static int *entries[4];

static void *fill(void *argument) {
    unsigned count = *(unsigned char *)argument % 5;
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_tryrdlock(&lock) != 0);
    for (unsigned i = 0; i < count; i++) {
        table[i] = (int)i + 1;
        entries[i] = &table[i];
    }
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *look(void *argument) {
    unsigned at = *(unsigned char *)argument % 4;
    pthread_rwlock_rdlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    int found = *entries[at]; //~ FINDING[null]
    pthread_rwlock_unlock(&lock);
    assert(found == (int)at + 1);
    return NULL;
}

int main(void) {
    unsigned char input[2];
    if (read(0, input, 2) != 2)
        return 1;
    pthread_t writer, readers[2];
    pthread_create(&writer, NULL, fill, &input[0]);
    pthread_join(writer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&readers[i], NULL, look, &input[1]);
    for (int i = 0; i < 2; i++)
        pthread_join(readers[i], NULL);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
