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

/// A plot as SVG, both axes logarithmic.
pub fn plot(title: &str, what: &str, lines: &[Line]) -> Result<String, String> {
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
