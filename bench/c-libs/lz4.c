// LZ4: any bytes decompressed, and texts with any of two letters at some places there and back: as a block, cut to a size, as blocks of a
// stream, with a dictionary.
#define LZ4_STATIC_LINKING_ONLY
#include <stdlib.h>
#include <string.h>
#include "lz4.h"

void klee_make_symbolic(void *bytes, size_t len, const char *name);

static const char dict[] = "abcabdaabcab";
static char in[20], text[72], packed[200], out[72], state[sizeof(LZ4_stream_t)];

static void same(int size) {
    if (size != sizeof text || memcmp(text, out, sizeof text))
        abort();
}

int main(void) {
    unsigned char how;
    klee_make_symbolic(in, sizeof in, "in");
    klee_make_symbolic(&how, 1, "how");
    LZ4_stream_t *stream = LZ4_createStream(), *other = LZ4_createStream();
    LZ4_streamDecode_t *decode = LZ4_createStreamDecode();
    int len = sizeof in, all = sizeof text, half = all / 2, size = 0;
    for (int i = 0; how > 2 && i < all; i++)
        text[i] = i % 12 ? "abcabdaabcab"[i % 12] + i / 24 : in[i / 12] < 0 ? 'a' : 'b';
    LZ4_loadDict(how == 5 ? other : stream, dict, sizeof dict);
    switch (how) {
    case 0: LZ4_decompress_safe(in, out, len, all); break;
    case 1: LZ4_decompress_safe_partial(in, out, len, 8, all); break;
    case 2: LZ4_decompress_safe_usingDict(in, out, len, all, dict, sizeof dict); break;
    case 3:
        size = LZ4_compress_default(text, packed, all, sizeof packed);
        same(LZ4_decompress_safe(packed, out, size, all));
        LZ4_decompress_fast(packed, out, all);
        LZ4_compress_destSize(text, packed, &len, 12);
        break;
    case 4:
    case 5:
        LZ4_setStreamDecode(decode, dict, sizeof dict);
        if (how == 5)
            LZ4_attach_dictionary(stream, other);
        for (int part = 0; part < all; part += half) {
            size = LZ4_compress_fast_continue(stream, text + part, packed, half, sizeof packed, 1);
            LZ4_decompress_safe_continue(decode, packed, out + part, size, half);
        }
        same(all);
        LZ4_saveDict(stream, state, half);
        break;
    case 6:
        size = LZ4_compress_fast_extState(state, text, packed, all, sizeof packed, 3);
        size = LZ4_compress_fast_extState_fastReset(state, text, packed, half, 20, 1);
    }
    return size == 0;
}
