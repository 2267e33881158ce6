//! JUnit's XML, as CI systems read it: a test case for each finding of a run, for each check in which nothing was found, and for
//! the question whether the run has an answer at all; of a package, a test case for each harness.
//!
//! What was not decided is never a test that passes: it is skipped where missing paths are no failure of the command, and an error
//! where they are.

mod harnesses;

use super::location::spot;
use super::{Run, Runs};
use crate::sources::Sources;
use crate::terminal::finding_text;
use effigy_session::checked::concerns;
use effigy_session::formats::time;
use effigy_session::formats::xml::{attribute, given, text};
use effigy_session::languages::LANGUAGES;
use effigy_session::options::Check;
use effigy_session::outcome::{Finding, IncompleteReason, RunOutcome, Verdict};
use std::io::{self, Write};

/// How a test case ended.
enum Result {
    /// Up to what, and what else there is to say; empty when there is nothing.
    Passed(String),
    /// The message, the kind and more about it.
    Failed(String, String, String),
    /// With a reason, as an element of this name.
    Undecided(&'static str, String),
}

struct Case {
    class: String,
    name: String,
    file: Option<(String, u32)>,
    seconds: f64,
    result: Result,
}

/// Writes the suite of a run, or of a package.
pub(super) fn write(out: &mut dyn Write, runs: &Runs<'_>, sources: &mut Sources) -> io::Result<()> {
    let suite = format!("effigy {} {}", runs.mode(), runs.program());
    let cases = match runs.package {
        Some(summary) => harnesses::cases(runs, summary, sources),
        None => runs.runs.iter().flat_map(|run| cases(runs, *run)).collect(),
    };
    // The test cases of findings are made when they are written: a run may have ten thousands.
    let findings = runs.runs.iter().filter(|run| run.harness.is_none());
    let findings: Vec<_> =
        findings.flat_map(|run| run.findings().map(|finding| (*run, finding))).collect();
    let count = |of: fn(&Result) -> bool| cases.iter().filter(|case| of(&case.result)).count();
    let failures = findings.len() + count(|result| matches!(result, Result::Failed(..)));
    let errors = count(|result| matches!(result, Result::Undecided("error", _)));
    let skipped = count(|result| matches!(result, Result::Undecided("skipped", _)));
    // The element of all suites counts none that were skipped.
    let skipped = format!(" skipped=\"{skipped}\"");
    let numbers = format!(
        " tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{:.3}\"",
        findings.len() + cases.len(),
        runs.seconds()
    );
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites{}{numbers}>", given("name", "effigy"))?;
    let now = time::now();
    let stamp = given("timestamp", now.trim_end_matches('Z')) + &given("hostname", "localhost");
    writeln!(out, "  <testsuite{}{numbers}{skipped}{stamp}>", given("name", &suite))?;
    write_properties(out, runs)?;
    for (run, finding) in findings {
        write_case(out, &failure(finding, run, runs, sources))?;
    }
    for case in &cases {
        write_case(out, case)?;
    }
    writeln!(out, "  </testsuite>\n</testsuites>")
}

fn write_properties(out: &mut dyn Write, runs: &Runs<'_>) -> io::Result<()> {
    writeln!(out, "    <properties>")?;
    let paths = runs.paths();
    let mut all = vec![
        ("verdict".to_owned(), runs.verdict().name().to_owned()),
        ("exhaustive".to_owned(), runs.is_exhaustive().to_string()),
        ("paths.completed".to_owned(), paths.completed.to_string()),
        ("paths.failed".to_owned(), paths.failed.to_string()),
        ("paths.cut".to_owned(), paths.cut.to_string()),
        ("paths.unsupported".to_owned(), paths.unsupported.to_string()),
        ("paths.unknown".to_owned(), paths.unknown.to_string()),
        ("run".to_owned(), runs.folder.to_owned()),
    ];
    all.extend(runs.package.into_iter().flat_map(harnesses::properties));
    for (name, value) in all {
        writeln!(out, "      <property{}{}/>", given("name", &name), given("value", &value))?;
    }
    writeln!(out, "    </properties>")
}

/// The test case of a finding.
fn failure(finding: &Finding, run: Run<'_>, runs: &Runs<'_>, sources: &mut Sources) -> Case {
    let spot = spot(&finding.place, sources);
    let text = finding_text(finding, run.outcome.on_machine, run.folder, sources);
    Case {
        class: class(runs),
        name: told_at(finding, sources),
        file: spot.map(|spot| (spot.path, spot.line)),
        seconds: 0.0,
        result: Result::Failed(finding.headline(), finding.kind.name().to_owned(), text),
    }
}

/// The kind of a finding, what happened, and where.
fn told_at(finding: &Finding, sources: &Sources) -> String {
    let place = sources.short_place(&finding.place);
    let at = if place.is_empty() { place } else { format!(" at {place}") };
    format!("{}: {}{at}", finding.kind, finding.headline())
}

/// The test cases that are no findings.
fn cases(runs: &Runs<'_>, run: Run<'_>) -> Vec<Case> {
    let outcome = run.outcome;
    let reasons = outcome.reasons();
    let verdict = outcome.verdict();
    // Where a check is of a run up to a bound, its name says so.
    let bound = match (&outcome.bmc, verdict) {
        (Some(figures), Verdict::Bounded) => {
            format!(" up to {} rounds of each loop", figures.unwind)
        }
        _ => String::new(),
    };
    let decided = outcome.exhaustive() || matches!(verdict, Verdict::Bounded | Verdict::Proved);
    let result = || match decided {
        true if runs.demand.is_met(&outcome.assumes) => Result::Passed(under(outcome)),
        true => Result::Undecided(missing(runs), under(outcome)),
        false => Result::Undecided(missing(runs), said(&reasons)),
    };
    let case = |name: String| Case {
        class: class(runs),
        name,
        file: None,
        seconds: 0.0,
        result: result(),
    };
    let mut cases = vec![case(format!("every path was run{bound}"))];
    for check in runs.options.checks.iter() {
        let failed = outcome.findings.iter().any(|f| check.row().kinds.contains(&f.kind));
        // The findings have test cases of their own.
        if !failed && looked_for(check, run, runs) {
            cases.push(case(format!("check {}{bound}", check.name())));
        }
    }
    cases
}

/// Up to what a run has its answer, and what that takes for granted; nothing when it is for all values and rests on nothing.
fn under(outcome: &RunOutcome) -> String {
    let bounded = outcome.bounds.iter().map(|bound| format!("bounded: {bound}"));
    let assuming = outcome.assumes.iter().map(|assumption| format!("assuming: {assumption}"));
    let lines: Vec<String> = bounded.chain(assuming).collect();
    lines.join("; ")
}

/// Whether the run looked for what the check finds.
fn looked_for(check: Check, run: Run<'_>, runs: &Runs<'_>) -> bool {
    let of_language = LANGUAGES.of(runs.options).is_none_or(|language| concerns(check, language));
    of_language && (check != Check::Crash || run.outcome.fuzz.is_some())
}

/// The element of what was not decided.
fn missing(runs: &Runs<'_>) -> &'static str {
    if runs.demand.exhaustive { "error" } else { "skipped" }
}

fn said(reasons: &[IncompleteReason]) -> String {
    let reasons = reasons.iter().map(|reason| {
        let at = if reason.place.is_empty() { "" } else { " at " };
        format!("{} ({} times){at}{}", reason.reason, reason.count, reason.place)
    });
    let reasons: Vec<String> = reasons.collect();
    match reasons.is_empty() {
        true => "not every path was run".to_owned(),
        false => format!("not every path was run: {}", reasons.join("; ")),
    }
}

fn class(runs: &Runs<'_>) -> String {
    format!("effigy.{}", runs.program())
}

fn write_case(out: &mut dyn Write, case: &Case) -> io::Result<()> {
    let names = given("classname", &case.class) + &given("name", &case.name);
    let place = case.file.as_ref().map_or_else(String::new, |(file, line)| {
        let line = if *line > 0 { given("line", &line.to_string()) } else { String::new() };
        given("file", file) + &line
    });
    let time = match case.seconds {
        0.0 => "0".to_owned(),
        seconds => format!("{seconds:.3}"),
    };
    write!(out, "    <testcase{names}{place} time=\"{time}\"")?;
    match &case.result {
        Result::Passed(said) if said.is_empty() => writeln!(out, "/>"),
        Result::Passed(said) => {
            writeln!(out, ">\n      <system-out>{}</system-out>\n    </testcase>", text(said))
        }
        Result::Failed(message, kind, more) => {
            let (message, kind) = (given("message", message), given("type", kind));
            writeln!(
                out,
                ">\n      <failure{message}{kind}>{}</failure>\n    </testcase>",
                text(more)
            )
        }
        Result::Undecided("error", why) => {
            let kind = given("type", "incomplete");
            let why = attribute(why);
            writeln!(out, ">\n      <error message=\"{why}\"{kind}/>\n    </testcase>")
        }
        Result::Undecided(element, why) => {
            writeln!(out, ">\n      <{element}{}/>\n    </testcase>", given("message", why))
        }
    }
}
