/* Runs statements of a small language on tables of texts: CREATE, ALTER, INSERT, DELETE and SELECT. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_TABLES 2
#define MAX_COLUMNS 4
#define MAX_ROWS 8
#define MAX_WORD 16

struct row {
    char *values[MAX_COLUMNS];
};

struct table {
    char name[MAX_WORD];
    char columns[MAX_COLUMNS][MAX_WORD];
    int column_count;
    struct row *rows[MAX_ROWS];
    int row_count;
};

struct database {
    struct table tables[MAX_TABLES];
    int table_count;
    int printed;
    const char *at;
    const char *end;
    char word[MAX_WORD];
};

static void skip(struct database *it) {
    while (it->at < it->end && isspace((unsigned char)*it->at))
        it->at++;
}

static int accept(struct database *it, char c) {
    skip(it);
    if (it->at == it->end || *it->at != c)
        return 0;
    it->at++;
    return 1;
}

/* The next word; what is longer than a word may be is an error. */
static int read_word(struct database *it) {
    int length = 0;
    skip(it);
    for (; it->at < it->end && isalnum((unsigned char)*it->at); it->at++) {
        if (length == MAX_WORD - 1)
            return -1;
        it->word[length++] = *it->at;
    }
    it->word[length] = '\0';
    return length == 0 ? -1 : 0;
}

/* Takes the keyword if it is the next word. */
static int keyword(struct database *it, const char *word) {
    const char *start = it->at;
    if (read_word(it) == 0 && strcasecmp(it->word, word) == 0)
        return 1;
    it->at = start;
    return 0;
}

static struct table *find(struct database *it, const char *name) {
    for (int i = 0; i < it->table_count; i++)
        if (strcasecmp(it->tables[i].name, name) == 0)
            return &it->tables[i];
    return NULL;
}

static struct table *read_table(struct database *it) { return read_word(it) < 0 ? NULL : find(it, it->word); }

static int find_column(const struct table *table, const char *name) {
    for (int i = 0; i < table->column_count; i++)
        if (strcasecmp(table->columns[i], name) == 0)
            return i;
    return -1;
}

static int read_column(struct database *it, const struct table *table) {
    return read_word(it) < 0 ? -1 : find_column(table, it->word);
}

static int add_column(struct database *it, struct table *table) {
    if (read_word(it) < 0 || table->column_count == MAX_COLUMNS || find_column(table, it->word) >= 0)
        return -1;
    strcpy(table->columns[table->column_count++], it->word);
    return 0;
}

/* CREATE name (column, ...) */
static int create(struct database *it) {
    if (read_word(it) < 0 || find(it, it->word) != NULL || it->table_count == MAX_TABLES)
        return -1;
    struct table *table = &it->tables[it->table_count++];
    strcpy(table->name, it->word);
    if (!accept(it, '('))
        return -1;
    do {
        if (add_column(it, table) < 0)
            return -1;
    } while (accept(it, ','));
    return accept(it, ')') ? 0 : -1;
}

/* ALTER name ADD column: rows that are there have no value in it. */
static int alter(struct database *it) {
    struct table *table = read_table(it);
    if (table == NULL || !keyword(it, "ADD"))
        return -1;
    return add_column(it, table);
}

static void drop_row(struct row *row) {
    for (int i = 0; i < MAX_COLUMNS; i++)
        free(row->values[i]);
    free(row);
}

/* INSERT name value, ... with a value for each column. */
static int insert(struct database *it) {
    struct table *table = read_table(it);
    if (table == NULL || table->row_count == MAX_ROWS)
        return -1;
    struct row *row = calloc(1, sizeof *row);
    if (row == NULL)
        return -1;
    for (int i = 0; i < table->column_count; i++) {
        if ((i > 0 && !accept(it, ',')) || read_word(it) < 0) {
            drop_row(row);
            return -1;
        }
        row->values[i] = strdup(it->word);
    }
    table->rows[table->row_count++] = row;
    return 0;
}

/* [WHERE column = value]: the rows that have it, or all. */
static int read_where(struct database *it, const struct table *table, struct row **chosen) {
    int column = -1, count = 0;
    if (keyword(it, "WHERE")) {
        column = read_column(it, table);
        if (column < 0 || !accept(it, '=') || read_word(it) < 0)
            return -1;
    }
    for (int i = 0; i < table->row_count; i++) {
        const char *value = column < 0 ? NULL : table->rows[i]->values[column];
        if (column < 0 || (value != NULL && strcmp(value, it->word) == 0))
            chosen[count++] = table->rows[i];
    }
    return count;
}

/* DELETE name [WHERE column = value] */
static int delete(struct database *it) {
    struct row *chosen[MAX_ROWS];
    struct table *table = read_table(it);
    int count = table == NULL ? -1 : read_where(it, table, chosen);
    for (int i = 0; i < count; i++) {
        int kept = 0;
        for (int j = 0; j < table->row_count; j++)
            if (table->rows[j] != chosen[i])
                table->rows[kept++] = table->rows[j];
        table->row_count = kept;
        drop_row(chosen[i]);
    }
    return count < 0 ? -1 : 0;
}

/* Sorts by the values of a column; rows that have the same one stay in their order. */
static void sort(struct row **rows, int count, int column) {
    for (int i = 1; i < count; i++) {
        struct row *row = rows[i];
        int place = i;
        for (; place > 0 && strcmp(rows[place - 1]->values[column], row->values[column]) > 0; place--)
            rows[place] = rows[place - 1];
        rows[place] = row;
    }
}

/* SELECT column FROM name [WHERE column = value] [ORDER BY column] */
static int select_rows(struct database *it) {
    char name[MAX_WORD];
    struct row *chosen[MAX_ROWS];
    if (read_word(it) < 0)
        return -1;
    strcpy(name, it->word);
    if (!keyword(it, "FROM"))
        return -1;
    const struct table *table = read_table(it);
    int column = table == NULL ? -1 : find_column(table, name);
    if (column < 0)
        return -1;
    int count = read_where(it, table, chosen);
    if (count > 0 && keyword(it, "ORDER")) {
        int by = keyword(it, "BY") ? read_column(it, table) : -1;
        if (by < 0)
            return -1;
        sort(chosen, count, by);
    }
    for (int i = 0; i < count; i++) {
        const char *value = chosen[i]->values[column];
        it->printed += value == NULL ? 1 : (int)strlen(value);
    }
    return count < 0 ? -1 : 0;
}

static int statement(struct database *it) {
    if (keyword(it, "CREATE"))
        return create(it);
    if (keyword(it, "ALTER"))
        return alter(it);
    if (keyword(it, "INSERT"))
        return insert(it);
    if (keyword(it, "DELETE"))
        return delete(it);
    if (keyword(it, "SELECT"))
        return select_rows(it);
    return -1;
}

static int run(struct database *it) {
    for (skip(it); it->at < it->end; skip(it))
        if (statement(it) < 0 || !accept(it, ';'))
            return -1;
    return it->printed;
}

int parse(const unsigned char *data, size_t size) {
    struct database database;
    memset(&database, 0, sizeof database);
    database.at = (const char *)data;
    database.end = database.at + size;
    int result = run(&database);
    for (int i = 0; i < database.table_count; i++)
        for (int j = 0; j < database.tables[i].row_count; j++)
            drop_row(database.tables[i].rows[j]);
    return result;
}

int main(void) {
    static unsigned char data[4096];
    size_t size = fread(data, 1, sizeof data, stdin);
    return parse(data, size) < 0;
}
