// effigy: --sym-stdin 1
// A signal that the program sends to itself runs what it has set for it, at once.
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t seen;

static void note(int number) {
    seen += number;
}

int main(void) {
    int byte = getchar();
    assert(signal(SIGUSR1, note) == SIG_DFL);
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    assert(sigaction(SIGUSR2, &action, NULL) == 0);
    if (byte & 1) raise(SIGUSR1);
    if (byte & 2) raise(SIGUSR2);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == SIG_IGN);
    assert(seen == (byte & 1) * SIGUSR1 + (byte >> 1 & 1) * SIGUSR2);
    assert(seen != SIGUSR1 + SIGUSR2); //~ FINDING[assertion]: seen != SIGUSR1 + SIGUSR2
    return 0;
}
