//! The tables of `docs/forward-vs-backward.md`, made of the measured data.

use serde_json::Value;

/// The mode of `effigy explore`, as the data and the tables name it.
pub const FORWARD: &str = "forward";
/// The mode of `effigy wp`.
pub const BACKWARD: &str = "backward";

/// The head of every table.
pub const HEAD: &str = "\
| program | paths | condition terms, forward | backward | CPU s, forward | backward | MB, forward | backward | queries, forward | backward | walk: CPU s, forward | backward | queries, forward | backward |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

/// The page with its tables renewed: what stands between `<!-- table FAMILY -->` and `<!-- end -->`.
pub fn renewed(page: &str, data: &Value) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, family, after)) = table(rest) {
        let (_, behind) = after
            .split_once("<!-- end -->")
            .ok_or_else(|| format!("the table `{family}` has no end"))?;
        let points = data["points"].as_array().into_iter().flatten();
        let rows: Vec<String> = points.filter(|p| p["family"] == family).map(row).collect();
        if rows.is_empty() {
            return Err(format!("there is no family `{family}`"));
        }
        text.push_str(&format!(
            "{before}<!-- table {family} -->\n\n{HEAD}\n{}\n\n<!-- end -->",
            rows.join("\n")
        ));
        rest = behind;
    }
    Ok(text + rest)
}

/// What stands before the next table, its family, and what stands behind its mark.
fn table(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("<!-- table ")?;
    let (family, after) = rest.split_once(" -->")?;
    Some((before, family, after))
}

/// The row of a point.
pub fn row(point: &Value) -> String {
    let (forward, backward) = (&point[FORWARD], &point[BACKWARD]);
    let both = |cell: fn(&Value) -> String| format!("{} | {}", cell(forward), cell(backward));
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        name(point),
        paths(point),
        both(|run| number(&run["size"])),
        both(seconds),
        both(|run| number(&run["peak_mb"])),
        both(|run| number(&run["queries"])),
        both(|run| seconds(&run["walk"])),
        both(|run| number(&run["walk"]["queries"])),
    )
}

/// Whether both modes came to an end and not to the same numbers of paths.
pub fn differ(point: &Value) -> bool {
    let (forward, backward) = (&point[FORWARD]["paths"], &point[BACKWARD]["paths"]);
    forward.is_object() && backward.is_object() && forward != backward
}

fn name(point: &Value) -> String {
    match (point["program"].as_str(), &point["k"]) {
        (Some(file), _) => format!("`{file}`"),
        (None, Value::Null) => format!("n = {}", point["n"]),
        (None, k) => format!("k = {k}, n = {}", point["n"]),
    }
}

fn number(value: &Value) -> String {
    if value.is_number() { value.to_string() } else { "-".to_owned() }
}

/// The CPU seconds, or why there are none.
fn seconds(run: &Value) -> String {
    match run["cpu_seconds"].as_f64() {
        Some(cpu) => format!("{cpu:.3}"),
        None => run.as_str().unwrap_or("-").to_owned(),
    }
}

/// The paths of both modes, once where they agree.
fn paths(point: &Value) -> String {
    let count = |run: &Value| {
        let paths = run["paths"].as_object()?;
        let named = paths.iter().filter(|(_, n)| n.as_u64() != Some(0));
        let named: Vec<String> = named.map(|(what, n)| format!("{n} {what}")).collect();
        Some(named.join(", "))
    };
    match (count(&point[FORWARD]), count(&point[BACKWARD])) {
        (Some(forward), Some(backward)) if forward != backward => {
            format!("DIFFER: {forward}; {backward}")
        }
        (Some(paths), _) | (None, Some(paths)) => paths,
        (None, None) => "-".to_owned(),
    }
}
