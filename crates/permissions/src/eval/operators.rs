//! Operators on values, and the values of collections.

use crate::prover::{Prover, Reason};
use crate::state::{Blame, State, Stop};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{BinaryOp, DomainFunctionId, Expr, Program, Type};
use effigy_term::Term;

/// A type as an operand of the operators of sequences, sets, multisets and maps.
pub(crate) fn is_collection(ty: &Type) -> bool {
    matches!(ty, Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..))
}

impl<'p> Prover<'p> {
    /// An operator whose operands are both evaluated.
    pub(super) fn strict(
        &mut self,
        s: &mut State,
        e: &'p Expr,
        op: BinaryOp,
        (a, left): (&'p Expr, Term),
        (b, right): (&'p Expr, Term),
        blame: Blame,
    ) -> Result<Term, Stop> {
        match op {
            BinaryOp::IntDiv | BinaryOp::Mod | BinaryOp::PermDiv => {
                let zero = match self.terms.sort(right) {
                    Sort::Int => self.terms.int(0),
                    _ => self.none(),
                };
                let nonzero = self.differ(right, zero);
                let reason = Reason::new("division.by.zero", b.place, "the divisor may be zero");
                self.show(s, nonzero, blame, reason)?;
            }
            BinaryOp::Index if matches!(a.ty, Type::Seq(_)) => {
                self.show_index(s, left, right, (a, b), blame)?;
            }
            BinaryOp::Index => {
                let keys = self.theory(&a.ty, "keys", &[left]);
                let key = self.key_type(&a.ty);
                let has = self.theory(&Type::Set(key.into()), "has", &[right, keys]);
                let reason =
                    Reason::new("map.key.contains", e.place, "the map may not contain this key");
                self.show(s, has, blame, reason)?;
            }
            _ => {}
        }
        Ok(self.operation(op, &a.ty, &b.ty, left, right))
    }

    fn key_type(&self, ty: &Type) -> Type {
        match ty {
            Type::Map(key, _) => (**key).clone(),
            _ => Type::Int,
        }
    }

    /// Shows that an index is one of a sequence.
    fn show_index(
        &mut self,
        s: &mut State,
        sequence: Term,
        index: Term,
        (whole, at): (&'p Expr, &'p Expr),
        blame: Blame,
    ) -> Result<(), Stop> {
        let zero = self.terms.int(0);
        let not_negative = self.terms.app(Op::IntLe, &[zero, index]);
        let message = "the index may be negative";
        let reason = Reason::new("seq.index.negative", at.place, message);
        self.show(s, not_negative, blame, reason)?;
        let length = self.theory(&whole.ty, "size", &[sequence]);
        let below = self.terms.app(Op::IntLt, &[index, length]);
        let message = "the index may be beyond the end of the sequence";
        self.show(s, below, blame, Reason::new("seq.index.length", at.place, message))
    }

    /// An operator on values, without the obligations that it brings.
    pub(crate) fn operation(
        &mut self,
        op: BinaryOp,
        left_type: &Type,
        right_type: &Type,
        left: Term,
        right: Term,
    ) -> Term {
        match op {
            BinaryOp::And => self.terms.and(left, right),
            BinaryOp::Or => self.terms.or(left, right),
            BinaryOp::Implies => self.implies(left, right),
            BinaryOp::Iff => self.terms.eq(left, right),
            BinaryOp::Eq => self.equal(left_type, left, right),
            BinaryOp::Ne => {
                let equal = self.equal(left_type, left, right);
                self.terms.not(equal)
            }
            BinaryOp::Lt => self.compare(Op::IntLt, Op::RealLt, left, right),
            BinaryOp::Le => self.compare(Op::IntLe, Op::RealLe, left, right),
            BinaryOp::Gt => self.compare(Op::IntLt, Op::RealLt, right, left),
            BinaryOp::Ge => self.compare(Op::IntLe, Op::RealLe, right, left),
            BinaryOp::Add => self.compare(Op::IntAdd, Op::RealAdd, left, right),
            BinaryOp::Sub => self.compare(Op::IntSub, Op::RealSub, left, right),
            BinaryOp::Mul => self.compare(Op::IntMul, Op::RealMul, left, right),
            BinaryOp::IntDiv => self.terms.app(Op::IntDiv, &[left, right]),
            BinaryOp::Mod => self.terms.app(Op::IntMod, &[left, right]),
            BinaryOp::PermDiv => {
                let (left, right) = (self.real(left), self.real(right));
                self.terms.app(Op::RealDiv, &[left, right])
            }
            BinaryOp::In => match right_type {
                Type::Map(key, _) => {
                    let keys = self.theory(right_type, "keys", &[right]);
                    self.theory(&Type::Set(key.clone()), "has", &[left, keys])
                }
                _ => self.theory(right_type, "has", &[left, right]),
            },
            BinaryOp::Append => self.theory(left_type, "append", &[left, right]),
            BinaryOp::Index => self.theory(left_type, "at", &[left, right]),
            BinaryOp::Take => self.theory(left_type, "take", &[left, right]),
            BinaryOp::Drop => self.theory(left_type, "drop", &[left, right]),
            BinaryOp::Range => {
                let integers = Type::Seq(Type::Int.into());
                self.theory(&integers, "interval", &[left, right])
            }
            BinaryOp::Union => self.theory(left_type, "joined", &[left, right]),
            BinaryOp::Intersection => self.theory(left_type, "intersect", &[left, right]),
            BinaryOp::SetMinus => self.theory(left_type, "minus", &[left, right]),
            BinaryOp::Subset => self.theory(left_type, "within", &[left, right]),
        }
    }

    /// An operator of integers or of permission amounts, by what the operands are.
    fn compare(&mut self, integers: Op, reals: Op, left: Term, right: Term) -> Term {
        let (left, right) = self.alike(left, right);
        let op = if self.terms.sort(left) == Sort::Int { integers } else { reals };
        self.terms.app(op, &[left, right])
    }

    /// Equality; of collections by what they contain.
    pub(crate) fn equal(&mut self, ty: &Type, left: Term, right: Term) -> Term {
        let (left, right) = self.alike(left, right);
        if is_collection(ty) && left != right {
            return self.theory(ty, "same", &[left, right]);
        }
        self.terms.eq(left, right)
    }

    pub(crate) fn domain_call(
        &mut self,
        function: DomainFunctionId,
        instance: &[Type],
        arguments: &[Term],
    ) -> Term {
        let program: &'p Program = self.program;
        let declared = &program.domain_functions[function];
        self.know_domain(declared.domain, instance);
        for ty in instance {
            self.know_type(ty);
        }
        let function = crate::symbols::domain_function(program, declared, instance);
        let arguments: Vec<Term> = arguments
            .iter()
            .zip(function.parameters())
            .map(|(t, sort)| if *sort == Sort::Real { self.real(*t) } else { *t })
            .collect();
        self.terms.apply(function, &arguments)
    }

    /// `Seq(e1, e2)`.
    pub(super) fn sequence(
        &mut self,
        s: &mut State,
        ty: &Type,
        elements: &'p [Expr],
        blame: Blame,
    ) -> Result<Term, Stop> {
        let elements = self.eval_all(s, elements, blame)?;
        let count = elements.len();
        let mut whole: Option<Term> = None;
        for element in elements {
            let element = self.element(ty, element);
            let one = self.theory(ty, "one", &[element]);
            whole = Some(match whole {
                Some(whole) => self.theory(ty, "append", &[whole, one]),
                None => one,
            });
        }
        let Some(whole) = whole else { return Ok(self.theory(ty, "empty", &[])) };
        let size = self.theory(ty, "size", &[whole]);
        let count = self.terms.int(count as i128);
        let fact = self.terms.eq(size, count);
        self.assume(s, fact);
        Ok(whole)
    }

    /// An element as the element type of a collection asks for it.
    fn element(&mut self, ty: &Type, element: Term) -> Term {
        match ty {
            Type::Seq(inner) | Type::Set(inner) | Type::Multiset(inner)
                if **inner == Type::Perm =>
            {
                self.real(element)
            }
            _ => element,
        }
    }

    /// `Set(e1, e2)`, `Multiset(e1, e2)`.
    pub(super) fn collection(
        &mut self,
        s: &mut State,
        ty: &Type,
        elements: &'p [Expr],
        blame: Blame,
    ) -> Result<Term, Stop> {
        let elements = self.eval_all(s, elements, blame)?;
        let mut whole: Option<Term> = None;
        for element in elements {
            let element = self.element(ty, element);
            whole = Some(match whole {
                Some(whole) => self.theory(ty, "add", &[whole, element]),
                None => self.theory(ty, "one", &[element]),
            });
        }
        Ok(match whole {
            Some(whole) => whole,
            None => self.theory(ty, "empty", &[]),
        })
    }

    /// `Map(k := v)`.
    pub(super) fn map(
        &mut self,
        s: &mut State,
        ty: &Type,
        entries: &'p [(Expr, Expr)],
        blame: Blame,
    ) -> Result<Term, Stop> {
        let mut whole = self.theory(ty, "empty", &[]);
        for (key, value) in entries {
            let key = self.eval(s, key, blame)?;
            let value = self.eval(s, value, blame)?;
            whole = self.theory(ty, "put", &[whole, key, value]);
        }
        Ok(whole)
    }

    /// `s[i := v]`.
    pub(super) fn update(
        &mut self,
        s: &mut State,
        whole: &'p Expr,
        at: &'p Expr,
        value: &'p Expr,
        e: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let old = self.eval(s, whole, blame)?;
        let index = self.eval(s, at, blame)?;
        let new = self.eval(s, value, blame)?;
        let new = self.element(&e.ty, new);
        if matches!(whole.ty, Type::Seq(_)) {
            self.show_index(s, old, index, (whole, at), blame)?;
        }
        Ok(self.theory(&e.ty, "put", &[old, index, new]))
    }
}
