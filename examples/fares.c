/*
 * Tells the fare of a train ticket. The only argument is a code: the class, A to D, and the zone, 1 to 9.
 *
 * Try `effigy explore examples/fares.c --sym-args 2`: one code gets past the checks and should not.
 */
#include <string.h>
#include <unistd.h>

#define CLASSES 4
#define ZONES 9

static const int base_fare[CLASSES] = {480, 310, 250, 120};
static const int zone_fare[ZONES] = {0, 90, 170, 240, 300, 350, 390, 420, 440};

static int fare(const char *code) {
    int class = code[0] - 'A';
    int zone = code[1] - '1';
    if (class < 0 || class > CLASSES || zone < 0 || zone >= ZONES)
        return -1;
    return base_fare[class] + zone_fare[zone];
}

int main(int argc, char **argv) {
    if (argc != 2 || strlen(argv[1]) != 2)
        return 2;
    int price = fare(argv[1]);
    if (price < 0)
        return 1;
    if (price > 900)
        write(1, "expensive\n", 10);
    return 0;
}
