/* Conditions of many kinds on the first characters of an argument. */
static unsigned rotated(unsigned word) {
    return word << 3 | word >> 29;
}

static int classify(const char *text) {
    unsigned char first = text[0];
    signed char second = text[1];
    unsigned word = (first | (unsigned)(unsigned char)second << 8) + 7;
    if (first == 'k')
        return 1;
    if (word / 7 > 3000)
        return 2;
    if ((word >> 3 & 31) == 5)
        return 3;
    if (second * 2 < -100 || second > first)
        return 4;
    first = (unsigned char)(first * 3);
    if (rotated(word) % 10 == 7)
        return 5;
    if ((first & 0x81) != 0 && (short)(word * 5) >> 2 < 9)
        return 6;
    unsigned larger = first > 60 ? word : word + 1u;
    if (larger < 200u || (unsigned long)larger * word == 70225ul)
        return 7;
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 9;
    return classify(argv[1]);
}
