//! Constructors of expressions.

use crate::declaration::Declaration;
use crate::error::ProblemError;
use crate::ids::{ExprId, FormulaId, IntId, RelationId, VariableId};
use crate::node::Expr;
use crate::problem::{NodeData, Problem};
use crate::tuples::TupleSet;

type Made = Result<ExprId, ProblemError>;

impl Problem {
    fn make(&mut self, node: Expr, arity: usize, data: NodeData) -> Made {
        self.check_arity(arity)?;
        Ok(self.exprs.intern(node, || data.with_arity(arity)))
    }

    fn make_unary(&mut self, node: Expr, arity: usize, a: ExprId) -> Made {
        let data = self.over(&[a], &[], &[])?;
        self.make(node, arity, data)
    }

    fn make_binary(&mut self, node: Expr, arity: usize, a: ExprId, b: ExprId) -> Made {
        let data = self.over(&[a, b], &[], &[])?;
        self.make(node, arity, data)
    }

    fn make_same(&mut self, node: Expr, operator: &'static str, a: ExprId, b: ExprId) -> Made {
        let arity = self.same_arity(operator, a, b)?;
        self.make_binary(node, arity, a, b)
    }

    /// A relation.
    ///
    /// # Errors
    /// When it is one of another problem; so for every id that a constructor takes.
    pub fn rel(&mut self, relation: RelationId) -> Made {
        let data = self.relations.get(relation).ok_or(ProblemError::NoSuch("relation"))?;
        let arity = data.upper.arity();
        self.make(Expr::Relation(relation), arity, NodeData::default())
    }

    /// A variable.
    ///
    /// # Errors
    /// When it is one of another problem.
    pub fn var(&mut self, variable: VariableId) -> Made {
        let data = self.variables.get(variable).ok_or(ProblemError::NoSuch("variable"))?;
        let arity = data.arity;
        self.make(
            Expr::Variable(variable),
            arity,
            NodeData { free: [variable].into(), ..NodeData::default() },
        )
    }

    /// These tuples.
    ///
    /// # Errors
    /// When they have atoms that the universe lacks.
    pub fn constant(&mut self, tuples: TupleSet) -> Made {
        self.check_tuples("a constant", &tuples)?;
        let arity = tuples.arity();
        self.make(Expr::Constant(tuples), arity, NodeData::default())
    }

    /// No tuples of an arity.
    ///
    /// # Errors
    /// When the arity is zero or too large.
    pub fn none(&mut self, arity: usize) -> Made {
        if arity == 0 {
            return Err(ProblemError::NoArity);
        }
        self.constant(TupleSet::empty(arity))
    }

    /// All atoms.
    pub fn univ(&mut self) -> ExprId {
        self.exprs.intern(Expr::Univ, || NodeData::default().with_arity(1))
    }

    /// Every atom paired with itself.
    pub fn iden(&mut self) -> ExprId {
        self.exprs.intern(Expr::Iden, || NodeData::default().with_arity(2))
    }

    /// All atoms that stand for integers.
    ///
    /// # Errors
    /// When the problem has no integers.
    pub fn all_ints(&mut self) -> Made {
        self.width()?;
        let atoms = TupleSet::set(self.integer_atoms().iter().map(|(atom, _)| *atom));
        self.constant(atoms)
    }

    /// Tuples of either.
    ///
    /// # Errors
    /// When the operands differ in arity.
    pub fn union(&mut self, a: ExprId, b: ExprId) -> Made {
        self.make_same(Expr::Union(a, b), "union", a, b)
    }

    /// Tuples of both.
    ///
    /// # Errors
    /// When the operands differ in arity.
    pub fn intersection(&mut self, a: ExprId, b: ExprId) -> Made {
        self.make_same(Expr::Intersection(a, b), "intersection", a, b)
    }

    /// Tuples of the first only.
    ///
    /// # Errors
    /// When the operands differ in arity.
    pub fn difference(&mut self, a: ExprId, b: ExprId) -> Made {
        self.make_same(Expr::Difference(a, b), "difference", a, b)
    }

    /// The second, and tuples of the first whose first atom begins none of the second.
    ///
    /// # Errors
    /// When the operands differ in arity.
    pub fn override_with(&mut self, a: ExprId, b: ExprId) -> Made {
        self.make_same(Expr::Override(a, b), "override", a, b)
    }

    /// Tuples of both that meet in an atom, without it.
    ///
    /// # Errors
    /// When both operands are sets of atoms.
    pub fn join(&mut self, a: ExprId, b: ExprId) -> Made {
        let arity = self.arity(a)? + self.arity(b)? - 2;
        if arity == 0 {
            return Err(ProblemError::JoinOfSets);
        }
        self.make_binary(Expr::Join(a, b), arity, a, b)
    }

    /// Tuples of the first followed by those of the second.
    ///
    /// # Errors
    /// When the arity of the product is too large.
    pub fn product(&mut self, a: ExprId, b: ExprId) -> Made {
        let arity = self.arity(a)? + self.arity(b)?;
        self.make_binary(Expr::Product(a, b), arity, a, b)
    }

    /// Pairs turned around.
    ///
    /// # Errors
    /// When the operand has not arity two.
    pub fn transpose(&mut self, a: ExprId) -> Made {
        self.needs_arity("the operand of transpose", a, 2)?;
        self.make_unary(Expr::Transpose(a), 2, a)
    }

    /// The smallest transitive relation around this one.
    ///
    /// # Errors
    /// When the operand has not arity two.
    pub fn closure(&mut self, a: ExprId) -> Made {
        self.needs_arity("the operand of closure", a, 2)?;
        self.make_unary(Expr::Closure(a), 2, a)
    }

    /// The closure with every atom of the universe paired with itself.
    ///
    /// # Errors
    /// When the operand has not arity two.
    pub fn reflexive_closure(&mut self, a: ExprId) -> Made {
        self.needs_arity("the operand of reflexive closure", a, 2)?;
        self.make_unary(Expr::ReflexiveClosure(a), 2, a)
    }

    /// Tuples of `relation` that begin with an atom of `set`.
    ///
    /// # Errors
    /// When `set` has not arity one.
    pub fn restrict_domain(&mut self, set: ExprId, relation: ExprId) -> Made {
        self.needs_arity("the set of a restriction", set, 1)?;
        let arity = self.arity(relation)?;
        self.make_binary(Expr::RestrictDomain(set, relation), arity, set, relation)
    }

    /// Tuples of `relation` that end with an atom of `set`.
    ///
    /// # Errors
    /// When `set` has not arity one.
    pub fn restrict_range(&mut self, relation: ExprId, set: ExprId) -> Made {
        self.needs_arity("the set of a restriction", set, 1)?;
        let arity = self.arity(relation)?;
        self.make_binary(Expr::RestrictRange(relation, set), arity, relation, set)
    }

    /// `then` if the formula holds, else `otherwise`.
    ///
    /// # Errors
    /// When the operands differ in arity.
    pub fn if_expr(&mut self, condition: FormulaId, then: ExprId, otherwise: ExprId) -> Made {
        let arity = self.same_arity("if-then-else", then, otherwise)?;
        let data = self.over(&[then, otherwise], &[condition], &[])?;
        self.make(Expr::If(condition, then, otherwise), arity, data)
    }

    /// The tuples of values of the variables for which the formula holds.
    ///
    /// # Errors
    /// When a variable is not declared as one atom.
    pub fn comprehension(&mut self, declarations: &[Declaration], body: FormulaId) -> Made {
        self.check_first_order("a comprehension", declarations)?;
        for declaration in declarations {
            let variable = &self.variables[declaration.variable];
            if variable.arity != 1 {
                let (variable, arity) = (variable.name.clone(), variable.arity);
                return Err(ProblemError::ComprehensionArity { variable, arity });
            }
        }
        let data = self.under(declarations, self.over(&[], &[body], &[])?)?;
        let node = Expr::Comprehension(declarations.into(), body);
        self.make(node, declarations.len(), data)
    }

    /// The atom that stands for an integer; none if no atom does.
    ///
    /// # Errors
    /// When the integer is one of another problem.
    pub fn int_to_atom(&mut self, int: IntId) -> Made {
        let data = self.over(&[], &[], &[int])?;
        self.make(Expr::IntToAtom(int), 1, data)
    }
}
