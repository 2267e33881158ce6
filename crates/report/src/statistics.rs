//! What the solver did, as a text file.

use effigy_session::outcome::SolverUse;
use std::fmt::Write;

/// One line a layer, outermost first, then the named counters.
pub fn solver_text(solver: &SolverUse) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "queries {}\ncached {}\nunknown {}\nseconds {:.3}\n",
        solver.queries, solver.cached, solver.unknown, solver.seconds
    );
    let _ = writeln!(
        out,
        "{:<20} {:>12} {:>12} {:>7} {:>10}",
        "layer", "queries", "answered", "share", "seconds"
    );
    for layer in &solver.layers {
        let share = layer.hits * 100 / layer.queries.max(1);
        let _ = writeln!(
            out,
            "{:<20} {:>12} {:>12} {:>5} % {:>10.3}",
            layer.name, layer.queries, layer.hits, share, layer.seconds
        );
    }
    if !solver.counters.is_empty() {
        let _ = writeln!(out, "\n{:<40} {:>12}", "counter", "value");
        for (name, value) in &solver.counters {
            let _ = writeln!(out, "{name:<40} {value:>12}");
        }
    }
    out
}
