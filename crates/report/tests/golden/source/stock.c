#include <assert.h>
#include <stdio.h>

static int take(int stock, int amount) {
    if (amount > 9)
        return stock;
    return stock - amount;
}

int main(void) {
    int stock = 7;
    int amount = getchar();
    stock = take(stock, amount);
    assert(stock >= 0);
    return 0;
}
