//! The execution tree as one HTML page that needs nothing else: no network, no other file.

use crate::tree::parts::{Write, all};
use crate::tree::view::TreeView;
use std::io;

const PAGE: &str = include_str!("../page/tree.html");
const STYLE: &str = include_str!("../page/tree.css");
const SCRIPT: &str = include_str!("../page/tree.js");

/// The page's text.
///
/// # Errors
/// Those of the JSON writer.
pub fn page(view: &TreeView) -> Result<String, serde_json::Error> {
    let data = serde_json::to_string(view)?;
    Ok(all(|write| write_page(view, &data, write)))
}

/// Gives the page's text around the content of `tree.json` part by part.
///
/// # Errors
/// Those of `write`.
pub(crate) fn write_page(view: &TreeView, data: &str, write: Write<'_>) -> io::Result<()> {
    // No `<` in the data: no text of the program can end the script element or open a comment.
    let data = data.replace('<', "\\u003c");
    let mut rest = PAGE;
    let title = escape(&view.program);
    for (mark, text) in [
        ("{{title}}", title.as_str()),
        ("{{style}}", STYLE),
        ("{{data}}", &data),
        ("{{script}}", SCRIPT),
    ] {
        if let Some((before, after)) = rest.split_once(mark) {
            write(before)?;
            write(text)?;
            rest = after;
        }
    }
    write(rest)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
