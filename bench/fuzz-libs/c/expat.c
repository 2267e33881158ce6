// Expat: a document that is whole, with namespaces.
#define HAVE_MEMMOVE 1
#define XML_NS 1
#define XML_DTD 1
#define XML_CONTEXT_BYTES 1024
#define BYTEORDER 1234
#include "xmltok.c"
#include "xmlrole.c"
#include "xmlparse.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    XML_Parser parser = XML_ParserCreateNS(NULL, '|');
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_Parse(parser, (const char *)data, (int)size, 1);
    XML_ParserFree(parser);
    return 0;
}
