//! The way from an instance back to the values of the variables that mean it.

use super::{Instance, Inverse};
use crate::prover::{Prover, Reason};
use crate::state::{Blame, State, Stop};
use effigy_base::function::Function;
use effigy_base::sort::Sort;
use effigy_term::{Role, Term, VarInfo};

impl<'p> Prover<'p> {
    /// Where an assertion says something: its condition holds and its amount is positive.
    pub(super) fn active(&mut self, instance: &Instance) -> Term {
        let positive = self.positive(instance.amount);
        self.terms.and(instance.condition, positive)
    }

    /// The way back, with what is known of it; shows that there is one.
    pub(super) fn inverse(
        &mut self,
        s: &mut State,
        instance: &Instance,
        blame: Blame,
    ) -> Result<Inverse, Stop> {
        let formals = self.formals(instance.resource);
        // Each variable is an argument: the way back is to look there.
        let positions: Option<Vec<usize>> = instance
            .variables
            .iter()
            .map(|v| instance.arguments.iter().position(|a| a == v))
            .collect();
        if let Some(positions) = positions
            && instance.arguments.iter().all(|a| instance.variables.contains(a))
            && instance.arguments.len() == instance.variables.len()
        {
            let values = positions.iter().map(|at| formals[*at]).collect();
            return Ok(Inverse { values, image: None });
        }
        self.show_injective(s, instance, "qp.not.injective", blame)?;
        let sorts: Vec<Sort> = formals.iter().map(|t| self.terms.sort(*t)).collect();
        let active = self.active(instance);
        let functions = self.inverse_functions(instance, active, &sorts);
        let (image, inverses) = (functions[0], &functions[1..]);
        let values: Vec<Term> = inverses.iter().map(|f| self.apply_fresh(*f, &formals)).collect();
        let in_image = self.apply_fresh(image, &formals);
        // From the variables to the instance and back.
        let mut body = self.apply_fresh(image, &instance.arguments);
        let mut triggers = instance.triggers.clone();
        for (inverse, variable) in inverses.iter().zip(&instance.variables) {
            let back = self.apply_fresh(*inverse, &instance.arguments);
            let equal = self.terms.eq(back, *variable);
            body = self.terms.and(body, equal);
        }
        if triggers.is_empty() {
            let simple = instance.arguments.iter().any(|t| self.terms.op(*t).is_none());
            if simple && instance.arguments.iter().all(|t| self.is_application(*t)) {
                triggers = vec![instance.arguments.clone()];
            }
        }
        let seen = self.apply_fresh(image, &instance.arguments);
        triggers.push(vec![seen]);
        let body = self.implies(active, body);
        let wanting = triggers.iter().all(|trigger| !self.is_matching(trigger));
        let shifted = match wanting {
            true => {
                let mut applications = instance.arguments.clone();
                applications.push(seen);
                self.shifted(&instance.variables, &applications, body)
            }
            false => None,
        };
        let there = match shifted {
            Some((variables, triggers, body)) => {
                self.terms.forall(&variables, &triggers, body, "inverse", None)
            }
            None => self.close(false, &instance.variables, triggers, body, "inverse", None),
        };
        self.learn(s, there);
        // From an instance to the variables and back.
        let active_back = self.replace(active, &instance.variables, &values);
        let arguments: Vec<Term> = instance
            .arguments
            .iter()
            .map(|t| self.replace(*t, &instance.variables, &values))
            .collect();
        let same = self.same(&arguments, &formals);
        let both = self.terms.and(active_back, same);
        let body = self.implies(in_image, both);
        let mut triggers: Vec<Vec<Term>> = values.iter().map(|t| vec![*t]).collect();
        triggers.push(vec![in_image]);
        let back = self.close(false, &formals, triggers, body, "inverse", None);
        self.learn(s, back);
        Ok(Inverse { values, image: Some(in_image) })
    }

    pub(super) fn is_application(&self, t: Term) -> bool {
        matches!(self.terms.node(t), effigy_term::Node::Apply(_, arguments) if !arguments.is_empty())
    }

    /// Adds a fact that may be there already.
    pub(super) fn learn(&mut self, s: &mut State, fact: Term) {
        if !s.facts.contains(&fact) {
            self.assume(s, fact);
        }
    }

    /// The image and the inverse functions of an assertion: the same ones for the same assertion.
    pub(super) fn inverse_functions(
        &mut self,
        instance: &Instance,
        active: Term,
        sorts: &[Sort],
    ) -> Vec<Function> {
        let places: Vec<Term> = instance
            .variables
            .iter()
            .enumerate()
            .map(|(index, variable)| {
                let sort = self.terms.sort(*variable);
                let name = format!("variable.{index}%");
                self.terms.variable(&VarInfo { name, sort, role: Role::Bound })
            })
            .collect();
        let mut key = vec![self.replace(active, &instance.variables, &places)];
        for argument in &instance.arguments {
            key.push(self.replace(*argument, &instance.variables, &places));
        }
        if let Some(known) = self.inverses.get(&(instance.resource, key.clone())) {
            return known.clone();
        }
        let functions = self.unscoped(&key, |this| {
            let mut functions = vec![this.fresh_function("image", sorts, Sort::Bool)];
            for variable in &instance.variables {
                let sort = this.terms.sort(*variable);
                functions.push(this.fresh_function("inverse", sorts, sort));
            }
            functions
        });
        let names: Vec<String> = functions.iter().map(|f| f.name().as_str().to_owned()).collect();
        self.name_inverses(&names, &instance.variables, &instance.arguments);
        self.inverses.insert((instance.resource, key), functions.clone());
        functions
    }

    /// Shows that different values of the variables mean different instances.
    pub(super) fn show_injective(
        &mut self,
        s: &mut State,
        instance: &Instance,
        id: &'static str,
        blame: Blame,
    ) -> Result<(), Stop> {
        if self.trusting {
            return Ok(());
        }
        let others: Vec<Term> = instance
            .variables
            .iter()
            .map(|variable| {
                let sort = self.terms.sort(*variable);
                self.bound("other", sort)
            })
            .collect();
        let active = self.active(instance);
        let other_active = self.replace(active, &instance.variables, &others);
        let arguments: Vec<Term> = instance
            .arguments
            .iter()
            .map(|t| self.replace(*t, &instance.variables, &others))
            .collect();
        let meet = self.same(&instance.arguments, &arguments);
        let equal = self.same(&instance.variables, &others);
        let both = self.terms.and(active, other_active);
        let both = self.terms.and(both, meet);
        let goal = self.implies(both, equal);
        // The goal is about any values: its variables stay free.
        let mut inner = s.clone();
        let message = "two values of the bound variables may mean the same location";
        let reason = Reason::new(id, instance.place, message);
        let result = self.show(&mut inner, goal, blame, reason);
        s.consolidated.clear();
        result
    }

    /// The amount that an assertion says of an instance, over the formal arguments.
    pub(super) fn amount_of(&mut self, instance: &Instance, inverse: &Inverse) -> Term {
        let condition = self.replace(instance.condition, &instance.variables, &inverse.values);
        let amount = self.replace(instance.amount, &instance.variables, &inverse.values);
        let condition = match inverse.image {
            Some(image) => self.terms.and(image, condition),
            None => condition,
        };
        let none = self.none();
        self.terms.ite(condition, amount, none)
    }
}
