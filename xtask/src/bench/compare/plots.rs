//! The plots of the measured data: one line a mode and number of references.

use super::families::FAMILIES;
use super::page::{BACKWARD, FORWARD};
use crate::bench::plots::{Line, plot};
use plotters::style::RGBColor;
use serde_json::Value;

/// What is drawn over the size of the program: the plot, the place in the data, and its name.
const QUANTITIES: [(&str, &str, &str); 4] = [
    ("cpu", "/cpu_seconds", "CPU seconds"),
    ("walk", "/walk/cpu_seconds", "CPU seconds of the walk"),
    ("memory", "/peak_mb", "memory in MB"),
    ("size", "/size", "distinct terms of all path conditions"),
];

/// The plots, each with its file name.
pub fn all(data: &Value) -> Result<Vec<(String, String)>, String> {
    let mut plots = Vec::new();
    for family in FAMILIES {
        for (short, key, what) in QUANTITIES {
            let lines = lines(data, family.name, family.references, key);
            let svg = plot(&format!("{}: {what}", family.name), ("n", what), &lines)?;
            plots.push((format!("{}-{short}.svg", family.name), svg));
        }
    }
    Ok(plots)
}

fn lines(data: &Value, family: &str, references: &[usize], key: &str) -> Vec<Line> {
    let colors = [RGBColor(31, 119, 180), RGBColor(214, 39, 40), RGBColor(44, 160, 44)];
    let mut lines = Vec::new();
    for (&k, color) in references.iter().zip(colors) {
        for mode in [FORWARD, BACKWARD] {
            let points = data["points"].as_array().into_iter().flatten();
            let series = points
                .filter(|p| p["family"] == family && p["k"].as_u64().unwrap_or(0) == k as u64);
            let points =
                series.filter_map(|p| Some((p["n"].as_f64()?, p[mode].pointer(key)?.as_f64()?)));
            let label = if k == 0 { mode.to_owned() } else { format!("{mode}, k = {k}") };
            lines.push(Line { label, color, filled: mode == FORWARD, points: points.collect() });
        }
    }
    lines
}
