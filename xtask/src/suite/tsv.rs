//! Lines of cells with tabs between them.

/// A line; tabs and ends of lines in cells are blanks.
pub fn line(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace(['\t', '\n'], " ")).collect();
    format!("{}\n", cells.join("\t"))
}
