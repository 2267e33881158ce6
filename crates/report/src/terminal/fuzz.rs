//! What a search from seeds did, in words.

use super::{Look, plural};
use effigy_session::outcome::{FuzzFigures, RunOutcome, Verdict};
use std::fmt::Write;

/// The answer in a sentence that claims no more than the runs showed.
pub(super) fn sentence(outcome: &RunOutcome, figures: &FuzzFigures) -> String {
    let runs = plural(figures.runs, "run");
    let from = plural(figures.seeds, "seed");
    match outcome.verdict() {
        Verdict::Failed => {
            let count = plural(outcome.findings.len() as u64, "finding");
            let confirmed =
                outcome.findings.iter().filter(|f| f.replay.name() == "confirmed").count();
            format!("{count} ({confirmed} confirmed) in {runs} from {from}")
        }
        _ => format!("nothing fails in {runs} from {from}"),
    }
}

/// Where inputs came from, and why nothing new came.
pub(super) fn write_figures(out: &mut String, figures: &FuzzFigures, look: &Look) {
    let FuzzFigures { expansions, generations, children, fruitful, .. } = figures;
    let FuzzFigures { infeasible, covered, undecided, diverged, guesses, good_guesses, .. } =
        figures;
    let expanded = plural(*expansions, "path condition");
    let _ = writeln!(
        out,
        "  {} {}, {} with new code, in {} from {expanded}",
        look.dim("made:"),
        several(*children, "child", "children"),
        fruitful,
        plural(*generations, "generation"),
    );
    let guesses = match guesses {
        0 => String::new(),
        _ => format!("; {} in vain", several(guesses - good_guesses, "guess", "guesses")),
    };
    let _ = writeln!(
        out,
        "  {} {} infeasible, {covered} covered, {undecided} undecided; {} diverged{guesses}",
        look.dim("nothing new:"),
        plural(*infeasible, "side"),
        several(*diverged, "child", "children"),
    );
}

fn several(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
