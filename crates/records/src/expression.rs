//! Expressions of specifications and the queries in them, typed and with all names resolved.

use crate::operators::{Arithmetic, Comparison};
use crate::query::{RowRef, Select};
use crate::schema::ColumnRef;
use crate::value::{TableId, Type, Value};
use std::rc::Rc;

/// A variable of a specification, of a quantifier, or the row that an insert makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// A variable's name and type.
#[derive(Debug, Clone)]
pub struct Variable {
    /// The name in the request.
    pub name: String,
    /// What it stands for.
    pub ty: Type,
}

/// What a quantifier ranges over.
#[derive(Debug, Clone)]
pub enum Range {
    /// The rows of a table after so many writes.
    Table(TableId, usize),
    /// The rows of a query.
    Query(Rc<Query>),
    /// The values of a scalar type.
    Values(Type),
}

/// An expression.
#[derive(Debug, Clone)]
pub enum Expression {
    /// A constant.
    Constant(Value),
    /// A variable.
    Variable(VariableId),
    /// A column of a record after so many writes; null where the record is null or its row is not there.
    Column { record: Rc<Expression>, table: TableId, column: ColumnRef, at: usize },
    /// The row of a table that has a key, after so many writes.
    Record { table: TableId, key: Rc<Expression>, at: usize },
    /// Equality in which null equals null.
    Equal(Rc<Expression>, Rc<Expression>),
    /// Order; false where one is null.
    Order(Comparison, Rc<Expression>, Rc<Expression>),
    /// Arithmetic; null where one is null.
    Arithmetic(Arithmetic, Rc<Expression>, Rc<Expression>),
    /// All hold.
    And(Vec<Expression>),
    /// One holds.
    Or(Vec<Expression>),
    /// It does not hold.
    Not(Rc<Expression>),
    /// Where the first holds, the second does.
    Implies(Rc<Expression>, Rc<Expression>),
    /// Both hold or neither does.
    Iff(Rc<Expression>, Rc<Expression>),
    /// The second where the first holds, else the third.
    If(Rc<Expression>, Rc<Expression>, Rc<Expression>),
    /// Whether it is null.
    IsNull(Rc<Expression>),
    /// Whether a truth value that may be null is true.
    Truth(Rc<Expression>),
    /// Whether all, or one, of what a variable ranges over make the body hold.
    Quantified { all: bool, variable: VariableId, range: Range, body: Rc<Expression> },
    /// Whether a query has rows.
    Some(Rc<Query>),
    /// How many rows it has.
    Count(Rc<Query>),
    /// Whether a record or a scalar is among its rows.
    In(Rc<Expression>, Rc<Query>),
    /// The record at a place of its order.
    Row(Rc<Query>, u64),
    /// The value of its one column at a place of its order.
    Value(Rc<Query>, u64),
    /// Whether two queries have the same rows.
    Same(Rc<Query>, Rc<Query>),
}

/// A query with what its place holders stand for.
#[derive(Debug, Clone)]
pub struct Query {
    /// What is selected.
    pub select: Select,
    /// What `$1`, `$2`, ... stand for, in the surroundings of the query.
    pub parameters: Vec<Expression>,
    /// The number of writes before it.
    pub at: usize,
    /// What its rows are.
    pub rows: Rows,
    /// The text, for people.
    pub text: String,
    /// The record and the name of the association that the query is.
    pub association: Option<(Rc<Expression>, String)>,
}

/// What the rows of a query are to expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Rows of a table.
    Records(RowRef, TableId),
    /// One scalar.
    Scalar(Type),
    /// Several columns, of which only the existence and the number can be asked.
    Other,
}

/// A write.
#[derive(Debug, Clone)]
pub enum Write {
    /// A new row, which a variable names.
    Insert { table: TableId, values: Vec<(ColumnRef, Expression)>, name: VariableId },
    /// New values in columns of the rows of a query.
    Update { table: TableId, rows: Rc<Query>, values: Vec<(ColumnRef, Expression)> },
    /// The rows of a query go.
    Delete { table: TableId, rows: Rc<Query> },
}
