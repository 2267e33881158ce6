// effigy: --sym-stdin 2 --cflags "-pthread"
// threads: one order
// The threads of C11: mutex, condition, thread-specific storage, what is called once, and a result that is divided by.
#include <assert.h>
#include <threads.h>
#include <unistd.h>

static mtx_t lock;
static cnd_t filled;
static once_flag started = ONCE_FLAG_INIT;
static tss_t storage;
static int count, starts;

static void start(void) {
    starts++;
}

static int work(void *argument) {
    unsigned char byte = *(unsigned char *)argument;
    call_once(&started, start);
    assert(tss_get(storage) == NULL);
    assert(tss_set(storage, argument) == thrd_success);
    mtx_lock(&lock);
    count++;
    cnd_signal(&filled);
    mtx_unlock(&lock);
    thrd_yield();
    assert(tss_get(storage) == argument);
    if (byte == 0)
        thrd_exit(-1);
    return byte % 8;
}

int main(void) {
    unsigned char input[2];
    if (read(0, input, 2) != 2)
        return 1;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(cnd_init(&filled) == thrd_success);
    assert(tss_create(&storage, NULL) == thrd_success);
    thrd_t threads[2];
    for (int i = 0; i < 2; i++)
        assert(thrd_create(&threads[i], work, &input[i]) == thrd_success);
    mtx_lock(&lock);
    while (count < 2)
        cnd_wait(&filled, &lock);
    mtx_unlock(&lock);
    int results[2];
    for (int i = 0; i < 2; i++)
        assert(thrd_join(threads[i], &results[i]) == thrd_success);
    assert(starts == 1);
    assert(input[0] != 0 || results[0] == -1);
    assert(mtx_trylock(&lock) == thrd_success);
    mtx_unlock(&lock);
    mtx_destroy(&lock);
    cnd_destroy(&filled);
    return 100 / (results[0] + results[1] - 14); //~ FINDING[division-by-zero]
}
