//! Statement numbers, labels and places.

use super::{errors, numbers, procedure};
use effigy_lang_pli::Position;

fn numbers_of(text: &str) -> Vec<u32> {
    numbers(&procedure(text))
}

#[test]
fn a_number_is_that_of_the_physical_line_on_which_a_statement_begins() {
    assert_eq!(
        numbers_of("P: PROC;\nX = 1; Y = 2;\nX = X +\nY;\n\n/* no\nstatement */\nEND;"),
        [1, 2, 2, 3, 4]
    );
}

#[test]
fn a_label_on_its_own_line_begins_its_statement() {
    assert_eq!(numbers_of("P:\nPROC (X);\nL:\nX = 1;\nGO TO L;\nEND;"), [1, 2, 3, 4]);
}

#[test]
fn branches_begin_statements() {
    let text = "P: PROC (X);\nIF X > 0\nTHEN\nX = 1;\nELSE\nX = 2;\nIF X > 0 THEN X = 3; ELSE X = 4;\nEND;";
    assert_eq!(numbers_of(text), [1, 2, 3, 4, 5, 5, 5, 6]);
}

#[test]
fn printed_numbers_count_and_lines_without_one_belong_to_the_one_before() {
    assert_eq!(numbers_of("10 P: PROC (X);\n20 X = 1;\nX = 2;\n30 END;"), [10, 20, 20, 30]);
    assert_eq!(numbers_of("P: PROC (X);\nX = 1;\n7 X = 2;\nX =\n5;\nEND;"), [1, 2, 7, 7, 7]);
}

#[test]
fn printed_numbers_do_not_fall() {
    assert_eq!(
        errors("5 P: PROC;\n4 ;\n99999999999 END;"),
        [
            "2:1: the number 4 of the listing is below the one before it",
            "3:1: the number 99999999999 of the listing is below the one before it",
        ]
    );
}

#[test]
fn each_procedure_is_numbered_from_1() {
    let text = "P: PROC;\n;\nEND;\nQ: PROC;\n;\nEND;\n";
    let program = super::program(text);
    let all: Vec<_> = program.procedures.iter().map(|(_, p)| numbers(p)).collect();
    assert_eq!(all, [[1, 2, 3], [1, 2, 3]]);
}

#[test]
fn statements_have_their_place() {
    let p = procedure("P: PROC;\n  L: X = 1 +\n   2; END;");
    let statement = &p.body[0];
    assert_eq!(statement.span.start, Position { line: 2, column: 3 });
    assert_eq!(statement.span.end, Position { line: 3, column: 6 });
    assert_eq!(p.end.span.start, Position { line: 3, column: 7 });
    assert_eq!(p.labels[statement.labels[0]].name, "L");
}
