// Expat: a document of any bytes, in two parts, with namespaces, a DTD and handlers.
#include <stddef.h>
#include "expat.h"

void klee_make_symbolic(void *bytes, size_t len, const char *name);

static void begin(void *data, const XML_Char *name, const XML_Char **attributes) {
    *(int *)data += name[0] + (attributes[0] != NULL);
}
static void end(void *data, const XML_Char *name) { *(int *)data -= name[0]; }
static void text(void *data, const XML_Char *bytes, int len) { *(int *)data += len > 0 && bytes[0]; }
static void instruction(void *data, const XML_Char *target, const XML_Char *rest) { *(int *)data += target[0] + rest[0]; }
static void comment(void *data, const XML_Char *bytes) { *(int *)data += bytes[0]; }
static void mark(void *data) { ++*(int *)data; }

int main(void) {
    static const char *const starts[] = {"", "<!DOCTYPE d [<!", "<?xml version='1.0' ", "<d a='1'>", "<!DOCTYPE d [<!ATTLIST a ", "<!DOCTYPE d [<!ELEMENT a "};
    char in[10];
    unsigned char start, split;
    int data = 0;
    klee_make_symbolic(in, sizeof in, "in");
    klee_make_symbolic(&start, 1, "start");
    klee_make_symbolic(&split, 1, "split");
    if (start >= 6 || split > 1)
        return 0;
    XML_Parser parser = XML_ParserCreateNS(NULL, '|');
    XML_SetUserData(parser, &data);
    XML_SetElementHandler(parser, begin, end);
    XML_SetCharacterDataHandler(parser, text);
    XML_SetProcessingInstructionHandler(parser, instruction);
    XML_SetCommentHandler(parser, comment);
    XML_SetCdataSectionHandler(parser, mark, mark);
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
    int len = 0;
    while (starts[start][len])
        len++;
    if (XML_Parse(parser, starts[start], len, 0) == XML_STATUS_OK && (!split || XML_Parse(parser, in, 4, 0) == XML_STATUS_OK))
        XML_Parse(parser, in + 4 * split, sizeof in - 4 * split, 1);
    XML_ErrorString(XML_GetErrorCode(parser));
    XML_ParserFree(parser);
    return 0;
}
