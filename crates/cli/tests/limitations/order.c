int main(void) {
    int i = 1;
    int j = i++ + i++;
    return j - 3;
}
