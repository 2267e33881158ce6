//! The way from an instance back to the values of the variables that mean it.

use super::{Instance, Inverse};
use crate::prover::Prover;
use crate::reason::Reason;
use crate::state::{Blame, State, Stop};
use effigy_base::function::Function;
use effigy_base::sort::Sort;
use effigy_term::{Role, Term, VarInfo};

/// Where an assertion says something: its condition holds and its amount is positive.
pub(crate) fn active(p: &mut Prover<'_>, instance: &Instance) -> Term {
    let positive = p.terms.positive(instance.amount);
    p.terms.and(instance.condition, positive)
}

/// The way back, with what is known of it; shows that there is one.
pub(crate) fn inverse(
    p: &mut Prover<'_>,
    s: &mut State,
    instance: &Instance,
    blame: Blame,
) -> Result<Inverse, Stop> {
    let formals = p.terms.formals(instance.resource);
    // Each variable is an argument: the way back is to look there.
    let positions: Option<Vec<usize>> =
        instance.variables.iter().map(|v| instance.arguments.iter().position(|a| a == v)).collect();
    if let Some(positions) = positions
        && instance.arguments.iter().all(|a| instance.variables.contains(a))
        && instance.arguments.len() == instance.variables.len()
    {
        let values = positions.iter().map(|at| formals[*at]).collect();
        return Ok(Inverse { values, image: None });
    }
    show_injective(p, s, instance, "qp.not.injective", blame)?;
    let sorts: Vec<Sort> = formals.iter().map(|t| p.terms.sort(*t)).collect();
    let active = active(p, instance);
    let functions = inverse_functions(p, instance, active, &sorts);
    let (image, inverses) = (functions[0], &functions[1..]);
    let values: Vec<Term> = inverses.iter().map(|f| p.terms.apply_fresh(*f, &formals)).collect();
    let in_image = p.terms.apply_fresh(image, &formals);
    // From the variables to the instance and back.
    let mut body = p.terms.apply_fresh(image, &instance.arguments);
    let mut triggers = instance.triggers.clone();
    for (inverse, variable) in inverses.iter().zip(&instance.variables) {
        let back = p.terms.apply_fresh(*inverse, &instance.arguments);
        let equal = p.terms.eq(back, *variable);
        body = p.terms.and(body, equal);
    }
    if triggers.is_empty() {
        let simple = instance.arguments.iter().any(|t| p.terms.op(*t).is_none());
        if simple && instance.arguments.iter().all(|t| p.terms.is_application(*t)) {
            triggers = vec![instance.arguments.clone()];
        }
    }
    let seen = p.terms.apply_fresh(image, &instance.arguments);
    triggers.push(vec![seen]);
    let body = p.terms.implies(active, body);
    let wanting = triggers.iter().all(|trigger| !p.terms.is_matching(trigger));
    let shifted = match wanting {
        true => {
            let mut applications = instance.arguments.clone();
            applications.push(seen);
            p.terms.shifted(&instance.variables, &applications, body)
        }
        false => None,
    };
    let there = match shifted {
        Some((variables, triggers, body)) => {
            p.terms.forall(&variables, &triggers, body, "inverse", None)
        }
        None => p.terms.close(false, &instance.variables, triggers, body, "inverse", None),
    };
    s.learn(&p.terms, there);
    // From an instance to the variables and back.
    let active_back = p.terms.replace(active, &instance.variables, &values);
    let arguments: Vec<Term> = instance
        .arguments
        .iter()
        .map(|t| p.terms.replace(*t, &instance.variables, &values))
        .collect();
    let same = p.terms.same(&arguments, &formals);
    let both = p.terms.and(active_back, same);
    let body = p.terms.implies(in_image, both);
    let mut triggers: Vec<Vec<Term>> = values.iter().map(|t| vec![*t]).collect();
    triggers.push(vec![in_image]);
    let back = p.terms.close(false, &formals, triggers, body, "inverse", None);
    s.learn(&p.terms, back);
    Ok(Inverse { values, image: Some(in_image) })
}

/// The image and the inverse functions of an assertion: the same ones for the same assertion.
fn inverse_functions(
    p: &mut Prover<'_>,
    instance: &Instance,
    active: Term,
    sorts: &[Sort],
) -> Vec<Function> {
    let places: Vec<Term> = instance
        .variables
        .iter()
        .enumerate()
        .map(|(index, variable)| {
            let sort = p.terms.sort(*variable);
            let name = format!("variable.{index}%");
            p.terms.variable(&VarInfo { name, sort, role: Role::Bound })
        })
        .collect();
    let mut key = vec![p.terms.replace(active, &instance.variables, &places)];
    for argument in &instance.arguments {
        key.push(p.terms.replace(*argument, &instance.variables, &places));
    }
    if let Some(known) = p.inverses.get(&(instance.resource, key.clone())) {
        return known.clone();
    }
    let functions = p.terms.unscoped(&key, |terms| {
        let mut functions = vec![terms.fresh_function("image", sorts, Sort::Bool)];
        for variable in &instance.variables {
            let sort = terms.sort(*variable);
            functions.push(terms.fresh_function("inverse", sorts, sort));
        }
        functions
    });
    let names: Vec<String> = functions.iter().map(|f| f.name().as_str().to_owned()).collect();
    p.names.get_mut().name_inverses(&p.terms, &names, &instance.variables, &instance.arguments);
    p.inverses.insert((instance.resource, key), functions.clone());
    functions
}

/// Shows that different values of the variables mean different instances.
pub(crate) fn show_injective(
    p: &mut Prover<'_>,
    s: &mut State,
    instance: &Instance,
    id: &'static str,
    blame: Blame,
) -> Result<(), Stop> {
    if p.trusting {
        return Ok(());
    }
    let others: Vec<Term> = instance
        .variables
        .iter()
        .map(|variable| {
            let sort = p.terms.sort(*variable);
            p.terms.bound("other", sort)
        })
        .collect();
    let active = active(p, instance);
    let other_active = p.terms.replace(active, &instance.variables, &others);
    let arguments: Vec<Term> = instance
        .arguments
        .iter()
        .map(|t| p.terms.replace(*t, &instance.variables, &others))
        .collect();
    let meet = p.terms.same(&instance.arguments, &arguments);
    let equal = p.terms.same(&instance.variables, &others);
    let both = p.terms.and(active, other_active);
    let both = p.terms.and(both, meet);
    let goal = p.terms.implies(both, equal);
    // The goal is about any values: its variables stay free.
    let mut inner = s.clone();
    let message = "two values of the bound variables may mean the same location";
    let reason = Reason::new(id, instance.place, message);
    let result = p.show(&mut inner, goal, blame, reason);
    s.consolidated.clear();
    result
}

/// The amount that an assertion says of an instance, over the formal arguments.
pub(crate) fn amount_of(p: &mut Prover<'_>, instance: &Instance, inverse: &Inverse) -> Term {
    let condition = p.terms.replace(instance.condition, &instance.variables, &inverse.values);
    let amount = p.terms.replace(instance.amount, &instance.variables, &inverse.values);
    let condition = match inverse.image {
        Some(image) => p.terms.and(image, condition),
        None => condition,
    };
    let none = p.terms.none();
    p.terms.ite(condition, amount, none)
}
