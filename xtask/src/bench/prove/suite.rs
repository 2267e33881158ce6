//! Verdicts and costs on the programs of a folder, beside Silicon's.

use super::{Answer, Bench, data};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// What the section of a suite says before its numbers.
const ABOUT: &str = "Each program once, one after the other, each tool in a process of its own with the workers that it takes by itself. `agrees` says that both tools report \
errors on the same lines, or none. Warm: Silicon in a Java machine that ran the program and others before.";

impl Bench {
    /// Measures programs that are spread over a folder, and gives what the page keeps of it.
    pub(super) fn suite(&self, folder: &Path) -> Result<Value, String> {
        let files: Vec<_> = crate::viper_suite::files(folder)?
            .into_iter()
            .filter(|file| file.display().to_string().contains(&self.options.filter))
            .collect();
        let step = (files.len() / self.options.sample).max(1);
        let sample: Vec<_> = files.iter().step_by(step).take(self.options.sample).collect();
        let warm = match self.options.warm {
            true => self.warm(&sample)?,
            false => vec![None; sample.len()],
        };
        let mut rows = Vec::new();
        for (file, warm) in sample.into_iter().zip(warm) {
            let name = file.strip_prefix(folder).unwrap_or(file).display().to_string();
            let ours = self.effigy(file)?;
            let theirs = self.options.silicon.is_some().then(|| self.silicon(file)).transpose()?;
            let agrees = theirs.as_ref().and_then(|theirs| agree(&ours, theirs));
            let verdict = match agrees {
                Some(true) => "agrees",
                Some(false) => "differs",
                None => "-",
            };
            println!("{}  {verdict}", super::table_row(&name, Some(&ours), None, theirs.as_ref()));
            rows.push(json!({
                "file": name,
                "effigy": data(&ours),
                "silicon": theirs.as_ref().map(data),
                "warm": warm.map(|cost| json!({ "cpu_seconds": cost.cpu, "wall_seconds": cost.wall })),
                "agrees": agrees,
            }));
        }
        let name = folder.file_name().map_or_else(String::new, |name| name.display().to_string());
        let summary = summary(&rows);
        println!("{summary}");
        Ok(json!({ "name": name, "rows": rows }))
    }
}

/// Whether two answers have errors on the same lines; `None` where one of them is none.
fn agree(ours: &Answer, theirs: &Answer) -> Option<bool> {
    Some(lines(ours)? == lines(theirs)?)
}

/// The lines of an answer's errors.
fn lines(answer: &Answer) -> Option<&BTreeSet<u64>> {
    static NONE: BTreeSet<u64> = BTreeSet::new();
    match answer {
        Answer::Proved(_) => Some(&NONE),
        Answer::Other(_, _, lines) if !lines.is_empty() => Some(lines),
        _ => None,
    }
}

/// The lines in what Effigy printed: behind the arrow below a message.
pub(super) fn lines_of_effigy(text: &str) -> BTreeSet<u64> {
    // What is odd about a text is a warning too, with an identifier that says so.
    let is_error = |line: &&str| line.starts_with("error[") || line.starts_with("warning[");
    let heads = |line: &&str| is_error(line) && !line.contains(".warning]");
    let all: Vec<&str> = text.lines().collect();
    let pairs = all.windows(2).filter(|pair| heads(&pair[0]));
    let numbers = pairs.filter_map(|pair| {
        let place = pair[1].trim_start().strip_prefix("--> ")?;
        place.rsplit(':').nth(1)?.parse().ok()
    });
    numbers.collect()
}

/// The lines in what Silicon printed: `(file.vpr@LINE.COLUMN--...)` at the end of a message. Warnings stand before the errors.
pub(super) fn lines_of_silicon(text: &str) -> BTreeSet<u64> {
    let told = text.lines().skip_while(|line| !line.starts_with("Silicon found"));
    let errors = told.filter(|line| line.trim_end().ends_with(')'));
    let numbers = errors.filter_map(|line| {
        let (_, place) = line.rsplit_once('(')?;
        place.split_once('@')?.1.split_once('.')?.0.parse().ok()
    });
    numbers.collect()
}

/// One sentence on how often the tools agree, and how their costs compare.
pub(super) fn summary(rows: &[Value]) -> String {
    let count = |verdict: bool| rows.iter().filter(|row| row["agrees"] == verdict).count();
    let ratios = |tool: &str, key: &str| {
        let both = rows.iter().filter_map(|row| {
            Some(row[tool][key].as_f64()? / row["effigy"][key].as_f64()?.max(0.001))
        });
        let mut all: Vec<f64> = both.collect();
        all.sort_by(f64::total_cmp);
        let at = |index: usize| all.get(index).copied().unwrap_or(f64::NAN);
        let least_tenth = all.iter().filter(|ratio| **ratio >= 10.0).count();
        format!("{:.0} (least {:.1}, at least 10 for {least_tenth})", at(all.len() / 2), at(0))
    };
    let warm = match rows.iter().any(|row| !row["warm"].is_null()) {
        true => format!(
            " In a warm machine: {}; CPU time: {}.",
            ratios("warm", "wall_seconds"),
            ratios("warm", "cpu_seconds")
        ),
        false => String::new(),
    };
    format!(
        "{} programs: {} agree, {} differ, {} without an answer of both. Silicon's wall time over Effigy's, median: {}; CPU time: {}.{warm}",
        rows.len(),
        count(true),
        count(false),
        rows.iter().filter(|row| row["agrees"].is_null()).count(),
        ratios("silicon", "wall_seconds"),
        ratios("silicon", "cpu_seconds"),
    )
}

/// The section of a suite on the page.
pub(super) fn section(suite: &Value) -> String {
    let none = Vec::new();
    let rows = suite["rows"].as_array().unwrap_or(&none);
    let name = suite["name"].as_str().unwrap_or_default();
    let mut out = format!("## Programs of `{name}`\n\n{ABOUT}\n\n{}\n\n", summary(rows));
    out.push_str("| program | Effigy, CPU s | wall s | Silicon, CPU s | wall s | warm, CPU s | wall s | verdicts |\n|---|---|---|---|---|---|---|---|\n");
    for row in rows {
        let cell = |tool: &str, key: &str| match (&row[tool][key], row[tool]["answer"].as_str()) {
            (Value::Null, _) => "-".to_owned(),
            (time, Some("out of time")) => format!("> {:.0}", time.as_f64().unwrap_or(0.0)),
            (time, _) => format!("{:.2}", time.as_f64().unwrap_or(0.0)),
        };
        let verdict = match row["agrees"].as_bool() {
            Some(true) => "agree",
            Some(false) => "differ",
            None => "-",
        };
        out.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} | {verdict} |\n",
            row["file"].as_str().unwrap_or_default(),
            cell("effigy", "cpu_seconds"),
            cell("effigy", "wall_seconds"),
            cell("silicon", "cpu_seconds"),
            cell("silicon", "wall_seconds"),
            cell("warm", "cpu_seconds"),
            cell("warm", "wall_seconds"),
        ));
    }
    out.push('\n');
    out
}
