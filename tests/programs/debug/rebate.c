/* What a customer pays: an order of 10 or more is cheaper, and one of 100 has a present. */
#include <stdlib.h>

struct order {
    int count;
    int price;
};

static int total(const struct order *order) {
    int sum = order->count * order->price;
    if (order->count >= 10)
        sum -= sum / 10;
    return sum;
}

int main(int argc, char **argv) {
    struct order order = {0, 3};
    if (argc != 2)
        return 2;
    int count = argv[1][0];
    order.count = count;
    int due = total(&order);
    if (due == 27)
        return 1;
    return 0;
}
