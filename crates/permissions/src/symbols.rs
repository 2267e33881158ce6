//! What the program's names are called in terms: sorts and functions.
//!
//! Names of the program and names of the prover never meet: the prover's contain a dot or a percent sign, which no
//! identifier of the language does.

use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_base::symbol::Symbol;
use effigy_lang_viper::tree::{DomainFunction, Program, Type};
use std::fmt::Write;

/// The name of a type in the names of sorts and functions.
pub(crate) fn type_name(program: &Program, ty: &Type, instance: &[Type]) -> String {
    let inner = |ty: &Type| type_name(program, ty, instance);
    match ty {
        Type::Bool => "Bool".to_owned(),
        Type::Int => "Int".to_owned(),
        Type::Perm => "Perm".to_owned(),
        Type::Ref => "Ref".to_owned(),
        Type::Seq(element) => format!("Seq<{}>", inner(element)),
        Type::Set(element) => format!("Set<{}>", inner(element)),
        Type::Multiset(element) => format!("Multiset<{}>", inner(element)),
        Type::Map(key, value) => format!("Map<{},{}>", inner(key), inner(value)),
        Type::Domain(domain, arguments) => {
            let arguments: Vec<Type> =
                arguments.iter().map(|argument| instantiate(argument, instance)).collect();
            instance_name(program, &program.domains[*domain].name, &arguments)
        }
        Type::Parameter(position) => match instance.get(*position as usize) {
            Some(ty) => type_name(program, ty, &[]),
            None => format!("%{position}"),
        },
        Type::Resource => "Snap".to_owned(),
    }
}

/// A name with its type arguments.
pub(crate) fn instance_name(program: &Program, name: &str, instance: &[Type]) -> String {
    let mut text = name.to_owned();
    for (index, ty) in instance.iter().enumerate() {
        let before = if index == 0 { '<' } else { ',' };
        let _ = write!(text, "{before}{}", type_name(program, ty, &[]));
    }
    if !instance.is_empty() {
        text.push('>');
    }
    text
}

/// The name of a function without its type arguments.
pub(crate) fn base_name(function: Function) -> &'static str {
    let name = function.name().as_str();
    name.split('<').next().unwrap_or(name)
}

/// A type with the type parameters replaced.
pub(crate) fn instantiate(ty: &Type, instance: &[Type]) -> Type {
    let inner = |ty: &Type| instantiate(ty, instance).into();
    match ty {
        Type::Parameter(position) => {
            instance.get(*position as usize).cloned().unwrap_or_else(|| ty.clone())
        }
        Type::Seq(element) => Type::Seq(inner(element)),
        Type::Set(element) => Type::Set(inner(element)),
        Type::Multiset(element) => Type::Multiset(inner(element)),
        Type::Map(key, value) => Type::Map(inner(key), inner(value)),
        Type::Domain(domain, arguments) => Type::Domain(
            *domain,
            arguments.iter().map(|argument| instantiate(argument, instance)).collect(),
        ),
        Type::Bool | Type::Int | Type::Perm | Type::Ref | Type::Resource => ty.clone(),
    }
}

/// The sort of a type's values.
pub(crate) fn sort(program: &Program, ty: &Type, instance: &[Type]) -> Sort {
    match ty {
        Type::Parameter(position) if (*position as usize) < instance.len() => {
            sort(program, &instance[*position as usize], &[])
        }
        Type::Bool => Sort::Bool,
        Type::Int => Sort::Int,
        Type::Perm => Sort::Real,
        Type::Domain(domain, _) => match program.domains[*domain].interpretation.as_deref() {
            Some("Int") => Sort::Int,
            Some("Bool") => Sort::Bool,
            Some("Real") => Sort::Real,
            // Sorts of SMT-LIB are marked by parentheses.
            Some(text) if text.starts_with('(') => Sort::Named(Symbol::new(text)),
            Some(text) => Sort::Named(Symbol::new(&format!("({text})"))),
            None => Sort::Named(Symbol::new(&type_name(program, ty, instance))),
        },
        _ => Sort::Named(Symbol::new(&type_name(program, ty, instance))),
    }
}

/// References.
pub(crate) fn reference() -> Sort {
    Sort::Named(Symbol::new("Ref"))
}

/// Snapshots of heaps.
pub(crate) fn snap() -> Sort {
    Sort::Named(Symbol::new("Snap"))
}

/// `null`.
pub(crate) fn null() -> Function {
    Function::new("null", &[], reference(), FunctionKind::Constructor)
}

/// The snapshot of no location.
pub(crate) fn unit() -> Function {
    Function::new("snap.unit", &[], snap(), FunctionKind::Constructor)
}

/// The snapshot of two parts of a heap.
pub(crate) fn combine() -> Function {
    Function::new("snap.combine", &[snap(), snap()], snap(), FunctionKind::Constructor)
}

/// The first or the second part of a snapshot.
pub(crate) fn part(index: u32) -> Function {
    let name = if index == 0 { "snap.first" } else { "snap.second" };
    let kind = FunctionKind::Selector { constructor: combine(), index };
    Function::new(name, &[snap()], snap(), kind)
}

/// What stands for the value of a location that nothing is held of.
pub(crate) fn nothing(sort: Sort) -> Function {
    Function::new(&format!("none<{}>", short(sort)), &[], sort, FunctionKind::Uninterpreted)
}

fn short(sort: Sort) -> String {
    match sort {
        Sort::Named(symbol) => symbol.as_str().to_owned(),
        sort => sort.to_string(),
    }
}

/// A value of a sort as a snapshot.
pub(crate) fn boxed(sort: Sort) -> Function {
    let name = format!("snap.of<{}>", short(sort));
    let inverse = Symbol::new(&format!("snap.to<{}>", short(sort)));
    Function::new(&name, &[sort], snap(), FunctionKind::Box { inverse })
}

/// A snapshot as a value of a sort.
pub(crate) fn unboxed(sort: Sort) -> Function {
    let name = format!("snap.to<{}>", short(sort));
    let inverse = Symbol::new(&format!("snap.of<{}>", short(sort)));
    Function::new(&name, &[snap()], sort, FunctionKind::Unbox { inverse })
}

/// A function of a domain, for these type arguments.
pub(crate) fn domain_function(
    program: &Program,
    function: &DomainFunction,
    instance: &[Type],
) -> Function {
    let sorts: Vec<Sort> =
        function.parameters.iter().map(|ty| sort(program, ty, instance)).collect();
    let result = sort(program, &function.result, instance);
    match &function.interpretation {
        Some(head) => Function::new(
            &function.name,
            &sorts,
            result,
            FunctionKind::Interpreted(Symbol::new(head)),
        ),
        None => {
            let domain = &program.domains[function.domain].name;
            let name = format!("{domain}.{}", instance_name(program, &function.name, instance));
            let kind = match function.unique {
                true => FunctionKind::Constructor,
                false => FunctionKind::Uninterpreted,
            };
            Function::new(&name, &sorts, result, kind)
        }
    }
}
