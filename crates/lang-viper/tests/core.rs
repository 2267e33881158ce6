//! The core of the language: what small programs become.

use effigy_lang_viper::tree::{BinaryOp, ExprKind, StmtKind, Type};
use effigy_lang_viper::{Disk, Parsed, parse};
use std::path::Path;

fn program(text: &str) -> Parsed {
    match parse(Path::new("test.vpr"), text, &Disk) {
        Ok(parsed) => parsed,
        Err(problems) => panic!("{text}: {problems:?}"),
    }
}

fn problems(text: &str) -> Vec<String> {
    let problems = parse(Path::new("test.vpr"), text, &Disk).map(|_| ()).unwrap_err();
    let line = |p: &effigy_lang_viper::Problem| {
        format!("{}:{} {}: {}", p.span.start.line, p.span.start.column, p.id, p.message)
    };
    problems.iter().map(line).collect()
}

#[test]
fn a_quotient_is_an_integer_or_an_amount_as_its_place_needs_it() {
    let parsed = program(
        "method m(x: Int) {
           var a: Int := x / 2
           var p: Perm := 1 / 2
         }",
    );
    let method = &parsed.program.methods.as_slice()[0];
    let statements = &method.body.as_ref().unwrap().statements;
    let operators: Vec<(BinaryOp, Type)> = statements
        .iter()
        .filter_map(|s| match &s.kind {
            StmtKind::Assign { value, .. } => match &*value.kind {
                ExprKind::Binary(op, ..) => Some((*op, value.ty.clone())),
                _ => None,
            },
            _ => None,
        })
        .collect();
    assert_eq!(operators, [(BinaryOp::IntDiv, Type::Int), (BinaryOp::PermDiv, Type::Perm)]);
}

#[test]
fn errors_of_several_members_are_told_with_near_names() {
    let told = problems(
        "field value: Int
         method m(x: Ref) { x.valeu := 1 }
         method n(x: Ref) returns (y: Int) { y := x.value + true }",
    );
    assert_eq!(
        told,
        [
            "2:31 typechecker.error: there is no field `valeu`; did you mean `value`?",
            "3:61 typechecker.error: Int is needed here, this is Bool",
        ]
    );
}
