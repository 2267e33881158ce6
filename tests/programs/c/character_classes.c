// effigy: --sym-stdin 1
// ctype against plain comparisons, over every byte. Nothing fails.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 1;
    int digit = c >= '0' && c <= '9';
    int lower = c >= 'a' && c <= 'z';
    int upper = c >= 'A' && c <= 'Z';
    assert(!isdigit(c) == !digit);
    assert(!isalpha(c) == !(lower || upper));
    assert(!isalnum(c) == !(digit || lower || upper));
    if (lower)
        assert(toupper(c) == c - 'a' + 'A');
    else
        assert(toupper(c) == c);
    assert(tolower(toupper(c)) == (upper ? c - 'A' + 'a' : c) || !isalpha(c));
    if (isspace(c))
        assert(c == ' ' || (c >= '\t' && c <= '\r'));
    if (isxdigit(c) && !digit)
        assert(tolower(c) >= 'a' && tolower(c) <= 'f');
    assert(!ispunct(c) || !isalnum(c));
    return isprint(c) ? 0 : 2;
}
