//! The built-in theories: sequences, sets, multisets and maps are domains written in the language itself (`theory/*.vpr`),
//! which are read once a process.

use crate::symbols;
use effigy_lang_viper::tree::{Program, Type};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::LazyLock;

/// The built-in theories, by the name of the type's constructor.
static PRELUDE: LazyLock<FxHashMap<&'static str, Program>> = LazyLock::new(|| {
    [
        ("Seq", include_str!("theory/sequences.vpr")),
        ("Set", include_str!("theory/sets.vpr")),
        ("Multiset", include_str!("theory/multisets.vpr")),
        ("Map", include_str!("theory/maps.vpr")),
    ]
    .into_iter()
    .map(|(name, text)| (name, read(name, text)))
    .collect()
});

#[expect(clippy::panic, reason = "the texts are part of this crate, and a test reads them")]
fn read(name: &str, text: &str) -> Program {
    match effigy_lang_viper::parse(Path::new(name), text, &effigy_lang_viper::Disk) {
        Ok(parsed) => parsed.program,
        Err(problems) => panic!("the theory of {name}: {problems:?}"),
    }
}

/// The theory of a type and its type arguments.
pub(crate) fn theory_of(ty: &Type) -> Option<(&'static Program, Vec<Type>)> {
    let (name, arguments) = match ty {
        Type::Seq(element) => ("Seq", vec![(**element).clone()]),
        Type::Set(element) => ("Set", vec![(**element).clone()]),
        Type::Multiset(element) => ("Multiset", vec![(**element).clone()]),
        Type::Map(key, value) => ("Map", vec![(**key).clone(), (**value).clone()]),
        _ => return None,
    };
    Some((PRELUDE.get(name)?, arguments))
}

/// A type as an operand of the operators of sequences, sets, multisets and maps.
pub(crate) fn is_collection(ty: &Type) -> bool {
    matches!(ty, Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..))
}

/// A type of a built-in theory as the type that it is the theory of.
pub(crate) fn theory_type(theory: &Program, ty: &Type, instance: &[Type]) -> Type {
    let inner = |ty: &Type| theory_type(theory, ty, instance).into();
    let (domain, arguments) = match ty {
        // What an instance names are types of the program.
        Type::Parameter(_) => return symbols::instantiate(ty, instance),
        Type::Seq(a) => return Type::Seq(inner(a)),
        Type::Set(a) => return Type::Set(inner(a)),
        Type::Multiset(a) => return Type::Multiset(inner(a)),
        Type::Map(a, b) => return Type::Map(inner(a), inner(b)),
        Type::Domain(domain, arguments) => (domain, arguments),
        _ => return ty.clone(),
    };
    let argument = |index: usize| inner(arguments.get(index).unwrap_or(&Type::Int));
    match &*theory.domains[*domain].name {
        "Seq_" => Type::Seq(argument(0)),
        "Set_" => Type::Set(argument(0)),
        "Multiset_" => Type::Multiset(argument(0)),
        _ => Type::Map(argument(0), argument(1)),
    }
}
