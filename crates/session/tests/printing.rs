//! What is printed reads back: a condition of PL/I, printed and typed again, is the same condition.

use effigy_session::debug::Debugger;
use effigy_session::options::ExploreOptions;
use effigy_testkit::{Rng, TempDir, tool};

const PROGRAM: &str = "P: PROC (X);\nDCL A(5) INTEGER;\nRETURN (X);\nEND;\n";

/// Conditions that are printed and read.
const CONDITIONS: usize = 400;

/// A random expression of PL/I over the integers X, Y and Z and the array A.
fn expression(rng: &mut Rng, depth: u32) -> String {
    let name = |rng: &mut Rng| ["X", "Y", "Z"][rng.below(3)].to_owned();
    if depth == 0 {
        return match rng.below(3) {
            0 => (rng.below(9)).to_string(),
            _ => name(rng),
        };
    }
    let (a, b) = (expression(rng, depth - 1), expression(rng, depth - 1));
    match rng.below(7) {
        0 => format!("({a} + {b})"),
        1 => format!("({a} - {b})"),
        2 => format!("{}*({a})", rng.below(5)),
        3 => format!("({a})/{}", 1 + rng.below(4)),
        4 => format!("A({a})"),
        5 => format!("(-{})", name(rng)),
        _ => a,
    }
}

fn condition(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 {
        let sign = ["=", "<", ">", "<=", ">=", "¬="][rng.below(6)];
        return format!("{} {sign} {}", expression(rng, 2), expression(rng, 2));
    }
    let (a, b) = (condition(rng, depth - 1), condition(rng, depth - 1));
    match rng.below(4) {
        0 => format!("({a}) & ({b})"),
        1 => format!("({a}) | ({b})"),
        2 => format!("¬({a})"),
        _ => a,
    }
}

#[test]
fn printed_conditions_of_pli_read_back() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let file = folder.write("p.pli", PROGRAM);
    let mut session = Debugger::load(&ExploreOptions::new(&file)).expect("a session");
    for assignment in ["X = \"X\"", "Y = \"Y\"", "Z = \"Z\"", "A(1) = \"A(1)\"", "A = \"A\""] {
        session.assign(assignment).unwrap_or_else(|e| panic!("{assignment}: {e}"));
    }
    let mut rng = Rng::new(17);
    for _ in 0..CONDITIONS {
        let depth = rng.below(4) as u32;
        let typed = condition(&mut rng, depth);
        let printed = session.evaluate(&typed).unwrap_or_else(|e| panic!("{typed}: {e}"));
        if matches!(printed.as_str(), "true" | "false") {
            continue;
        }
        let again = session.evaluate(&printed).unwrap_or_else(|e| panic!("{printed}: {e}"));
        assert_eq!(again, printed, "{typed}");
    }
}
