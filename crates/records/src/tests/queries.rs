//! Random queries over two tables.

use effigy_testkit::Rng;

/// The schema that they are about.
pub(super) const SCHEMA: &str = r#"{"request": "schema", "dialect": "sqlite", "tables": [
  {"name": "p", "model": "P", "key": "id", "columns": [
    {"name": "n", "type": "int"}, {"name": "f", "type": "bool"}, {"name": "t", "type": "text"},
    {"name": "q_id", "type": "key", "references": "q"}]},
  {"name": "q", "model": "Q", "key": "id", "columns": [
    {"name": "m", "type": "int"}, {"name": "s", "type": "text"},
    {"name": "p_id", "type": "key", "references": "p"}]}], "facts": []}"#;

/// A source in scope: its name and its table.
type Source = (String, char);

/// Makes queries.
pub(super) struct Queries {
    pub(super) rng: Rng,
    /// Whether texts are ordered; else they are looked into by LIKE.
    ordered: bool,
    names: usize,
    scope: Vec<Source>,
}

/// What the rows of a query are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Rows of a table.
    Records(char),
    /// Integers.
    Integers,
    /// Texts.
    Texts,
}

impl Queries {
    pub(super) fn new(seed: u64) -> Queries {
        let mut rng = Rng::new(seed);
        let ordered = rng.one_in(2);
        Queries { rng, ordered, names: 0, scope: Vec::new() }
    }

    /// A query in a total order, and what its rows are.
    pub(super) fn query(&mut self) -> (String, Kind) {
        let (text, kind, _) = self.select(2, true);
        (text, kind)
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    /// A SELECT; where it is ordered, by everything that distinguishes rows.
    fn select(&mut self, depth: usize, whole: bool) -> (String, Kind, usize) {
        let outer = self.scope.len();
        let from = self.from(depth);
        let sources: Vec<Source> = self.scope[outer..].to_vec();
        let filter = if self.rng.one_in(4) {
            String::new()
        } else {
            format!(" WHERE {}", self.condition(depth))
        };
        let main = self.rng.pick(&sources).clone();
        let distinct = self.rng.one_in(3);
        let (columns, kind) = match self.rng.below(if whole { 5 } else { 4 }) {
            0 => (self.integer_column(&main), Kind::Integers),
            1 => (format!("{}.{}", main.0, text_of(main.1)), Kind::Texts),
            2 if !distinct => (self.count(&main), Kind::Integers),
            2 => (self.integer_column(&main), Kind::Integers),
            _ if whole => (format!("{}.*", main.0), Kind::Records(main.1)),
            _ => (self.integer_column(&main), Kind::Integers),
        };
        let counts = columns.contains("COUNT");
        let order = if counts {
            String::new()
        } else {
            self.order(&sources, &main, &columns, distinct, kind)
        };
        let limit = match self.rng.below(7) {
            0 => " LIMIT 1".to_owned(),
            1 => format!(" LIMIT {}", self.rng.below(4)),
            2 if whole => format!(" LIMIT {} OFFSET {}", self.rng.below(3), self.rng.below(3)),
            _ => String::new(),
        };
        self.scope.truncate(outer);
        let distinct = if distinct { "DISTINCT " } else { "" };
        (format!("SELECT {distinct}{columns} FROM {from}{filter}{order}{limit}"), kind, outer)
    }

    /// Without DISTINCT the keys of all sources end the order, and with it what is selected.
    fn order(
        &mut self,
        sources: &[Source],
        main: &Source,
        columns: &str,
        distinct: bool,
        kind: Kind,
    ) -> String {
        let mut keys = Vec::new();
        if distinct {
            match kind {
                Kind::Records(_) => {
                    if self.rng.one_in(2) {
                        keys.push(self.sorted(format!("{}.{}", main.0, integer_of(main.1))));
                    }
                    keys.push(format!("{}.id", main.0));
                }
                Kind::Texts if !self.ordered => return " ORDER BY 1".replace("1", columns),
                _ => keys.push(self.sorted(columns.to_owned())),
            }
        } else {
            if self.rng.one_in(2) {
                let source = self.rng.pick(sources).clone();
                let column = if self.ordered && self.rng.one_in(3) {
                    text_of(source.1)
                } else {
                    integer_of(source.1)
                };
                keys.push(self.sorted(format!("{}.{column}", source.0)));
            }
            keys.extend(sources.iter().map(|(name, _)| format!("{name}.id")));
        }
        format!(" ORDER BY {}", keys.join(", "))
    }

    fn sorted(&mut self, column: String) -> String {
        let direction = *self.rng.pick(&["", " DESC", " DESC NULLS FIRST", " ASC NULLS LAST"]);
        format!("{column}{direction}")
    }

    fn from(&mut self, depth: usize) -> String {
        let mut text = self.source(depth);
        while self.rng.one_in(2) && self.scope.len() < 3 {
            let kind = *self.rng.pick(&["INNER JOIN", "LEFT OUTER JOIN", "LEFT JOIN"]);
            let next = self.source(0);
            let on = if self.rng.one_in(3) { self.condition(0) } else { self.link() };
            text = format!("{text} {kind} {next} ON {on}");
        }
        text
    }

    fn source(&mut self, depth: usize) -> String {
        let name = self.name();
        let table = *self.rng.pick(&['p', 'q']);
        if depth > 0 && self.rng.one_in(6) {
            let hidden = std::mem::take(&mut self.scope);
            let inner = self.name();
            self.scope.push((inner.clone(), table));
            let condition = self.condition(0);
            self.scope = hidden;
            self.scope.push((name.clone(), table));
            return format!("(SELECT {inner}.* FROM {table} AS {inner} WHERE {condition}) {name}");
        }
        self.scope.push((name.clone(), table));
        format!("{table} AS {name}")
    }

    fn link(&mut self) -> String {
        let a = self.any();
        let b = self.any();
        format!("{}.{} = {}.id", a.0, if a.1 == 'p' { "q_id" } else { "p_id" }, b.0)
    }

    fn any(&mut self) -> Source {
        self.rng.pick(&self.scope).clone()
    }

    fn count(&mut self, main: &Source) -> String {
        match self.rng.below(3) {
            0 => "COUNT(*)".to_owned(),
            1 => format!("COUNT({}.{})", main.0, integer_of(main.1)),
            _ => format!("COUNT(DISTINCT {}.{})", main.0, text_of(main.1)),
        }
    }

    fn integer_column(&mut self, source: &Source) -> String {
        format!("{}.{}", source.0, integer_of(source.1))
    }

    fn condition(&mut self, depth: usize) -> String {
        if self.rng.one_in(3) {
            let (a, b) = (self.simple(depth), self.simple(depth));
            let word = *self.rng.pick(&["AND", "OR"]);
            let text = format!("({a} {word} {b})");
            return if self.rng.one_in(3) { format!("NOT {text}") } else { text };
        }
        self.simple(depth)
    }

    fn simple(&mut self, depth: usize) -> String {
        let sign = *self.rng.pick(&["=", "<>", "!=", "<", "<=", ">", ">="]);
        let source = self.any();
        match self.rng.below(if depth > 0 { 12 } else { 8 }) {
            0 => format!("{} {sign} {}", self.integer(), self.integer()),
            1 => self.text_condition(&source),
            2 => self.truth(&source),
            3 => {
                let not = if self.rng.one_in(2) { " NOT" } else { "" };
                let column =
                    *self.rng.pick(&[integer_of(source.1), text_of(source.1), key_of(source.1)]);
                format!("{}.{column} IS{not} NULL", source.0)
            }
            4 => self.link(),
            5 => {
                let other = self.any();
                format!("{}.{} {sign} {}.id", source.0, key_of(source.1), other.0)
            }
            6 => {
                let not = if self.rng.one_in(2) { "NOT " } else { "" };
                let null = if self.rng.one_in(3) { ", NULL" } else { "" };
                format!("{} {not}IN ({}, 1{null})", self.integer(), self.integer())
            }
            7 => format!("{} BETWEEN {} AND {}", self.integer(), self.integer(), self.integer()),
            8 | 9 => {
                let not = if self.rng.one_in(2) { "NOT " } else { "" };
                let (query, kind) = self.subquery(depth);
                match kind {
                    Kind::Texts => format!("{}.{} {not}IN ({query})", source.0, text_of(source.1)),
                    _ => format!("{} {not}IN ({query})", self.integer()),
                }
            }
            10 => format!("EXISTS ({})", self.subquery(depth).0),
            _ => {
                let name = self.name();
                let table = *self.rng.pick(&['p', 'q']);
                self.scope.push((name.clone(), table));
                let condition = self.condition(0);
                self.scope.pop();
                format!(
                    "(SELECT COUNT(*) FROM {table} AS {name} WHERE {condition}) {sign} {}",
                    self.rng.below(3)
                )
            }
        }
    }

    fn subquery(&mut self, depth: usize) -> (String, Kind) {
        let (text, kind, _) = self.select(depth - 1, false);
        (text, kind)
    }

    fn text_condition(&mut self, source: &Source) -> String {
        let column = format!("{}.{}", source.0, text_of(source.1));
        let constant = *self.rng.pick(&["'x'", "'y'", "'xy'"]);
        let other = self.any();
        let other = format!("{}.{}", other.0, text_of(other.1));
        match self.rng.below(5) {
            0 => format!("{column} = {constant}"),
            1 => format!("{column} <> {other}"),
            2 => format!("{column} NOT IN ({constant}, {other})"),
            3 if self.ordered => format!("{column} < {other}"),
            3 => format!("{column} LIKE '%X%'"),
            _ if self.ordered => format!("{column} >= {constant}"),
            _ => format!("COALESCE({column}, {other}) NOT LIKE '%y%'"),
        }
    }

    fn truth(&mut self, source: &Source) -> String {
        if source.1 == 'q' {
            return format!("{}.m", source.0);
        }
        let column = format!("{}.f", source.0);
        match self.rng.below(6) {
            0 => column,
            1 => format!("NOT {column}"),
            2 => format!("{column} = 1"),
            3 => format!("{column} = FALSE"),
            4 => format!("{column} IS NOT TRUE"),
            _ => format!(
                "(CASE WHEN {column} THEN {} ELSE {} END) = 1",
                self.integer(),
                self.integer()
            ),
        }
    }

    fn integer(&mut self) -> String {
        let source = self.any();
        let column = self.integer_column(&source);
        match self.rng.below(8) {
            0 => "1".to_owned(),
            1 => format!("{}", self.rng.below(5) as i64 - 2),
            2 => format!("{column} {} 2", self.rng.pick(&["+", "-", "*", "/", "%"])),
            3 => format!("(1 - {column})"),
            4 => format!("IFNULL({column}, 0)"),
            5 => format!("7 {} {column}", self.rng.pick(&["/", "%"])),
            _ => column,
        }
    }
}

fn integer_of(table: char) -> &'static str {
    if table == 'p' { "n" } else { "m" }
}

fn text_of(table: char) -> &'static str {
    if table == 'p' { "t" } else { "s" }
}

fn key_of(table: char) -> &'static str {
    if table == 'p' { "q_id" } else { "p_id" }
}
