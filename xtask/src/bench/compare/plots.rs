//! The plots of the measured data: one line a mode and number of references, both axes logarithmic.

use super::families::FAMILIES;
use super::page::{BACKWARD, FORWARD};
use plotters::prelude::*;
use serde_json::Value;
use std::fmt::Display;

/// What is drawn over the size of the program: the plot, the place in the data, and its name.
const QUANTITIES: [(&str, &str, &str); 4] = [
    ("cpu", "/cpu_seconds", "CPU seconds"),
    ("walk", "/walk/cpu_seconds", "CPU seconds of the walk"),
    ("memory", "/peak_mb", "memory in MB"),
    ("size", "/size", "distinct terms of all path conditions"),
];

/// A line of a plot.
struct Line {
    label: String,
    color: RGBColor,
    filled: bool,
    points: Vec<(f64, f64)>,
}

/// The plots, each with its file name.
pub fn all(data: &Value) -> Result<Vec<(String, String)>, String> {
    let mut plots = Vec::new();
    for family in FAMILIES {
        for (short, key, what) in QUANTITIES {
            let lines = lines(data, family.name, family.references, key);
            let svg = plot(&format!("{}: {what}", family.name), what, &lines)?;
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

fn plot(title: &str, what: &str, lines: &[Line]) -> Result<String, String> {
    let wrong = |e: &dyn Display| format!("{title}: {e}");
    let points = || lines.iter().flat_map(|line| &line.points);
    if points().next().is_none() {
        return Err(format!("{title}: no run came to an end"));
    }
    // No CPU time is below a millisecond on a logarithmic axis.
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) =
            values.fold((f64::MAX, 1e-3_f64), |(low, high), v| (low.min(v), high.max(v)));
        (low.max(1e-3), high)
    };
    let (low, high) = range(&mut points().map(|p| p.0));
    // The labels stand right of all points.
    let x = (low / 1.2..high * (high / low).powf(0.5)).log_scale();
    let (low, high) = range(&mut points().map(|p| p.1));
    let y = (low / 1.2..high * 1.2).log_scale();
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (640, 400)).into_drawing_area();
        area.fill(&WHITE).map_err(|e| wrong(&e))?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(60)
            .build_cartesian_2d(x, y)
            .map_err(|e| wrong(&e))?;
        chart
            .configure_mesh()
            .max_light_lines(0)
            .x_desc("n")
            .y_desc(what)
            .x_label_formatter(&|n| format!("{n:.0}"))
            .y_label_formatter(&|v| v.to_string())
            .draw()
            .map_err(|e| wrong(&e))?;
        for Line { label, color, filled, points } in lines {
            let style = if *filled { color.stroke_width(2) } else { color.stroke_width(1) };
            // Forward in filled circles, backward in larger empty ones, so that lines on each other are seen.
            let (radius, mark) = if *filled { (3, color.filled()) } else { (6, style) };
            let points = points.iter().map(|&(n, value)| (n, value.max(1e-3)));
            chart
                .draw_series(LineSeries::new(points.clone(), style))
                .map_err(|e| wrong(&e))?
                .label(label.as_str())
                .legend(move |(x, y)| Circle::new((x + 10, y), radius, mark));
            chart
                .draw_series(points.map(|point| Circle::new(point, radius, mark)))
                .map_err(|e| wrong(&e))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::MiddleRight)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .label_font(("sans-serif", 12))
            .draw()
            .map_err(|e| wrong(&e))?;
        area.present().map_err(|e| wrong(&e))?;
    }
    Ok(svg)
}
