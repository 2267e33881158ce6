//! JUnit's XML, as CI systems read it: a test case for each finding, for each check in which nothing was found, and for the
//! question whether the run has an answer at all.
//!
//! What was not decided is never a test that passes: it is skipped where missing paths are no failure of the command, and an error
//! where they are.

use super::Run;
use super::location::spot;
use crate::sources::Sources;
use crate::terminal::finding_text;
use effigy_session::formats::time;
use effigy_session::formats::xml::{attribute, given, text};
use effigy_session::options::{Check, concerns};
use effigy_session::outcome::{Finding, IncompleteReason, Verdict};
use std::io::{self, Write};

/// How a test case ended.
enum Result {
    Passed,
    /// The message, the kind and more about it.
    Failed(String, String, String),
    /// With a reason, as an element of this name.
    Undecided(&'static str, String),
}

struct Case {
    class: String,
    name: String,
    file: Option<(String, u32)>,
    result: Result,
}

/// Writes the suite of a run.
pub(super) fn write(out: &mut dyn Write, run: Run<'_>, sources: &mut Sources) -> io::Result<()> {
    let outcome = run.outcome;
    let suite = format!("effigy {} {}", outcome.mode, outcome.program);
    let cases = cases(run);
    let count = |of: fn(&Result) -> bool| cases.iter().filter(|case| of(&case.result)).count();
    let findings = outcome.findings.len();
    let errors = count(|result| matches!(result, Result::Undecided("error", _)));
    let skipped = count(|result| matches!(result, Result::Undecided("skipped", _)));
    // The element of all suites counts none that were skipped.
    let skipped = format!(" skipped=\"{skipped}\"");
    let numbers = format!(
        " tests=\"{}\" failures=\"{findings}\" errors=\"{errors}\" time=\"{:.3}\"",
        findings + cases.len(),
        outcome.timings.total.as_secs_f64()
    );
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites{}{numbers}>", given("name", "effigy"))?;
    let now = time::now();
    let stamp = given("timestamp", now.trim_end_matches('Z')) + &given("hostname", "localhost");
    writeln!(out, "  <testsuite{}{numbers}{skipped}{stamp}>", given("name", &suite))?;
    write_properties(out, run)?;
    for finding in &outcome.findings {
        write_case(out, &failure(finding, run, sources))?;
    }
    for case in &cases {
        write_case(out, case)?;
    }
    writeln!(out, "  </testsuite>\n</testsuites>")
}

fn write_properties(out: &mut dyn Write, run: Run<'_>) -> io::Result<()> {
    let outcome = run.outcome;
    writeln!(out, "    <properties>")?;
    let paths = outcome.paths;
    let all = [
        ("verdict", outcome.verdict().name().to_owned()),
        ("exhaustive", outcome.exhaustive().to_string()),
        ("paths.completed", paths.completed.to_string()),
        ("paths.failed", paths.failed.to_string()),
        ("paths.cut", paths.cut.to_string()),
        ("paths.unsupported", paths.unsupported.to_string()),
        ("paths.unknown", paths.unknown.to_string()),
        ("run", run.folder.to_owned()),
    ];
    for (name, value) in all {
        writeln!(out, "      <property{}{}/>", given("name", name), given("value", &value))?;
    }
    writeln!(out, "    </properties>")
}

/// The test case of a finding.
fn failure(finding: &Finding, run: Run<'_>, sources: &mut Sources) -> Case {
    let spot = spot(&finding.place, sources);
    let place = sources.short_place(&finding.place);
    let at = if place.is_empty() { place } else { format!(" at {place}") };
    let text = finding_text(finding, run.outcome.on_machine, run.folder, sources);
    Case {
        class: class(run),
        name: format!("{}: {}{at}", finding.kind, finding.headline()),
        file: spot.map(|spot| (spot.path, spot.line)),
        result: Result::Failed(finding.headline(), finding.kind.name().to_owned(), text),
    }
}

/// The test cases that are no findings.
fn cases(run: Run<'_>) -> Vec<Case> {
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
    let undecided = || Result::Undecided(missing(run), said(&reasons));
    let mut cases = vec![Case {
        class: class(run),
        name: format!("every path was run{bound}"),
        file: None,
        result: if decided { Result::Passed } else { undecided() },
    }];
    for check in run.options.checks.iter() {
        let failed = outcome.findings.iter().any(|f| check.row().kinds.contains(&f.kind));
        // The findings have test cases of their own.
        if !failed && looked_for(check, run) {
            cases.push(Case {
                class: class(run),
                name: format!("check {}{bound}", check.name()),
                file: None,
                result: if decided { Result::Passed } else { undecided() },
            });
        }
    }
    cases
}

/// Whether the run looked for what the check finds.
fn looked_for(check: Check, run: Run<'_>) -> bool {
    let of_language =
        run.options.source_language().is_none_or(|language| concerns(check, language));
    of_language && (check != Check::Crash || run.outcome.fuzz.is_some())
}

/// The element of what was not decided.
fn missing(run: Run<'_>) -> &'static str {
    if run.exhaustive { "error" } else { "skipped" }
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

fn class(run: Run<'_>) -> String {
    format!("effigy.{}", run.outcome.program)
}

fn write_case(out: &mut dyn Write, case: &Case) -> io::Result<()> {
    let names = given("classname", &case.class) + &given("name", &case.name);
    let place = case.file.as_ref().map_or_else(String::new, |(file, line)| {
        let line = if *line > 0 { given("line", &line.to_string()) } else { String::new() };
        given("file", file) + &line
    });
    write!(out, "    <testcase{names}{place} time=\"0\"")?;
    match &case.result {
        Result::Passed => writeln!(out, "/>"),
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
