/* A calculator by lines: functions with parameters are defined, also anew, and expressions are printed. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FUNCTIONS 8
#define MAX_PARAMETERS 4
#define MAX_NODES 256
#define MAX_DEPTH 32
#define MAX_STEPS 10000
#define MAX_NAME 12

enum kind { NUMBER, PARAMETER, CALL, ADD, SUBTRACT, MULTIPLY };

struct node {
    enum kind kind;
    /* A number, or which parameter or function it is. */
    int64_t value;
    /* The operands, or the arguments of a call. */
    struct node *inner[MAX_PARAMETERS];
};

struct function {
    char name[MAX_NAME];
    char parameters[MAX_PARAMETERS][MAX_NAME];
    int parameter_count;
    struct node *body;
};

struct calculator {
    struct function functions[MAX_FUNCTIONS];
    int function_count;
    struct node nodes[MAX_NODES];
    int node_count;
    int steps;
    int64_t printed;
    const char *at;
    const char *end;
};

static void skip(struct calculator *it) {
    while (it->at < it->end && *it->at == ' ')
        it->at++;
}

static int accept(struct calculator *it, char c) {
    skip(it);
    if (it->at == it->end || *it->at != c)
        return 0;
    it->at++;
    return 1;
}

/* Letters and digits, the first a letter. */
static int read_name(struct calculator *it, char *name) {
    int length = 0;
    skip(it);
    if (it->at == it->end || !isalpha((unsigned char)*it->at))
        return -1;
    for (; it->at < it->end && isalnum((unsigned char)*it->at); it->at++) {
        if (length == MAX_NAME - 1)
            return -1;
        name[length++] = *it->at;
    }
    name[length] = '\0';
    return 0;
}

static struct function *find(struct calculator *it, const char *name) {
    for (int i = 0; i < it->function_count; i++)
        if (strcmp(it->functions[i].name, name) == 0)
            return &it->functions[i];
    return NULL;
}

static struct node *new_node(struct calculator *it, enum kind kind, int64_t value) {
    if (it->node_count == MAX_NODES)
        return NULL;
    struct node *node = &it->nodes[it->node_count++];
    node->kind = kind;
    node->value = value;
    return node;
}

static struct node *read_sum(struct calculator *it, const struct function *in, int depth);

static struct node *read_number(struct calculator *it) {
    int64_t value = 0;
    for (; it->at < it->end && isdigit((unsigned char)*it->at); it->at++) {
        value = value * 10 + (*it->at - '0');
        if (value > INT32_MAX)
            return NULL;
    }
    return new_node(it, NUMBER, value);
}

/* The function must be there, and have as many parameters as there are arguments. */
static struct node *read_call(struct calculator *it, const struct function *in, const char *name, int depth) {
    const struct function *function = find(it, name);
    if (function == NULL)
        return NULL;
    struct node *call = new_node(it, CALL, function - it->functions);
    if (call == NULL)
        return NULL;
    for (int i = 0; i < function->parameter_count; i++) {
        if (i > 0 && !accept(it, ','))
            return NULL;
        call->inner[i] = read_sum(it, in, depth + 1);
        if (call->inner[i] == NULL)
            return NULL;
    }
    return accept(it, ')') ? call : NULL;
}

static struct node *read_operand(struct calculator *it, const struct function *in, int depth) {
    char name[MAX_NAME];
    skip(it);
    if (depth > MAX_DEPTH || it->at == it->end)
        return NULL;
    if (isdigit((unsigned char)*it->at))
        return read_number(it);
    if (accept(it, '(')) {
        struct node *inner = read_sum(it, in, depth + 1);
        return inner != NULL && accept(it, ')') ? inner : NULL;
    }
    if (read_name(it, name) < 0)
        return NULL;
    if (accept(it, '('))
        return read_call(it, in, name, depth);
    for (int i = 0; in != NULL && i < in->parameter_count; i++)
        if (strcmp(in->parameters[i], name) == 0)
            return new_node(it, PARAMETER, i);
    return NULL;
}

static struct node *join(struct calculator *it, enum kind kind, struct node *left, struct node *right) {
    struct node *node = left == NULL || right == NULL ? NULL : new_node(it, kind, 0);
    if (node != NULL) {
        node->inner[0] = left;
        node->inner[1] = right;
    }
    return node;
}

static struct node *read_product(struct calculator *it, const struct function *in, int depth) {
    struct node *left = read_operand(it, in, depth);
    while (left != NULL && accept(it, '*'))
        left = join(it, MULTIPLY, left, read_operand(it, in, depth));
    return left;
}

static struct node *read_sum(struct calculator *it, const struct function *in, int depth) {
    struct node *left = read_product(it, in, depth);
    for (;;) {
        if (left != NULL && accept(it, '+'))
            left = join(it, ADD, left, read_product(it, in, depth));
        else if (left != NULL && accept(it, '-'))
            left = join(it, SUBTRACT, left, read_product(it, in, depth));
        else
            return left;
    }
}

/* Evaluates with the arguments of the function around it. The numbers wrap around. */
static int evaluate(struct calculator *it, const struct node *node, const int64_t *arguments, int depth, int64_t *out) {
    int64_t values[MAX_PARAMETERS] = {0};
    int count = 2;
    if (depth > MAX_DEPTH * 2 || ++it->steps > MAX_STEPS)
        return -1;
    if (node->kind == NUMBER || node->kind == PARAMETER) {
        *out = node->kind == NUMBER ? node->value : arguments[node->value];
        return 0;
    }
    if (node->kind == CALL)
        count = it->functions[node->value].parameter_count;
    for (int i = 0; i < count; i++)
        if (evaluate(it, node->inner[i], arguments, depth + 1, &values[i]) < 0)
            return -1;
    uint64_t left = (uint64_t)values[0], right = (uint64_t)values[1];
    switch (node->kind) {
    case CALL:
        return evaluate(it, it->functions[node->value].body, values, depth + 1, out);
    case ADD:
        *out = (int64_t)(left + right);
        return 0;
    case SUBTRACT:
        *out = (int64_t)(left - right);
        return 0;
    default:
        *out = (int64_t)(left * right);
        return 0;
    }
}

/* `def name(a, b) = ...`; what it calls is defined before. */
static int define(struct calculator *it) {
    struct function new = {0};
    if (read_name(it, new.name) < 0 || !accept(it, '('))
        return -1;
    do {
        if (new.parameter_count == MAX_PARAMETERS || read_name(it, new.parameters[new.parameter_count++]) < 0)
            return -1;
    } while (accept(it, ','));
    if (!accept(it, ')') || !accept(it, '='))
        return -1;
    new.body = read_sum(it, &new, 0);
    if (new.body == NULL)
        return -1;
    struct function *place = find(it, new.name);
    if (place == NULL) {
        if (it->function_count == MAX_FUNCTIONS)
            return -1;
        place = &it->functions[it->function_count++];
    }
    *place = new;
    return 0;
}

static int print(struct calculator *it) {
    static const int64_t none[MAX_PARAMETERS] = {0};
    int64_t value = 0;
    const struct node *node = read_sum(it, NULL, 0);
    if (node == NULL || evaluate(it, node, none, 0, &value) < 0)
        return -1;
    it->printed = value;
    return 0;
}

static int read_line(struct calculator *it) {
    char word[MAX_NAME];
    skip(it);
    if (it->at == it->end || *it->at == '#')
        return 0;
    if (read_name(it, word) < 0)
        return -1;
    int result = -1;
    if (strcmp(word, "def") == 0)
        result = define(it);
    else if (strcmp(word, "print") == 0)
        result = print(it);
    skip(it);
    return result == 0 && it->at == it->end ? 0 : -1;
}

int parse(const unsigned char *data, size_t size) {
    struct calculator *it = calloc(1, sizeof *it);
    const char *at = (const char *)data, *all = at + size;
    int result = it == NULL ? -1 : 0;
    while (result == 0 && at < all) {
        const char *end = memchr(at, '\n', (size_t)(all - at));
        it->at = at;
        it->end = end == NULL ? all : end;
        at = end == NULL ? all : end + 1;
        result = read_line(it);
    }
    if (result == 0)
        result = it->printed != 0;
    free(it);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
