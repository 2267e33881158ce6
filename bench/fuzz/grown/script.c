/* Reads bytecode, verifies the depth and the types of its stack, and runs it: numbers, texts, and local variables. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CONSTANTS 16
#define MAX_STACK 16
#define MAX_LOCALS 4

enum type { NONE, NUMBER, TEXT };

enum op { HALT, PUSH, ADD, MULTIPLY, DUPLICATE, SWAP, DROP, LENGTH, CHARACTER, PRINT, SAY, STORE, LOAD, OPS };

struct text {
    size_t length;
    const unsigned char *at;
};

union value {
    int64_t number;
    const struct text *text;
};

struct constant {
    enum type type;
    int64_t number;
    struct text text;
};

struct program {
    struct constant constants[MAX_CONSTANTS];
    unsigned constant_count;
    const unsigned char *code;
    size_t code_size;
};

struct output {
    int64_t sum;
    size_t characters;
};

static int has_operand(int op) { return op == PUSH || op == STORE || op == LOAD; }

/* A number of four bytes behind 1, or a text with its length behind 2. */
static int read_constants(struct program *program, const unsigned char **from, const unsigned char *end) {
    const unsigned char *at = *from;
    if (at == end || *at > MAX_CONSTANTS)
        return -1;
    program->constant_count = *at++;
    for (unsigned i = 0; i < program->constant_count; i++) {
        struct constant *constant = &program->constants[i];
        if (end - at >= 5 && at[0] == NUMBER) {
            constant->type = NUMBER;
            constant->number = (int32_t)(at[1] | (uint32_t)at[2] << 8 | (uint32_t)at[3] << 16 | (uint32_t)at[4] << 24);
            at += 5;
        } else if (end - at >= 2 && at[0] == TEXT && at[1] <= end - at - 2) {
            constant->type = TEXT;
            constant->text.length = at[1];
            constant->text.at = at + 2;
            at += 2 + at[1];
        } else {
            return -1;
        }
    }
    *from = at;
    return 0;
}

/* Whether the topmost values are of the types, `top` the last one; NONE stands for none or any. */
static int are(const enum type *stack, int depth, enum type below, enum type top) {
    if (depth < 1 + (below != NONE))
        return 0;
    return stack[depth - 1] == top && (below == NONE || stack[depth - 2] == below);
}

/* Follows the types of the values on the stack: nothing is left to check when the program runs. */
static int verify(const struct program *program) {
    enum type stack[MAX_STACK], locals[MAX_LOCALS] = {NONE};
    int depth = 0;
    for (size_t i = 0; i < program->code_size; i++) {
        int op = program->code[i];
        unsigned operand = 0;
        if (op >= OPS || (has_operand(op) && i + 1 == program->code_size))
            return -1;
        if (has_operand(op))
            operand = program->code[++i];
        switch (op) {
        case HALT:
            return i + 1 == program->code_size ? 0 : -1;
        case PUSH:
            if (operand >= program->constant_count || depth == MAX_STACK)
                return -1;
            stack[depth++] = program->constants[operand].type;
            break;
        case ADD:
        case MULTIPLY:
            if (!are(stack, depth, NUMBER, NUMBER))
                return -1;
            depth--;
            break;
        case DUPLICATE:
            if (depth == 0 || depth == MAX_STACK)
                return -1;
            stack[depth] = stack[depth - 1];
            depth++;
            break;
        case SWAP:
            if (depth < 2)
                return -1;
            break;
        case DROP:
            if (depth == 0)
                return -1;
            depth--;
            break;
        case LENGTH:
            if (!are(stack, depth, NONE, TEXT))
                return -1;
            stack[depth - 1] = NUMBER;
            break;
        case CHARACTER:
            if (!are(stack, depth, TEXT, NUMBER))
                return -1;
            stack[--depth - 1] = NUMBER;
            break;
        case PRINT:
        case SAY:
            if (!are(stack, depth, NONE, op == PRINT ? NUMBER : TEXT))
                return -1;
            depth--;
            break;
        case STORE:
            if (depth == 0 || operand >= MAX_LOCALS)
                return -1;
            locals[operand] = stack[--depth];
            break;
        case LOAD:
            if (operand >= MAX_LOCALS || locals[operand] == NONE || depth == MAX_STACK)
                return -1;
            stack[depth++] = locals[operand];
            break;
        }
    }
    return -1;
}

static union value constant_value(const struct constant *constant) {
    union value value = {.number = constant->number};
    if (constant->type == TEXT)
        value.text = &constant->text;
    return value;
}

static int64_t arithmetic(int op, int64_t a, int64_t b) {
    uint64_t result = op == ADD ? (uint64_t)a + (uint64_t)b : (uint64_t)a * (uint64_t)b;
    return (int64_t)result;
}

static int run(const struct program *program, struct output *output) {
    union value stack[MAX_STACK], locals[MAX_LOCALS];
    union value *top = stack;
    for (const unsigned char *at = program->code; *at != HALT; at++) {
        union value other;
        switch (*at) {
        case PUSH:
            *top++ = constant_value(&program->constants[*++at]);
            break;
        case ADD:
        case MULTIPLY:
            top--;
            top[-1].number = arithmetic(*at, top[-1].number, top[0].number);
            break;
        case DUPLICATE:
            top[0] = top[-1];
            top++;
            break;
        case SWAP:
            other = top[-1];
            top[-1] = top[-2];
            top[-2] = other;
            break;
        case DROP:
            top--;
            break;
        case LENGTH:
            top[-1].number = (int64_t)top[-1].text->length;
            break;
        case CHARACTER:
            top--;
            if (top[0].number < 0 || (uint64_t)top[0].number >= top[-1].text->length)
                return -1;
            top[-1].number = top[-1].text->at[top[0].number];
            break;
        case PRINT:
            output->sum = arithmetic(ADD, output->sum, (--top)->number);
            break;
        case SAY:
            output->characters += (--top)->text->length;
            break;
        case STORE:
            locals[*++at] = *--top;
            break;
        case LOAD:
            *top++ = locals[*++at];
            break;
        }
    }
    return 0;
}

int parse(const unsigned char *data, size_t size) {
    struct program program;
    struct output output = {0, 0};
    if (size < 4 || memcmp(data, "SCR1", 4) != 0)
        return -1;
    const unsigned char *at = data + 4, *end = data + size;
    memset(&program, 0, sizeof program);
    if (read_constants(&program, &at, end) < 0 || end - at < 2)
        return -1;
    program.code_size = at[0] | (size_t)at[1] << 8;
    program.code = at + 2;
    if (program.code_size != (size_t)(end - program.code) || verify(&program) < 0 || run(&program, &output) < 0)
        return -1;
    return (int)(output.characters + (output.sum != 0));
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
