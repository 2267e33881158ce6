//! The functions that stand for a function of the program.

use crate::symbols;
use crate::terms::Terms;
use effigy_base::function::{Function as Declared, FunctionKind};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::FunctionId;
use effigy_term::{Node, Term};

/// Which of a function's forms is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// With its definition.
    Full,
    /// Without.
    Limited,
    /// Whether its precondition holds.
    Allowed,
    /// That it was asked for these arguments in some heap.
    Asked,
}

impl Terms<'_> {
    pub(crate) fn form(&mut self, function: FunctionId, form: Form) -> Declared {
        let program = self.program;
        let declared = &program.functions[function];
        let mut sorts: Vec<Sort> = Vec::new();
        if form != Form::Asked {
            sorts.push(symbols::snap());
        }
        sorts.extend(
            declared.parameters.iter().map(|local| self.type_sort(&declared.locals[*local].ty)),
        );
        let (suffix, result) = match form {
            Form::Full => ("%", self.type_sort(&declared.result)),
            Form::Limited => ("%limited", self.type_sort(&declared.result)),
            Form::Allowed => ("%allowed", Sort::Bool),
            Form::Asked => ("%asked", Sort::Bool),
        };
        let name = format!("{}{suffix}", declared.name);
        Declared::new(&name, &sorts, result, FunctionKind::Uninterpreted)
    }

    /// A term as a quantifier waits for it: the outermost application of a function of the heap in its limited form, which
    /// all forms have, and membership in a sequence as what holds of all elements.
    pub(crate) fn waiting_form(&mut self, t: Term) -> Term {
        let Node::Apply(function, arguments) = self.store.node(t) else { return t };
        if let ("Seq_.has", [_, sequence]) = (symbols::base_name(function), arguments) {
            let arguments = arguments.to_vec();
            let sort = self.store.sort(*sequence);
            return match self.collections.get(&sort).cloned() {
                Some(ty) => self.of_theory(&ty, "met", &arguments),
                None => t,
            };
        }
        let Some(name) = function.name().as_str().strip_suffix('%') else { return t };
        let arguments = arguments.to_vec();
        let limited = Declared::new(
            &format!("{name}%limited"),
            function.parameters(),
            function.result(),
            FunctionKind::Uninterpreted,
        );
        self.store.apply(limited, &arguments)
    }

    /// A function's application in its limited form; the first argument is the snapshot of its precondition.
    fn limited_call(&mut self, function: FunctionId, arguments: &[Term]) -> Term {
        let limited = self.form(function, Form::Limited);
        self.store.apply(limited, arguments)
    }

    /// Of a fact that a function may be applied, under a condition maybe, the application: wherever it is met, its
    /// definition is wanted.
    pub(crate) fn allowed_trigger(&mut self, fact: Term, variables: &[Term]) -> Option<Term> {
        let parts = match self.store.op(fact) {
            Some(Op::Or) => self.store.args(fact).to_vec(),
            _ => vec![fact],
        };
        let (function, arguments) = parts.into_iter().find_map(|t| self.store.as_apply(t))?;
        let name = function.name().as_str().strip_suffix("%allowed")?;
        let arguments = arguments.to_vec();
        if !variables.iter().all(|v| arguments.iter().any(|t| self.mentions(*t, &[*v]))) {
            return None;
        }
        let (function, _) = self.program.functions.iter().find(|(_, f)| *f.name == *name)?;
        Some(self.limited_call(function, &arguments))
    }

    /// That the value of a function has the snapshot of its precondition in it: the first of its variables.
    pub(crate) fn snapshot_back(&mut self, variables: &[Term], value: Term) -> Term {
        let sort = self.store.sort(value);
        let back =
            Declared::new("%snapshot", &[sort], symbols::snap(), FunctionKind::Uninterpreted);
        let back = self.store.apply(back, &[value]);
        let body = self.store.eq(back, variables[0]);
        self.store.forall(variables, &[vec![value]], body, "snapshot", None)
    }
}
