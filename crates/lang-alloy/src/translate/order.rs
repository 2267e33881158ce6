//! Total orders: where the bounds tell no atoms apart, the order of the atoms' numbers. That excludes no instance but copies
//! of others when the signature is exact. One that is not has then all atoms that it can have, as in Alloy.

use super::{Done, Translator};
use crate::sig::SigId;
use crate::syntax::ListOp;
use crate::tree::{Above, Expr, FieldId, Kind};
use effigy_base::id::Id;
use effigy_relational::{Atom, TupleSet};

/// A signature with one atom that orders another one: what is ordered, the field of the first, the field of the next.
struct Ordering {
    elements: SigId,
    first: FieldId,
    next: FieldId,
}

/// Gives the fields of a signature that orders another one their values, when it is such a signature; whether it is.
pub(super) fn make_fixed(translator: &mut Translator<'_>, sig: SigId) -> Done<bool> {
    let Some(ordering) = ordering(translator, sig) else { return Ok(false) };
    let Some(atoms) = fixed(translator, &ordering) else { return Ok(false) };
    make_whole(translator, ordering.elements, &atoms)?;
    translator.ordered.extend(&atoms);
    let first = TupleSet::set(atoms.first().copied());
    let next = TupleSet::pairs(atoms.iter().copied().zip(atoms.iter().copied().skip(1)));
    for (field, tuples) in [(ordering.first, first), (ordering.next, next)] {
        let data = &translator.tree.fields[field];
        let name = format!("{}.{}", translator.tree.sigs[sig].label, data.name);
        let relation = translator.problem.exact_relation(name, tuples);
        let relation = translator.at(data.place, relation)?;
        let own = translator.problem.rel(relation);
        let own = translator.at(data.place, own)?;
        translator.set_field(sig, field, own, relation)?;
    }
    translator.fixed[sig.index()] = true;
    Ok(true)
}

/// Demands all atoms of an ordered signature that its bounds do not.
fn make_whole(translator: &mut Translator<'_>, sig: SigId, atoms: &[Atom]) -> Done<()> {
    if translator.bounds.lower(sig).len() == atoms.len() {
        return Ok(());
    }
    let data = &translator.tree.sigs[sig];
    let all = translator.problem.constant(TupleSet::set(atoms.iter().copied()));
    let all = translator.at(data.place, all)?;
    let whole = translator.problem.subset(all, translator.sig_expr(sig));
    let whole = translator.at(data.place, whole)?;
    let text = format!("{} has all atoms that it can have, since it is ordered", data.name);
    translator.constrain(data.place, &text, whole).map(drop)
}

fn ordering(translator: &Translator<'_>, sig: SigId) -> Option<Ordering> {
    let data = &translator.tree.sigs[sig];
    let fields: Vec<FieldId> = data.fields.iter().flat_map(|g| g.fields.iter().copied()).collect();
    let ([first, next], [fact], true) = (fields.as_slice(), data.facts.as_slice(), data.is_one())
    else {
        return None;
    };
    let Kind::List(ListOp::TotalOrder, args) = &fact.kind else { return None };
    let [elements, a, b] = args.as_slice() else { return None };
    let Kind::Sig(elements) = elements.kind else { return None };
    let own = |expr: &Expr, field: FieldId| match &expr.kind {
        Kind::Join(this, f) => {
            matches!(this.kind, Kind::Sig(this) if this == sig)
                && matches!(f.kind, Kind::Field(f) if f == field)
        }
        _ => false,
    };
    let [kind] = translator.tree.sigs[elements].ty.products.as_slice() else { return None };
    let types = |field: FieldId, columns: usize| {
        let product: Vec<SigId> = std::iter::once(sig).chain(kind.repeat(columns)).collect();
        translator.tree.fields[field].ty.products == [product]
    };
    let plain = own(a, *first) && own(b, *next) && types(*first, 1) && types(*next, 2);
    plain.then_some(Ordering { elements, first: *first, next: *next })
}

/// The atoms in order, when an order of them can be chosen: the bounds of no signature distinguishes them, or they are an
/// enumeration, whose order is that of its declaration.
fn fixed(translator: &Translator<'_>, ordering: &Ordering) -> Option<Vec<Atom>> {
    let sig = &translator.tree.sigs[ordering.elements];
    let (lower, upper) =
        (translator.bounds.lower(ordering.elements), translator.bounds.upper(ordering.elements));
    let one_relation = match sig.above {
        Above::Extends(_) => lower == upper || sig.children.is_empty(),
        Above::Subset(_, all) => !all,
        Above::Builtin => false,
    };
    if !one_relation || upper.is_empty() {
        return None;
    }
    let atoms: Vec<Atom> = upper.atoms().to_vec();
    if sig.enumeration {
        return Some(atoms);
    }
    let alike = |set: &TupleSet| {
        let inside = atoms.iter().filter(|atom| set.contains(&[**atom])).count();
        inside == 0 || inside == atoms.len()
    };
    let sigs = translator.tree.sigs.ids();
    let same = sigs.into_iter().all(|other| {
        alike(&translator.bounds.lower(other)) && alike(&translator.bounds.upper(other))
    });
    let used = atoms.iter().any(|atom| translator.ordered.contains(atom));
    (same && !used).then_some(atoms)
}
