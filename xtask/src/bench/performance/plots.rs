//! The plots: CPU seconds over bytes for each program, and which layers answer.

use super::page::{is_exhaustive, layer_names, shares};
use super::{MERGED, UNMERGED};
use crate::bench::plots::{Line, plot, stacked};
use plotters::style::RGBColor;
use serde_json::Value;

/// The plots, each with its file name.
pub fn all(rows: &[&Value]) -> Result<Vec<(String, String)>, String> {
    let mut plots = Vec::new();
    for row in rows {
        let name = row["name"].as_str().unwrap_or("?");
        let title = format!("{name}: CPU seconds over bytes of standard input");
        plots.push((format!("{name}.svg"), plot(&title, ("bytes", "CPU seconds"), &lines(row))?));
    }
    let names = layer_names(rows);
    if !names.is_empty() {
        let bar = |row: &&Value| {
            let shares = shares(row);
            let part = |layer: &String| {
                shares.iter().find(|(name, _)| name == layer).map_or(0.0, |(_, share)| *share)
            };
            (row["name"].as_str().unwrap_or("?").to_owned(), names.iter().map(part).collect())
        };
        let bars: Vec<(String, Vec<f64>)> = rows.iter().map(bar).collect();
        plots.push(("layers.svg".to_owned(), stacked("Which layer answers", &names, &bars)?));
    }
    Ok(plots)
}

/// A line for the runs of each mode that came to their end, and marks where one was cut.
fn lines(row: &Value) -> Vec<Line> {
    let modes =
        [(MERGED, "merged", RGBColor(31, 119, 180)), (UNMERGED, "unmerged", RGBColor(214, 39, 40))];
    let mut lines = Vec::new();
    for (mode, label, color) in modes {
        for exhaustive in [true, false] {
            let points = row["points"].as_array().into_iter().flatten();
            let point = |point: &Value| {
                let run = point.get(mode)?;
                (is_exhaustive(run) == exhaustive)
                    .then_some((point["bytes"].as_f64()?, run["cpu_seconds"].as_f64()?))
            };
            let points: Vec<(f64, f64)> = points.filter_map(point).collect();
            let label = if exhaustive { label.to_owned() } else { format!("{label}, cut") };
            if !points.is_empty() {
                lines.push(Line { label, color, filled: exhaustive, points });
            }
        }
    }
    lines
}
