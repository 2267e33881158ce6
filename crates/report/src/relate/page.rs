//! All commands of a model as one HTML page that needs nothing else: no script, no network, no other file.

use super::markup::escape;
use super::tables::write_instance;
use super::{graph, headline};
use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::Look;
use effigy_session::relate::{CommandOutcome, RelateOutcome};
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222}\
h1{font-size:1.4em}h2{font-size:1.1em;margin:1.6em 0 .3em}.found{color:#8a4b00}.none{color:#1a6b2f}.open{color:#666}\
.bad{color:#b00020}pre{background:#f6f7f9;padding:.7em 1em;overflow:auto;border-radius:6px}figure{margin:.8em 0;overflow:auto;\
border:1px solid #ddd;border-radius:6px}svg text{font:12.5px ui-monospace,monospace}svg .about{fill:#555;font-size:11px}\
svg .edge{font-size:11px;fill:#333;stroke:#fff;stroke-width:4px;paint-order:stroke}summary{cursor:pointer}\
@media (prefers-color-scheme:dark){body{background:#fff}}";

/// The page's text.
pub fn page(outcome: &RelateOutcome) -> String {
    let title = escape(&printable(&outcome.program));
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style><h1>{title}</h1>"
    );
    let sources = Sources::here();
    for command in &outcome.commands {
        write_command(&mut out, command, &sources);
    }
    let _ = writeln!(
        out,
        "<p>{}</p></html>",
        escape(super::verdict_line(outcome, &Look::PLAIN).trim())
    );
    out
}

fn write_command(out: &mut String, command: &CommandOutcome, sources: &Sources) {
    use effigy_session::relate::Answer;
    let class = match command.answer {
        _ if command.failed() => "bad",
        Answer::Found => "found",
        Answer::None => "none",
        Answer::Undecided => "open",
    };
    let line = headline(command, sources, &Look::PLAIN);
    let _ = write!(out, "<h2 class=\"{class}\">{}</h2>", escape(&line));
    if !command.reason.is_empty() {
        let _ = write!(out, "<p>{}</p>", escape(&printable(&command.reason)));
    }
    if !command.scopes.is_empty() {
        let scopes = command.scopes.join(", ");
        let _ =
            write!(out, "<details><summary>scopes</summary><p>{}</p></details>", escape(&scopes));
    }
    for (number, instance) in command.instances.iter().enumerate() {
        if command.instances.len() > 1 {
            let _ = write!(out, "<h3>{}</h3>", number + 1);
        }
        if let Some(picture) = graph(instance) {
            let _ = write!(out, "<figure>{picture}</figure>");
        }
        let mut tables = String::new();
        write_instance(&mut tables, instance, &Look::PLAIN);
        let _ = write!(
            out,
            "<details><summary>tuples</summary><pre>{}</pre></details>",
            escape(&tables)
        );
    }
    if let Some(core) = &command.core {
        out.push_str("<p>These contradict each other:</p><ul>");
        for part in &core.parts {
            let place = printable(&sources.short_place(&part.place.place));
            let text = format!("{} ({place}): {}", part.what, part.place.text);
            let _ = write!(out, "<li>{}</li>", escape(&printable(&text)));
        }
        out.push_str("</ul>");
    }
}
