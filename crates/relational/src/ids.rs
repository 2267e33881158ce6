//! The numbers of what a problem has.

use effigy_base::define_id;

define_id! {
    /// An expression: denotes a set of tuples.
    ExprId
}

define_id! {
    /// A formula: true or false.
    FormulaId
}

define_id! {
    /// An integer expression.
    IntId
}

define_id! {
    /// A relation of a problem.
    RelationId
}

define_id! {
    /// A variable of a problem, which a declaration binds.
    VariableId
}

define_id! {
    /// A constraint of a problem.
    ConstraintId
}
