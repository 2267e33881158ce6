//! Queries of SQL, with all names resolved. The meaning is that of SQLite, with three truth values.

use crate::operators::{Arithmetic, Comparison};
use crate::schema::ColumnRef;
use crate::value::{TableId, Type, Value};

/// A source of rows in a FROM clause, numbered within the whole query, subqueries included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A row of a table within a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowRef {
    /// That of a table of FROM.
    Source(SourceId),
    /// That which a subquery of FROM has as one of its outputs.
    Derived(SourceId, usize),
}

/// A SELECT.
#[derive(Debug, Clone)]
pub struct Select {
    /// Whether equal rows count once.
    pub distinct: bool,
    /// What a row has.
    pub outputs: Vec<Output>,
    /// Where rows come from, joined from left to right.
    pub sources: Vec<Source>,
    /// Which of them count.
    pub filter: Option<Condition>,
    /// The order, before that of keys.
    pub order: Vec<OrderBy>,
    /// At most so many rows.
    pub limit: Option<u64>,
    /// So many rows are left out first.
    pub offset: u64,
}

/// A part of a row.
#[derive(Debug, Clone)]
pub enum Output {
    /// All columns of a table.
    Row(RowRef, TableId),
    /// One value.
    Scalar(Scalar, Type),
    /// A number of rows: the query has one row then.
    Count(Counted),
}

/// What COUNT counts.
#[derive(Debug, Clone)]
pub enum Counted {
    /// Rows.
    Rows,
    /// Values that are not null.
    Values(Scalar),
    /// Different values that are not null.
    Distinct(Scalar, Type),
}

/// A source of rows and how it is joined with those before it.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its number.
    pub id: SourceId,
    /// What it is.
    pub kind: SourceKind,
    /// Whether rows before it stay without a partner.
    pub left: bool,
    /// Which pairs count.
    pub on: Option<Condition>,
}

/// What a source is.
#[derive(Debug, Clone)]
pub enum SourceKind {
    /// A table.
    Table(TableId),
    /// A subquery.
    Derived(Box<Select>),
}

/// A key of ORDER BY.
#[derive(Debug, Clone)]
pub struct OrderBy {
    /// What is compared.
    pub value: Scalar,
    /// From the greatest on.
    pub descending: bool,
    /// Where null stands.
    pub nulls_first: bool,
}

/// A value in a row.
#[derive(Debug, Clone)]
pub enum Scalar {
    /// A column of a table.
    Column(RowRef, TableId, ColumnRef),
    /// An output of a subquery of FROM.
    Derived(SourceId, usize),
    /// A constant.
    Constant(Value),
    /// A place holder, from 0.
    Parameter(usize),
    /// Arithmetic on integers.
    Arithmetic(Arithmetic, Box<Scalar>, Box<Scalar>),
    /// The truth value of a condition.
    Condition(Box<Condition>),
    /// The value of a subquery's first row, or null.
    Subquery(Box<Select>),
    /// The first of them that is not null.
    Coalesce(Vec<Scalar>),
    /// The value of the first condition that is true, or the last.
    Case(Vec<(Condition, Scalar)>, Box<Scalar>),
}

/// A condition: true, false or null.
#[derive(Debug, Clone)]
pub enum Condition {
    /// A constant.
    Constant(Option<bool>),
    /// AND.
    And(Vec<Condition>),
    /// OR.
    Or(Vec<Condition>),
    /// NOT.
    Not(Box<Condition>),
    /// A comparison; null when one is null.
    Compare(Comparison, Scalar, Scalar),
    /// IS: null is like null.
    Is(Scalar, Scalar),
    /// IN of a list.
    InList(Scalar, Vec<Scalar>),
    /// IN of a subquery of one column.
    InSelect(Scalar, Box<Select>),
    /// EXISTS.
    Exists(Box<Select>),
    /// A value of truth.
    Truth(Scalar),
    /// LIKE.
    Like(Scalar, Pattern),
}

/// A constant pattern of LIKE.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Its parts.
    pub parts: Vec<PatternPart>,
}

/// A part of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PatternPart {
    /// `%`
    Any,
    /// `_`
    One,
    /// A character.
    Character(char),
}

impl Select {
    /// The source whose rows are all that is given and ordered by, whatever columns of it are listed beside its key.
    pub fn one_row(&self) -> Option<(SourceId, TableId)> {
        let of = |output: &Output| match output {
            Output::Row(RowRef::Source(source), table)
            | Output::Scalar(Scalar::Column(RowRef::Source(source), table, _), _) => {
                Some((*source, *table))
            }
            _ => None,
        };
        let first = of(self.outputs.first()?)?;
        let has_key = self.outputs.iter().any(|output| {
            matches!(
                output,
                Output::Row(..) | Output::Scalar(Scalar::Column(_, _, ColumnRef::Key), _)
            )
        });
        let same = self.outputs.iter().all(|output| of(output) == Some(first));
        let by_it = |scalar: &Scalar| matches!(scalar, Scalar::Column(RowRef::Source(s), ..) if *s == first.0);
        let ordered = self.order.iter().all(|by| by_it(&by.value));
        (has_key && same && ordered).then_some(first)
    }
}

impl Select {
    /// A query that has rows exactly if this one has: what DISTINCT, ORDER BY and LIMIT do is left out where it does not matter.
    pub fn for_existence(&self) -> Select {
        let mut plain = self.clone();
        if self.offset == 0
            && self.limit != Some(0)
            && !matches!(self.outputs.as_slice(), [Output::Count(_)])
        {
            plain.limit = None;
            plain.distinct = false;
            plain.order.clear();
        }
        plain
    }

    /// A query with the same rows, in any order and any number of times.
    pub fn as_set(&self) -> Select {
        let mut plain = self.clone();
        if self.offset == 0 && self.limit.is_none() {
            plain.distinct = false;
            plain.order.clear();
        }
        plain
    }
}

impl Pattern {
    /// Reads a pattern.
    pub fn read(text: &str, escape: Option<char>) -> Option<Pattern> {
        let mut parts = Vec::new();
        let mut characters = text.chars();
        while let Some(c) = characters.next() {
            parts.push(match c {
                c if Some(c) == escape => PatternPart::Character(characters.next()?),
                '%' => PatternPart::Any,
                '_' => PatternPart::One,
                c => PatternPart::Character(c),
            });
        }
        Some(Pattern { parts })
    }

    /// Whether a text is like it. Letters of ASCII are like each other in both cases, as in SQLite.
    pub fn matches(&self, text: &str) -> bool {
        let characters: Vec<char> = text.chars().collect();
        // reached[i]: the parts so far can stand for the first i characters.
        let mut reached = vec![false; characters.len() + 1];
        reached[0] = true;
        for part in &self.parts {
            let mut next = vec![false; reached.len()];
            for i in 0..reached.len() {
                next[i] = match part {
                    PatternPart::Any => reached[i] || (i > 0 && next[i - 1]),
                    PatternPart::One => i > 0 && reached[i - 1],
                    PatternPart::Character(c) => {
                        i > 0 && reached[i - 1] && characters[i - 1].eq_ignore_ascii_case(c)
                    }
                };
            }
            reached = next;
        }
        reached[characters.len()]
    }

    /// The text between two `%`, when that is all there is.
    pub fn contained(&self) -> Option<String> {
        let [PatternPart::Any, middle @ .., PatternPart::Any] = self.parts.as_slice() else {
            return None;
        };
        middle
            .iter()
            .map(|part| match part {
                PatternPart::Character(c) => Some(*c),
                _ => None,
            })
            .collect()
    }
}
