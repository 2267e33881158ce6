//! Instances of a model: its signatures and fields with their values.

use crate::sig::SigId;
use crate::syntax::Multiplicity;
use crate::translate::Translation;
use crate::tree::Tree;
use effigy_base::id::Id;
use effigy_relational::{Problem, TupleSet};

/// Atoms by name.
pub type Tuple = Vec<String>;

/// An instance in the model's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The signatures that are no details of a module, in the order of the model.
    pub sigs: Vec<SigValue>,
    /// Their fields.
    pub fields: Vec<FieldValue>,
    /// What variables of the command stand for.
    pub witnesses: Vec<Witness>,
}

/// The atoms of a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SigValue {
    /// With the path of its module, unless that is the model itself.
    pub name: String,
    /// The signature that it extends, if any.
    pub parent: Option<String>,
    /// Whether its atoms are all those of others.
    pub subset: bool,
    /// Whether it has one atom, always.
    pub one: bool,
    /// Whether it is private to its module, and so more of a detail.
    pub private: bool,
    /// Its atoms.
    pub atoms: Vec<String>,
}

/// The tuples of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldValue {
    /// The signature, as [`SigValue::name`].
    pub sig: String,
    /// The field's name.
    pub name: String,
    /// Whether it is private to its module.
    pub private: bool,
    /// How many columns there are.
    pub arity: usize,
    /// Its tuples; the first atom is of the signature.
    pub tuples: Vec<Tuple>,
}

/// What a variable stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The predicate or command and the variable.
    pub name: String,
    /// How many columns there are.
    pub arity: usize,
    /// Its tuples; atoms of enclosing variables come first.
    pub tuples: Vec<Tuple>,
}

/// How a signature is called in instances.
pub(crate) fn shown(label: &str) -> String {
    label.strip_prefix("this/").unwrap_or(label).to_owned()
}

fn tuples(problem: &Problem, set: &TupleSet) -> Vec<Tuple> {
    let name = |atom: &effigy_relational::Atom| problem.universe().name(*atom).to_owned();
    set.iter().map(|tuple| tuple.iter().map(name).collect()).collect()
}

fn value(translation: &Translation, found: &effigy_relational::Instance, sig: SigId) -> TupleSet {
    let mut all = TupleSet::empty(1);
    let relations = translation.sig_relations.get(sig.index()).map_or(&[][..], Vec::as_slice);
    for relation in relations {
        let part = found.value(*relation).and_then(|part| all.union(part));
        all = part.unwrap_or(all);
    }
    all
}

/// Puts an instance into the model's words.
pub(crate) fn instance(
    tree: &Tree,
    translation: &Translation,
    found: &effigy_relational::Instance,
) -> Instance {
    let problem = &translation.problem;
    let (mut sigs, mut fields) = (Vec::new(), Vec::new());
    for (id, sig) in tree.sigs.iter().filter(|(id, _)| !id.is_builtin()) {
        let atoms = sig_value(tree, translation, found, id);
        let parent = match sig.above {
            crate::tree::Above::Extends(parent) if parent != SigId::UNIV => {
                Some(shown(&tree.sigs[parent].label))
            }
            _ => None,
        };
        sigs.push(SigValue {
            name: shown(&sig.label),
            parent,
            subset: matches!(sig.above, crate::tree::Above::Subset(..)),
            one: sig.multiplicity == Some(Multiplicity::One),
            private: sig.private,
            atoms: tuples(problem, &atoms).into_iter().flatten().collect(),
        });
        for field in sig.fields.iter().flat_map(|group| group.fields.iter()) {
            let data = &tree.fields[*field];
            let relation = translation.field_relations.get(field.index()).copied().flatten();
            let Some(own) = relation.and_then(|relation| found.value(relation)) else { continue };
            let whole = if sig.is_one() { atoms.product(own) } else { own.clone() };
            fields.push(FieldValue {
                sig: shown(&sig.label),
                name: data.name.clone(),
                private: data.private,
                arity: whole.arity(),
                tuples: tuples(problem, &whole),
            });
        }
    }
    let skolems = found.skolems().iter().filter(|s| !translation.hidden.contains(&s.variable));
    let witnesses = skolems.map(|skolem| Witness {
        name: skolem.name.clone(),
        arity: skolem.value.arity(),
        tuples: tuples(problem, &skolem.value),
    });
    Instance { sigs, fields, witnesses: witnesses.collect() }
}

/// The atoms of a signature; those of an exact subset are all of the signatures above.
fn sig_value(
    tree: &Tree,
    translation: &Translation,
    found: &effigy_relational::Instance,
    sig: SigId,
) -> TupleSet {
    let crate::tree::Above::Subset(parents, true) = &tree.sigs[sig].above else {
        return value(translation, found, sig);
    };
    let mut all = TupleSet::empty(1);
    for parent in parents {
        let part = sig_value(tree, translation, found, *parent);
        all = all.union(&part).unwrap_or(all);
    }
    all
}
