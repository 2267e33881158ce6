// LibYAML: all documents of a stream, as trees of nodes.
#define YAML_VERSION_MAJOR 0
#define YAML_VERSION_MINOR 2
#define YAML_VERSION_PATCH 2
#define YAML_VERSION_STRING "0.2.2"

// Each file defines this type anew.
#include "api.c"
#define yaml_string_t reader_string_t
#include "reader.c"
#undef yaml_string_t
#define yaml_string_t scanner_string_t
#include "scanner.c"
#undef yaml_string_t
#define yaml_string_t parser_string_t
#include "parser.c"
#undef yaml_string_t
#define yaml_string_t loader_string_t
#include "loader.c"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    yaml_parser_t parser;
    yaml_document_t document;
    int more = yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, data, size);
    while (more && yaml_parser_load(&parser, &document)) {
        more = yaml_document_get_root_node(&document) != NULL;
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    return 0;
}
