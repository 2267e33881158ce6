int main(void) {
    int one;
    __asm__("movl $1, %0" : "=r"(one));
    return one;
}
