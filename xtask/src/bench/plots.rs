//! Plots of measured times.

use plotters::prelude::*;
use std::fmt::Display;

/// A line of a plot.
pub struct Line {
    /// What it is of.
    pub label: String,
    /// Its colour.
    pub color: RGBColor,
    /// Whether its points are filled circles, rather than larger empty ones.
    pub filled: bool,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// A plot as SVG, both axes logarithmic, with the names of the axes.
pub fn plot(title: &str, (over, what): (&str, &str), lines: &[Line]) -> Result<String, String> {
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
            .x_desc(over)
            .y_desc(what)
            .x_label_formatter(&|n| format!("{n:.0}"))
            .y_label_formatter(&|v| v.to_string())
            .draw()
            .map_err(|e| wrong(&e))?;
        for Line { label, color, filled, points } in lines {
            let style = if *filled { color.stroke_width(2) } else { color.stroke_width(1) };
            // Filled circles and larger empty ones, so that lines on each other are seen.
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

/// The colours of the parts of bars.
const COLORS: [RGBColor; 10] = [
    RGBColor(31, 119, 180),
    RGBColor(255, 127, 14),
    RGBColor(44, 160, 44),
    RGBColor(214, 39, 40),
    RGBColor(148, 103, 189),
    RGBColor(140, 86, 75),
    RGBColor(227, 119, 194),
    RGBColor(127, 127, 127),
    RGBColor(188, 189, 34),
    RGBColor(23, 190, 207),
];

/// Bars as SVG, one below the other, each of parts that add up to 1. `parts` are the names of the parts.
pub fn stacked(
    title: &str,
    parts: &[String],
    bars: &[(String, Vec<f64>)],
) -> Result<String, String> {
    let wrong = |e: &dyn Display| format!("{title}: {e}");
    let count = bars.len() as f64;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (640, 400)).into_drawing_area();
        area.fill(&WHITE).map_err(|e| wrong(&e))?;
        // The names of the parts stand right of all bars.
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(24)
            .y_label_area_size(90)
            .build_cartesian_2d(0.0..1.3, 0.0..count)
            .map_err(|e| wrong(&e))?;
        let name = |at: &f64| {
            let bar = count - 1.0 - at.floor();
            let middle = (at.fract() - 0.5).abs() < 0.01;
            let name = bars.get(bar.max(0.0) as usize).filter(|_| middle);
            name.map_or_else(String::new, |(name, _)| name.clone())
        };
        chart
            .configure_mesh()
            .disable_mesh()
            .x_label_formatter(&|share| match *share <= 1.0 {
                true => format!("{:.0} %", share * 100.0),
                false => String::new(),
            })
            .y_labels(2 * bars.len() + 1)
            .y_label_formatter(&name)
            .draw()
            .map_err(|e| wrong(&e))?;
        for (index, part) in parts.iter().enumerate() {
            let color = COLORS[index % COLORS.len()];
            let piece = |(place, (_, shares)): (usize, &(String, Vec<f64>))| {
                let from: f64 = shares.iter().take(index).sum();
                let to = from + shares.get(index).copied().unwrap_or(0.0);
                let top = count - place as f64;
                Rectangle::new([(from, top - 0.85), (to, top - 0.15)], color.filled())
            };
            chart
                .draw_series(bars.iter().enumerate().map(piece))
                .map_err(|e| wrong(&e))?
                .label(part.as_str())
                .legend(move |(x, y)| {
                    Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled())
                });
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
