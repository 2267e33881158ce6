// The turns are counted, and nobody looks at the count.
int main(void) {
    unsigned turns = 0;
    for (;;)
        turns++;
}
