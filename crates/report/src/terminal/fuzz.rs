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

/// Where inputs came from, why nothing new came, and where the time went.
pub(super) fn write_figures(out: &mut String, figures: &FuzzFigures, look: &Look) {
    let FuzzFigures { expansions, generations, children, fruitful, .. } = figures;
    let FuzzFigures { infeasible, covered, undecided, diverged, guesses, good_guesses, .. } =
        figures;
    let expanded = plural(*expansions, "path condition");
    let _ = writeln!(
        out,
        "  {} {}, {} with something new, in {} from {expanded}",
        look.dim("made:"),
        several(*children, "child", "children"),
        fruitful,
        plural(*generations, "generation"),
    );
    if figures.native > 0 {
        let slow = match figures.slow {
            0 => String::new(),
            slow => format!("; {} cut", plural(slow, "native run")),
        };
        let _ = writeln!(
            out,
            "  {} {} of changed inputs, {} with something new{slow}",
            look.dim("changed:"),
            plural(figures.changed, "native run"),
            figures.changed_kept,
        );
        let _ = writeln!(
            out,
            "  {} {} of longer inputs, {} with something new, {} repaired",
            look.dim("grown:"),
            plural(figures.grown, "native run"),
            figures.grown_kept,
            figures.repaired,
        );
    }
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
    let taken = figures.concretised + figures.chosen;
    if taken > 0 {
        let _ = writeln!(
            out,
            "  {} {} without a meaning, {} of them chosen",
            look.dim("concretised:"),
            plural(taken, "value"),
            figures.chosen,
        );
    }
    let time = &figures.time;
    let _ = writeln!(
        out,
        "  {} {:.1} s paths with symbols, {:.1} s solver, {:.1} s machine, {:.1} s native",
        look.dim("time:"),
        time.symbols,
        time.solver,
        time.machine,
        time.native,
    );
}

fn several(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
