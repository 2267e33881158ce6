// effigy: --sym-stdin 2 --cflags "-pthread"
// threads: one order
// Workers get a job each, wait for the start, and give back its result. One path of main releases a job too early.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct job {
    unsigned char input;
    unsigned result;
};

static pthread_mutex_t start = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
    struct job *job = argument;
    pthread_mutex_lock(&start);
    pthread_mutex_unlock(&start);
    job->result = job->input * 3u; //~ FINDING[use-after-free]
    return job;
}

int main(void) {
    unsigned char input[2];
    if (read(0, input, 2) != 2)
        return 1;
    pthread_t threads[2];
    struct job *jobs[2];
    pthread_mutex_lock(&start);
    for (int i = 0; i < 2; i++) {
        jobs[i] = malloc(sizeof *jobs[i]);
        if (!jobs[i])
            return 1;
        jobs[i]->input = input[i];
        if (pthread_create(&threads[i], NULL, work, jobs[i]) != 0)
            return 1;
    }
    if (input[0] == 'f' && input[1] == 'r')
        free(jobs[1]);
    pthread_mutex_unlock(&start);
    unsigned sum = 0;
    for (int i = 0; i < 2; i++) {
        void *result;
        assert(pthread_join(threads[i], &result) == 0);
        assert(result == jobs[i]);
        sum += ((struct job *)result)->result;
        free(result);
    }
    assert(sum == 3u * input[0] + 3u * input[1]);
    return 0;
}
