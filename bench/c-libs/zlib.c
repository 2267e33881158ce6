// zlib: what inflate makes of any bytes, raw, behind the codes of a dynamic block, or with a header of zlib or gzip, at once and byte by byte.
#include <string.h>
#include "zlib.h"

void klee_make_symbolic(void *bytes, size_t len, const char *name);

static unsigned char in[40], out[600];

int main(void) {
    static const int kinds[] = {-15, 15, 47, -15};
    Bytef extra[4], name[4], comment[4];
    unsigned char how;
    klee_make_symbolic(in, sizeof in, "in");
    klee_make_symbolic(&how, 1, "how");
    if (how >= 9)
        return 0;
    if (how == 8)
        memcpy(in, "\x05\xc1\x81\x01\0\0\x08\x01\xb0\x5b\x49\xe1\xff\x07\xda\x10\xf2", 17);
    z_stream stream = {.next_in = in, .avail_in = how & 4 ? 1 : sizeof in, .next_out = out, .avail_out = sizeof out}, copy;
    if (inflateInit2(&stream, kinds[how % 4]) != Z_OK)
        return 1;
    gz_header header = {.extra = extra, .extra_max = 4, .name = name, .name_max = 4, .comment = comment, .comm_max = 4};
    if (how % 4 == 2)
        inflateGetHeader(&stream, &header);
    if (how % 4 == 3)
        inflatePrime(&stream, 3, in[0] & 7);
    int status = inflate(&stream, Z_SYNC_FLUSH);
    while (how & 4 && status == Z_OK && stream.next_in < in + sizeof in) {
        stream.avail_in = 1;
        status = inflate(&stream, Z_BLOCK);
    }
    if (status == Z_NEED_DICT && inflateSetDictionary(&stream, in, 8) == Z_OK)
        status = inflate(&stream, Z_FINISH);
    if (status == Z_DATA_ERROR && inflateSync(&stream) == Z_OK)
        inflate(&stream, Z_FINISH);
    if (inflateCopy(&copy, &stream) == Z_OK)
        inflateEnd(&copy);
    inflateMark(&stream);
    inflateGetDictionary(&stream, out, NULL);
    crc32(adler32(1, out, 40), out, 40);
    inflateReset2(&stream, 15);
    inflateEnd(&stream);
    return 0;
}
