//! Functions of the built-in theories.

use crate::prelude::{theory_of, theory_type};
use crate::symbols;
use crate::terms::Terms;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Program, Type};
use effigy_term::Term;

impl Terms<'_> {
    /// A function of a built-in type applied, of which the axioms are known.
    pub(crate) fn of_theory(&mut self, ty: &Type, function: &str, arguments: &[Term]) -> Term {
        let Some((theory, instance)) = theory_of(ty) else {
            let sort = self.type_sort(ty);
            return self.fresh(function, sort);
        };
        let known = theory.domain_functions.iter().find(|(_, f)| &*f.name == function);
        let function = known.map(|(_, f)| self.theory_function(theory, &f.name, &instance));
        match function {
            Some(function) => {
                let arguments: Vec<Term> = arguments
                    .iter()
                    .zip(function.parameters())
                    .map(|(t, sort)| if *sort == Sort::Real { self.real_of(*t) } else { *t })
                    .collect();
                self.store.apply(function, &arguments)
            }
            None => {
                let sort = self.type_sort(ty);
                self.fresh("theory", sort)
            }
        }
    }

    /// Whether two lists of arguments are equal, element by element; collections by what they contain.
    pub(crate) fn same(&mut self, a: &[Term], b: &[Term]) -> Term {
        let mut all = self.store.bool(true);
        for (a, b) in a.iter().zip(b) {
            let equal = match self.collections.get(&self.store.sort(*a)).cloned() {
                Some(ty) if a != b => self.of_theory(&ty, "same", &[*a, *b]),
                _ => self.store.eq(*a, *b),
            };
            all = self.store.and(all, equal);
        }
        all
    }

    /// A function of a built-in theory for these type arguments.
    pub(crate) fn theory_function(
        &self,
        theory: &Program,
        name: &str,
        instance: &[Type],
    ) -> Function {
        let (_, declared) = theory
            .domain_functions
            .iter()
            .find(|(_, f)| &*f.name == name)
            .unwrap_or_else(|| unreachable!("the theory has no `{name}`"));
        let sorts: Vec<Sort> =
            declared.parameters.iter().map(|ty| self.theory_sort(theory, ty, instance)).collect();
        let result = self.theory_sort(theory, &declared.result, instance);
        let domain = &theory.domains[declared.domain];
        let instance = &instance[..domain.parameters.len().min(instance.len())];
        let name = format!("{}.{name}", domain.name);
        let name = symbols::instance_name(self.program, &name, instance);
        Function::new(&name, &sorts, result, FunctionKind::Uninterpreted)
    }

    /// The sort of a type in a built-in theory: its domains are the built-in types.
    fn theory_sort(&self, theory: &Program, ty: &Type, instance: &[Type]) -> Sort {
        self.type_sort(&theory_type(theory, ty, instance))
    }
}
