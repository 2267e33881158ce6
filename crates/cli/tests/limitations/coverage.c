static int never_called(int x) {
    if (x > 0)
        return 1;
    return 0;
}

int main(void) {
    return 0;
}
