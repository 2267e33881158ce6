//! The execution tree as one HTML page that needs nothing else: no network, no other file.

use crate::tree::view::TreeView;

const PAGE: &str = include_str!("../page/tree.html");
const STYLE: &str = include_str!("../page/tree.css");
const SCRIPT: &str = include_str!("../page/tree.js");

/// The page's text.
///
/// # Errors
/// Those of the JSON writer.
pub fn page(view: &TreeView) -> Result<String, serde_json::Error> {
    Ok(page_of(view, &serde_json::to_string(view)?))
}

/// The page's text around the content of `tree.json`.
pub(crate) fn page_of(view: &TreeView, data: &str) -> String {
    // No `<` in the data: no text of the program can end the script element or open a comment.
    let data = data.replace('<', "\\u003c");
    let mut out = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len());
    let mut rest = PAGE;
    let title = escape(&view.program);
    for (mark, text) in [
        ("{{title}}", title.as_str()),
        ("{{style}}", STYLE),
        ("{{data}}", &data),
        ("{{script}}", SCRIPT),
    ] {
        if let Some((before, after)) = rest.split_once(mark) {
            out.push_str(before);
            out.push_str(text);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
