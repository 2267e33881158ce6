use super::{Function, FunctionKind};
use crate::sort::Sort;
use crate::symbol::Symbol;

fn snap() -> Sort {
    Sort::Named(Symbol::new("Snap"))
}

#[test]
fn one_declaration_is_one_function() {
    let declare = |kind| Function::new("f", &[Sort::Int, snap()], Sort::Bool, kind);
    let f = declare(FunctionKind::Uninterpreted);
    assert_eq!(f, declare(FunctionKind::Uninterpreted));
    assert_ne!(f, declare(FunctionKind::Interpreted(Symbol::new("and"))));
    assert_ne!(f, Function::new("f", &[Sort::Int], Sort::Bool, FunctionKind::Uninterpreted));
    assert_eq!(f.name().as_str(), "f");
    assert_eq!(f.parameters(), [Sort::Int, snap()]);
    assert_eq!(f.result(), Sort::Bool);
}

#[test]
fn a_box_is_undone_by_its_inverse_only() {
    let kind = FunctionKind::Box { inverse: Symbol::new("unbox") };
    let boxed = Function::new("box", &[Sort::Int], snap(), kind);
    let kind = FunctionKind::Unbox { inverse: Symbol::new("box") };
    let unbox = Function::new("unbox", &[snap()], Sort::Int, kind);
    let other = Function::new("unbox", &[snap()], Sort::Bool, kind);
    assert!(unbox.undoes(boxed) && boxed.undoes(unbox));
    assert!(!other.undoes(boxed) && !boxed.undoes(boxed));
}
