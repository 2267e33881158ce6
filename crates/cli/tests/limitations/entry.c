int checked(int x) {
    return 100 / x;
}

int main(void) {
    return 0;
}
