// bzip2: any bytes behind a header decompressed, and any text of three letters there and back: a short one, which the fallback sorts, and
// the end of a long one.
#include <string.h>
#include "bzlib.h"

void klee_make_symbolic(void *bytes, size_t len, const char *name);
void klee_assert_fail(const char *text, const char *file, unsigned line, const char *function);

void bz_internal_error(int code) {
    klee_assert_fail("no internal error", __FILE__, (unsigned)code, __func__);
}

static char text[12000], packed[16000], out[12000];

int main(void) {
    unsigned char in[6], how;
    klee_make_symbolic(in, sizeof in, "in");
    klee_make_symbolic(&how, 1, "how");
    unsigned size = sizeof packed, len = sizeof out, last = how < 2 ? 0 : sizeof text - sizeof in;
    if (how == 4) {
        memcpy(packed, "BZh1\x31\x41\x59\x26\x53\x59\0\0\0\0", 14);
        memcpy(packed + 14, in, sizeof in);
        BZ2_bzBuffToBuffDecompress(out, &len, packed, 14 + sizeof in, 0, 0);
        return 0;
    }
    for (unsigned i = 0; i < last; i++)
        text[i] = "one two three, and so on"[i * i / 7 % 25];
    for (unsigned i = 0; i < sizeof in; i++)
        text[last + i] = in[i] < 100 ? 'a' : in[i] < 200 ? 'b' : 'c';
    if (BZ2_bzBuffToBuffCompress(packed, &size, text, last + sizeof in, 1, 0, 0) != BZ_OK)
        return 1;
    if (BZ2_bzBuffToBuffDecompress(out, &len, packed, size, how & 1, 0) != BZ_OK || len != last + sizeof in || memcmp(text, out, len))
        klee_assert_fail("there and back", __FILE__, __LINE__, __func__);
    return 0;
}
