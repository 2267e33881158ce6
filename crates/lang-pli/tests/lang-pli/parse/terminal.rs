//! What is typed at the terminal.

use super::{example, program};
use effigy_base::id::IdVec;
use effigy_base::source::Diagnostic;
use effigy_lang_pli::tree::{Argument, Program};
use effigy_lang_pli::{
    Assignment, Names, Scope, parse_assignment, parse_call, parse_condition, parse_expression,
};

fn messages(errors: Vec<Diagnostic>) -> Vec<String> {
    errors.iter().map(|e| format!("{}:{}: {}", e.path, e.column, e.message)).collect()
}

fn search() -> Program {
    program(&example("search.pli"))
}

#[test]
fn a_call_makes_the_variables_that_it_names() {
    let (program, known) = (search(), IdVec::new());
    for text in ["SEARCH (A, 1, 5, \"X\", FOUND, J)", "call search(a, 1, 5, \"X\", found, j);"] {
        let call = parse_call(&program, Scope::Terminal(&known), text).unwrap();
        let names: Vec<&str> = call.variables.iter().map(|(_, v)| v.name.as_str()).collect();
        assert_eq!(names, ["A", "FOUND", "J"]);
        assert!(matches!(call.item.arguments[0], Argument::Array(_)));
        assert!(matches!(call.item.arguments[1], Argument::Value(_)));
        assert!(matches!(call.item.arguments[4], Argument::Variable(_)));
        let printed = Names::new(&program, &call.variables).call(&call.item);
        assert_eq!(printed, "SEARCH(A, 1, 5, \"X\", FOUND, J)");
    }
}

#[test]
fn known_variables_of_the_terminal_keep_their_shape() {
    let program = search();
    let none = IdVec::new();
    let first = parse_assignment(&program, Scope::Terminal(&none), "A(1) = \"A(1)\" + N").unwrap();
    assert!(matches!(first.item, Assignment::Value(..)));
    assert_eq!(first.variables.len(), 2);
    let scope = Scope::Terminal(&first.variables);
    let whole = parse_assignment(&program, scope, "A = \"A\"").unwrap();
    assert!(matches!(&whole.item, Assignment::SymbolicArray(_, name) if name == "A"));
    let wrong = parse_assignment(&program, scope, "A = 1").unwrap_err();
    assert_eq!(
        messages(wrong),
        ["command:1: `A` is an array, an integer is needed here; give it a subscript"]
    );
    let call = parse_call(&program, scope, "SEARCH (N, 1, \"N\" + 4, 2, FOUND, A(3))").unwrap_err();
    assert_eq!(
        messages(call),
        ["command:9: parameter `A` of SEARCH is an array: pass an array's name"]
    );
}

#[test]
fn expressions_and_conditions_speak_of_the_variables_of_a_procedure() {
    let program = search();
    let scope = Scope::Procedure(program.find("search").unwrap());
    let sum = parse_expression(&program, scope, "A(L) + 1").unwrap();
    assert_eq!(Names::new(&program, &sum.variables).expression(&sum.item), "A(L) + 1");
    let text = "(X > 10) & FORALL I IN L..U: A(I) > 0";
    let condition = parse_condition(&program, scope, text).unwrap();
    let printed = Names::new(&program, &condition.variables).condition(&condition.item);
    assert_eq!(printed, "X > 10 & (FORALL I IN L..U: A(I) > 0)");
    for (text, message) in [
        (
            "Q > 1",
            "command:1: `Q` never gets a value: it is not declared, assigned, read, or a parameter",
        ),
        (
            "X",
            "command:1: a condition is needed here, this is an integer; compare it, as in `X > 0`",
        ),
        ("X > 1 )", "command:7: expected an operator or the end, found `)`"),
        ("", "command:1: expected an operand, found the end of the text"),
    ] {
        assert_eq!(messages(parse_condition(&program, scope, text).unwrap_err()), [message]);
    }
}

#[test]
fn a_call_at_the_terminal_is_checked() {
    let (program, known) = (search(), IdVec::new());
    for (text, message) in [
        ("SERCH (1)", "command:1: no procedure `SERCH` in this file; did you mean `SEARCH`?"),
        ("SEARCH (1)", "command:1: SEARCH has 6 parameters, this call has 1"),
        ("CALL", "command:1: no procedure `CALL` in this file"),
        (
            "SEARCH (A, 1, 5, X > 1, F, J) + 1",
            "command:31: expected an operator or the end, found `+`",
        ),
    ] {
        let errors = parse_call(&program, Scope::Terminal(&known), text).unwrap_err();
        assert_eq!(messages(errors), [message], "{text}");
    }
}
