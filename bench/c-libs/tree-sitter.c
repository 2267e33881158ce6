// Tree-sitter: a text of any bytes parsed with the grammar of JSON, walked, changed and parsed again.
#include "tree_sitter/api.h"

void klee_make_symbolic(void *bytes, unsigned long len, const char *name);
const TSLanguage *tree_sitter_json(void);

int main(void) {
    char in[5];
    klee_make_symbolic(in, sizeof in, "in");
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, tree_sitter_json());
    TSTree *tree = ts_parser_parse_string(parser, 0, in, sizeof in);
    TSNode root = ts_tree_root_node(tree);
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    int nodes = 0, more = 1;
    while (more) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        nodes += ts_node_is_named(node) && !ts_node_has_error(node);
        more = ts_tree_cursor_goto_first_child(&cursor) || ts_tree_cursor_goto_next_sibling(&cursor);
        while (!more && ts_tree_cursor_goto_parent(&cursor))
            more = ts_tree_cursor_goto_next_sibling(&cursor);
    }
    ts_tree_cursor_delete(&cursor);
    TSInputEdit edit = {1, 2, 2, {0, 1}, {0, 2}, {0, 2}};
    ts_tree_edit(tree, &edit);
    in[1] = '1';
    TSTree *next = ts_parser_parse_string(parser, tree, in, sizeof in);
    ts_tree_delete(tree);
    ts_tree_delete(next);
    ts_parser_delete(parser);
    return nodes == 0;
}
