/* Runs the code of a small machine with a stack of numbers, a few cells of memory, jumps and calls. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STACK 32
#define CELLS 16
#define CALLS 8
#define MAX_STEPS 2000

enum op { HALT, PUSH, POP, DUP, SWAP, ADD, SUB, MUL, DIV, SHL, NOT, LESS, LOAD, STORE, JUMP, JUMP_ZERO, CALL, RETURN, OPS };

struct machine {
    const unsigned char *code;
    size_t size;
    size_t at;
    int32_t stack[STACK];
    unsigned depth;
    int32_t cells[CELLS];
    size_t calls[CALLS];
    unsigned call_depth;
};

/* How many numbers an operation takes and leaves, and whether an operand follows it. */
static const struct {
    unsigned char takes, leaves, operand;
} table[OPS] = {
    [HALT] = {0, 0, 0},  [PUSH] = {0, 1, 1}, [POP] = {1, 0, 0},  [DUP] = {1, 2, 0},   [SWAP] = {2, 2, 0},
    [ADD] = {2, 1, 0},   [SUB] = {2, 1, 0},  [MUL] = {2, 1, 0},  [DIV] = {2, 1, 0},   [SHL] = {2, 1, 0},
    [NOT] = {1, 1, 0},   [LESS] = {2, 1, 0}, [LOAD] = {0, 1, 1}, [STORE] = {1, 0, 1}, [JUMP] = {0, 0, 1},
    [JUMP_ZERO] = {1, 0, 1}, [CALL] = {0, 0, 1}, [RETURN] = {0, 0, 0},
};

static int compute(enum op op, int32_t a, int32_t b, int32_t *result) {
    switch (op) {
    case ADD:
        *result = (int32_t)((uint32_t)a + (uint32_t)b);
        return 0;
    case SUB:
        *result = (int32_t)((uint32_t)a - (uint32_t)b);
        return 0;
    case MUL:
        *result = (int32_t)((uint32_t)a * (uint32_t)b);
        return 0;
    case DIV:
        if (b == 0)
            return -1;
        *result = a / b;
        return 0;
    case SHL:
        *result = (int32_t)((uint32_t)a << (b & 31));
        return 0;
    case LESS:
        *result = a < b;
        return 0;
    default:
        return -1;
    }
}

/* Runs one operation: 1 when the program goes on, 0 at its end. */
static int step(struct machine *m) {
    if (m->at >= m->size)
        return -1;
    unsigned char byte = m->code[m->at++];
    if (byte >= OPS)
        return -1;
    enum op op = byte;
    unsigned char operand = 0;
    if (table[op].operand) {
        if (m->at >= m->size)
            return -1;
        operand = m->code[m->at++];
    }
    if (m->depth < table[op].takes || m->depth - table[op].takes + table[op].leaves > STACK)
        return -1;
    m->depth -= table[op].takes;
    int32_t *top = m->stack + m->depth;
    switch (op) {
    case HALT:
        return 0;
    case PUSH:
        top[0] = (int8_t)operand;
        break;
    case POP:
        break;
    case DUP:
        top[1] = top[0];
        break;
    case SWAP: {
        int32_t first = top[0];
        top[0] = top[1];
        top[1] = first;
        break;
    }
    case NOT:
        top[0] = ~top[0];
        break;
    case LOAD:
        if (operand >= CELLS)
            return -1;
        top[0] = m->cells[operand];
        break;
    case STORE:
        if (operand >= CELLS)
            return -1;
        m->cells[operand] = top[0];
        break;
    case JUMP_ZERO:
        if (top[0] == 0)
            m->at = operand;
        break;
    case CALL:
        if (m->call_depth == CALLS)
            return -1;
        m->calls[m->call_depth++] = m->at;
        m->at = operand;
        break;
    case JUMP:
        m->at = operand;
        break;
    case RETURN:
        if (m->call_depth == 0)
            return -1;
        m->at = m->calls[--m->call_depth];
        break;
    default:
        if (compute(op, top[0], top[1], &top[0]) < 0)
            return -1;
    }
    m->depth += table[op].leaves;
    return 1;
}

int parse(const unsigned char *data, size_t size) {
    if (size < 6 || memcmp(data, "TINY", 4) != 0 || data[4] != 1 || data[5] != size - 6)
        return -1;
    struct machine machine = {.code = data + 6, .size = size - 6};
    int result = 1;
    for (int steps = 0; steps < MAX_STEPS && result == 1; steps++)
        result = step(&machine);
    return result < 0 ? -1 : (int)machine.depth;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
