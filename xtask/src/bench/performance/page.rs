//! What is generated on `docs/performance.md`: tables, and sentences that say where the limit of each program is.

use super::{MERGED, UNMERGED};
use serde_json::Value;

/// Paths without merging beyond which a program counts as one that only merging explores.
const MANY: u64 = 100_000;

/// Seconds within which the defect of a mutant is wanted.
const SOON: f64 = 10.0;

/// Of a second of wall time so much is CPU time when the machine does nothing else.
const CALM: f64 = 0.8;

/// Below so many CPU seconds nothing is said of growth: the start of the program counts for more.
const SHORT: f64 = 0.3;

/// The page with what stands between `<!-- generated NAME -->` and `<!-- end -->` renewed. All else stays.
pub fn renewed(page: &str, rows: &[&Value]) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, behind)) = rest.split_once("<!-- generated ") {
        let (name, after) = behind.split_once(" -->").ok_or("a mark without `-->`")?;
        let (_, after) = after
            .split_once("<!-- end -->")
            .ok_or_else(|| format!("what is generated as `{name}` has no end"))?;
        let part = match name {
            "summary" => summary(rows),
            "limits" => limits(rows),
            "layers" => layers(rows),
            "programs" => rows.iter().map(|row| program(row)).collect(),
            _ => return Err(format!("nothing is generated as `{name}`")),
        };
        text.push_str(&format!("{before}<!-- generated {name} -->\n\n{part}\n<!-- end -->"));
        rest = after;
    }
    Ok(text + rest)
}

fn name(row: &Value) -> &str {
    row["name"].as_str().unwrap_or("?")
}

fn points(row: &Value) -> impl Iterator<Item = &Value> {
    row["points"].as_array().into_iter().flatten()
}

/// The runs of a mode with their bytes.
fn runs<'a>(row: &'a Value, mode: &'a str) -> impl Iterator<Item = (u64, &'a Value)> {
    points(row).filter_map(move |point| Some((point["bytes"].as_u64()?, point.get(mode)?)))
}

/// The run of a mode with all bytes.
fn whole<'a>(row: &'a Value, mode: &'a str) -> &'a Value {
    runs(row, mode).last().map_or(&Value::Null, |(_, run)| run)
}

pub fn is_exhaustive(run: &Value) -> bool {
    run["exhaustive"] == true
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn cpu(run: &Value) -> f64 {
    number(&run["cpu_seconds"])
}

/// Paths that ran to an end.
fn ended(run: &Value) -> u64 {
    let count = |key: &str| run["paths"][key].as_u64().unwrap_or(0);
    count("completed") + count("failed") + count("unsupported") + count("unknown")
}

/// The paths of a run that ended, and those that it was cut on.
pub fn paths(run: &Value) -> String {
    match run["paths"]["cut"].as_u64() {
        None | Some(0) => ended(run).to_string(),
        Some(cut) => format!("{} + {cut} cut", ended(run)),
    }
}

/// Microseconds of solver time a query.
fn query_time(run: &Value) -> String {
    match number(&run["queries"]) {
        0.0 => "-".to_owned(),
        queries => format!("{:.0}", 1e6 * number(&run["solver_seconds"]) / queries),
    }
}

/// The CPU seconds, or that the run was cut.
fn seconds(run: &Value) -> String {
    match run {
        Value::Null => "-".to_owned(),
        run if is_exhaustive(run) => format!("{:.2}", cpu(run)),
        run => format!("cut at {}", run["limit"]),
    }
}

fn summary(rows: &[&Value]) -> String {
    if rows.is_empty() {
        return "Nothing has been measured yet.\n".to_owned();
    }
    let mut out = "\
| program | bytes | merged: CPU s | paths | queries | µs a query | MB | unmerged: CPU s | paths | MB | mutant's defect after s |
|---|---|---|---|---|---|---|---|---|---|---|
"
    .to_owned();
    for row in rows {
        let (merged, unmerged) = (whole(row, MERGED), whole(row, UNMERGED));
        let found = row["mutant"]["found_at"].as_f64();
        out.push_str(&format!(
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            name(row),
            row["bytes"],
            seconds(merged),
            paths(merged),
            merged["queries"],
            query_time(merged),
            merged["peak_mb"],
            seconds(unmerged),
            paths(unmerged),
            unmerged["peak_mb"],
            found.map_or_else(
                || format!("not in {}", row["limits"]["mutant"]),
                |at| format!("{at:.2}")
            ),
        ));
    }
    out.push('\n');
    out + &counted(rows) + &busy(rows)
}

/// Says which programs were measured on a machine that did other work too.
fn busy(rows: &[&Value]) -> String {
    let slowed = |run: &Value| {
        let wall = number(&run["seconds"]);
        wall > 1.0 && cpu(run) < CALM * wall
    };
    let any = |row: &&&Value| {
        [MERGED, UNMERGED].iter().any(|mode| runs(row, mode).any(|(_, run)| slowed(run)))
    };
    let names: Vec<String> =
        rows.iter().filter(any).map(|row| format!("`{}`", name(row))).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(
            "\nThe machine was busy during runs of {}: limits, which are wall time, came early, and findings late.\n",
            names.join(", ")
        ),
    }
}

/// How many programs are as they are wanted.
fn counted(rows: &[&Value]) -> String {
    let count = |holds: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| holds(row)).count();
    let all = rows.len();
    let exhaustive = count(&|row| is_exhaustive(whole(row, MERGED)));
    let many = count(&|row| {
        let unmerged = whole(row, UNMERGED);
        !is_exhaustive(unmerged) || ended(unmerged) > MANY
    });
    let found = |row: &Value| row["mutant"]["found_at"].as_f64();
    let soon = count(&|row| found(row).is_some_and(|at| at <= SOON));
    format!(
        "With merging {exhaustive} of {all} programs are exhaustive. Without it {many} of {all} have more than {MANY} paths or no end \
         within the limit. The defects of {soon} of {all} mutants are found within {SOON} s.\n"
    )
}

fn limits(rows: &[&Value]) -> String {
    let line = |row: &&Value| format!("- `{}`: {}\n", name(row), limit(row).join(" "));
    rows.iter().map(line).collect()
}

/// Where the limit of a program is, in sentences.
fn limit(row: &Value) -> Vec<String> {
    let mut said = vec![reach(row)];
    said.extend(growth(row));
    said.extend(beside(row));
    said.extend(spent(row));
    said
}

/// How far the merged run comes.
fn reach(row: &Value) -> String {
    let Some((bytes, run)) = runs(row, MERGED).filter(|(_, run)| is_exhaustive(run)).last() else {
        return "No number of bytes is explored exhaustively.".to_owned();
    };
    let took = format!("{:.2} s, {} paths", cpu(run), ended(run));
    let Some((cut, at)) = runs(row, MERGED).find(|(_, run)| !is_exhaustive(run)) else {
        return format!("exhaustive with all of its {bytes} bytes ({took}).");
    };
    let mut said = format!(
        "exhaustive up to {bytes} bytes ({took}); with {cut} bytes cut after {} s on {} paths.",
        at["limit"],
        paths(at)
    );
    let because = at["because"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let other: Vec<&str> = because.filter(|reason| !reason.contains("--max-time")).collect();
    if !other.is_empty() {
        said.push_str(&format!(" Besides: {}.", other.join("; ")));
    }
    said
}

/// By how much two bytes more lengthen the merged run.
fn growth(row: &Value) -> Option<String> {
    let times: Vec<(u64, f64)> = runs(row, MERGED)
        .filter(|(_, run)| is_exhaustive(run))
        .map(|(bytes, run)| (bytes, cpu(run)))
        .filter(|(_, time)| *time >= SHORT)
        .collect();
    let &[.., (fewer, before), (bytes, time)] = times.as_slice() else { return None };
    let factor = (time / before).powf(2.0 / (bytes - fewer) as f64);
    Some(format!("At the end two bytes more take {factor:.1} times as long."))
}

/// How the run without merging compares.
fn beside(row: &Value) -> Option<String> {
    let last = |mode| runs(row, mode).filter(|(_, run)| is_exhaustive(run)).last();
    let (unmerged, _) = last(UNMERGED)?;
    let merged = last(MERGED).map_or(0, |(bytes, _)| bytes);
    if unmerged > merged {
        return Some(format!("Unmerged, {unmerged} bytes are explored: merging does not pay."));
    }
    let at = |mode| runs(row, mode).find(|(bytes, _)| *bytes == unmerged);
    let ((_, run), (_, merged)) = (at(UNMERGED)?, at(MERGED)?);
    Some(format!(
        "Unmerged, {unmerged} bytes are {} paths ({:.2} s), which merging makes {} ({:.2} s).",
        ended(run),
        cpu(run),
        ended(merged),
        cpu(merged)
    ))
}

/// What the longest merged run spends its time on.
fn spent(row: &Value) -> Option<String> {
    let by_time = |a: &(u64, &Value), b: &(u64, &Value)| cpu(a.1).total_cmp(&cpu(b.1));
    let (bytes, run) = runs(row, MERGED).max_by(by_time)?;
    let share = 100.0 * number(&run["solver_seconds"]) / number(&run["seconds"]).max(1e-3);
    let mut said = format!("With {bytes} bytes {share:.0} % of the time is the solver's");
    if let Some(layer) = layers_in(run).find(|layer| layer["name"] == "embedded")
        && number(&layer["queries"]) > 0.0
    {
        let each = 1e3 * number(&layer["seconds"]) / number(&layer["queries"]);
        let (reached, all) = (&layer["queries"], &run["queries"]);
        said.push_str(&format!(
            "; {reached} of {all} queries reach the SAT solver, at {each:.2} ms each"
        ));
    }
    said.push('.');
    Some(said)
}

/// The layers of a run that answer queries, by the order in which they are asked.
pub fn layers_in(run: &Value) -> impl Iterator<Item = &Value> {
    let all = run["layers"].as_array().into_iter().flatten();
    all.filter(|layer| layer["answered"].as_u64().is_some_and(|answered| answered > 0))
}

/// Which part of all answers a layer gave, by the merged run with all bytes.
pub fn shares(row: &Value) -> Vec<(String, f64)> {
    let run = whole(row, MERGED);
    let sum: f64 = layers_in(run).map(|layer| number(&layer["answered"])).sum();
    let share = |layer: &Value| {
        let name = layer["name"].as_str().unwrap_or("?").to_owned();
        (name, number(&layer["answered"]) / sum.max(1.0))
    };
    layers_in(run).map(share).collect()
}

/// The names of all layers that answered, in the order in which they are asked.
pub fn layer_names(rows: &[&Value]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        let all = whole(row, MERGED)["layers"].as_array().into_iter().flatten();
        let order: Vec<&str> = all.filter_map(|layer| layer["name"].as_str()).collect();
        for (share, _) in shares(row) {
            if names.contains(&share) {
                continue;
            }
            let place = |name: &str| order.iter().position(|known| *known == name);
            let behind = names.iter().position(|known| place(known) > place(&share));
            names.insert(behind.unwrap_or(names.len()), share);
        }
    }
    names
}

fn layers(rows: &[&Value]) -> String {
    let names = layer_names(rows);
    if names.is_empty() {
        return String::new();
    }
    let mut out =
        format!("| program | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for row in rows {
        let shares = shares(row);
        let cell = |layer: &String| {
            let share = shares.iter().find(|(name, _)| name == layer);
            share.map_or_else(|| "-".to_owned(), |(_, share)| format!("{:.1} %", 100.0 * share))
        };
        let cells: Vec<String> = names.iter().map(cell).collect();
        out.push_str(&format!("| `{}` | {} |\n", name(row), cells.join(" | ")));
    }
    out + "\n![Which layer answers](performance/layers.svg)\n"
}

/// All runs of a program, and its plot.
fn program(row: &Value) -> String {
    let mut out = format!(
        "### {0}\n\n![CPU seconds over bytes](performance/{0}.svg)\n\n\
         | bytes | merged: CPU s | paths | queries | µs a query | MB | unmerged: CPU s | paths | queries | µs a query | MB |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n",
        name(row)
    );
    for point in points(row) {
        let cells = |run: &Value| match run {
            Value::Null => "- | - | - | - | -".to_owned(),
            run => format!(
                "{} | {} | {} | {} | {}",
                seconds(run),
                paths(run),
                run["queries"],
                query_time(run),
                run["peak_mb"]
            ),
        };
        let (merged, unmerged) = (&point[MERGED], &point[UNMERGED]);
        out.push_str(&format!(
            "| {} | {} | {} |\n",
            point["bytes"],
            cells(merged),
            cells(unmerged)
        ));
    }
    out.push('\n');
    out
}
