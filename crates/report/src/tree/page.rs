//! The execution tree as one HTML page that needs nothing else: no network, no other file.

use crate::tree::parts::{Write, all, push_part};
use crate::tree::view::TreeView;
use std::io;

const PAGE: &str = include_str!("../page/tree.html");
const STYLE: &str = include_str!("../page/tree.css");
/// The parts of the script, each of which uses those before it.
const SCRIPT: &str = concat!(
    "(() => {\n",
    include_str!("../page/model.js"),
    include_str!("../page/choice.js"),
    include_str!("../page/outline.js"),
    include_str!("../page/map.js"),
    include_str!("../page/source.js"),
    include_str!("../page/detail.js"),
    include_str!("../page/controls.js"),
    "})();\n"
);

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
    let mut rest = PAGE;
    let title = escape(&view.program);
    for (mark, text) in
        [("{{title}}", title.as_str()), ("{{style}}", STYLE), (DATA, data), ("{{script}}", SCRIPT)]
    {
        if let Some((before, after)) = rest.split_once(mark) {
            write(before)?;
            match mark {
                DATA => write_data(text, write)?,
                _ => write(text)?,
            }
            rest = after;
        }
    }
    write(rest)
}

/// The mark in the page at which the data stands.
const DATA: &str = "{{data}}";

/// Gives the data without any `<`: no text of the program can end the script element or open a comment.
fn write_data(data: &str, write: Write<'_>) -> io::Result<()> {
    let mut held = String::new();
    for (index, part) in data.split('<').enumerate() {
        if index > 0 {
            held.push_str("\\u003c");
        }
        push_part(&mut held, part, write)?;
    }
    write(&held)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
