// effigy: --sym-stdin 1
// An int is read at an address that is no multiple of four (C17 J.2: conversion between pointer types gives an incorrectly aligned result).
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *bytes = calloc(16, 1);
    if (!bytes)
        return 1;
    int at = getchar() & 7;
    int value = at % 4 == 2 ? *(int *)(bytes + at) : 0; //~ FINDING[misaligned]
    free(bytes);
    return value;
}
