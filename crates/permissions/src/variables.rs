//! Variables of members and of quantifiers, as terms.

use crate::prover::Prover;
use crate::state::State;
use crate::theory::axioms;
use effigy_lang_viper::tree::LocalId;
use effigy_term::Term;

/// Gives a variable a new value that nothing is known of.
pub(crate) fn havoc(p: &mut Prover<'_>, s: &mut State, local: LocalId) {
    let declared = &p.terms.locals(s.store.member)[local];
    let (name, ty) = (declared.name.clone(), declared.ty.clone());
    axioms::know_type(p, &ty);
    let sort = p.terms.type_sort(&ty);
    let value = p.terms.fresh(&name, sort);
    s.set(local, value);
}

/// Bound variables for a quantifier of the member that is looked at.
pub(crate) fn quantified_variables(
    p: &mut Prover<'_>,
    s: &mut State,
    locals: &[LocalId],
) -> Vec<Term> {
    let variables: Vec<_> = locals
        .iter()
        .map(|local| {
            let declared = &p.terms.locals(s.store.member)[*local];
            let (name, ty) = (declared.name.to_string(), declared.ty.clone());
            axioms::know_type(p, &ty);
            (*local, name, p.terms.type_sort(&ty))
        })
        .collect();
    bind_variables(p, s, &variables)
}

/// Fresh bound variables for locals, which name them from here on.
fn bind_variables(
    p: &mut Prover<'_>,
    s: &mut State,
    variables: &[(LocalId, String, effigy_base::sort::Sort)],
) -> Vec<Term> {
    variables
        .iter()
        .map(|(local, name, sort)| {
            let variable = p.terms.bound(name, *sort);
            s.set(*local, variable);
            variable
        })
        .collect()
}
