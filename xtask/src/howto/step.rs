//! The steps of a how-to, read from the page.

/// A section of the page with steps.
pub struct HowTo {
    pub title: String,
    pub steps: Vec<Step>,
}

impl HowTo {
    /// Its commands.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.steps.iter().filter_map(|step| match step {
            Step::Run(run) => Some(run),
            Step::Edit(_) => None,
        })
    }
}

/// What is done at a time.
pub enum Step {
    Edit(Edit),
    Run(Run),
}

impl Step {
    fn file(&self) -> Option<&str> {
        match self {
            Step::Edit(edit) => Some(&edit.file),
            Step::Run(_) => None,
        }
    }
}

/// Where a block goes in its file.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    New,
    Below(String),
    Above(String),
    /// The lines from the one with the first text to the next one with the second.
    InsteadOf(String, String),
    /// In the same line.
    After(String),
}

/// A change of one file.
#[derive(Debug, PartialEq, Eq)]
pub struct Edit {
    pub file: String,
    place: Place,
    block: String,
}

impl Edit {
    /// Whether the file is one that was not there.
    pub fn is_new(&self) -> bool {
        self.place == Place::New
    }

    /// The text of the file after the change.
    ///
    /// # Errors
    /// When no line has the text that the step names.
    pub fn applied(&self, old: &str) -> Result<String, String> {
        let lines: Vec<&str> = old.lines().collect();
        let line = |text: &str, from: usize| {
            let found = (from..lines.len()).find(|at| lines[*at].contains(text));
            found.ok_or_else(|| format!("no line of {} contains `{text}`", self.file))
        };
        let mut block = self.block.clone();
        let (begin, end) = match &self.place {
            Place::New => return Ok(block),
            Place::Below(text) => {
                let at = line(text, 0)? + 1;
                (at, at)
            }
            Place::Above(text) => {
                let at = line(text, 0)?;
                (at, at)
            }
            Place::InsteadOf(first, last) => {
                let at = line(first, 0)?;
                (at, line(last, at)? + 1)
            }
            Place::After(text) => {
                let at = line(text, 0)?;
                let (before, behind) = lines[at].split_once(text.as_str()).unwrap_or_default();
                block = format!("{before}{text}{}{behind}\n", block.trim_end_matches('\n'));
                (at, at + 1)
            }
        };
        let whole = |lines: &[&str]| lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
        Ok(whole(&lines[..begin]) + &block + &whole(&lines[end..]))
    }
}

/// A command, and lines of its output.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub command: String,
    expected: Vec<String>,
}

impl Run {
    /// Whether the lines are printed, in their order.
    ///
    /// # Errors
    /// When one is not.
    pub fn compare(&self, printed: &str) -> Result<(), String> {
        let mut lines = printed.lines();
        for expected in &self.expected {
            if !lines.any(|line| is_like(line.trim_end(), expected)) {
                let command = &self.command;
                return Err(format!("`{command}` does not print `{expected}`, but\n{printed}"));
            }
        }
        Ok(())
    }
}

/// Whether a line is as expected, where `[..]` stands for any part.
fn is_like(line: &str, expected: &str) -> bool {
    let mut parts = expected.split("[..]");
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The how-tos of the page: its sections that have a step.
///
/// # Errors
/// When a sentence that leads to a block names no file.
pub fn how_tos(page: &str) -> Result<Vec<HowTo>, String> {
    let mut found: Vec<HowTo> = Vec::new();
    let mut sentence = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            found.push(HowTo { title: title.to_owned(), steps: Vec::new() });
        }
        let Some(language) = line.trim_start().strip_prefix("```") else {
            match line.is_empty() {
                true if sentence.ends_with(':') => {}
                true => sentence.clear(),
                false => sentence.extend([" ", line.trim_start()]),
            }
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let Some(how_to) = found.last_mut() else { continue };
        if language == "console" {
            how_to.steps.extend(runs(&block).into_iter().map(Step::Run));
        } else if sentence.ends_with(':') {
            let there = how_to.steps.iter().rev().find_map(Step::file);
            let edit =
                edit(&sentence, there, block.iter().flat_map(|line| [*line, "\n"]).collect());
            how_to.steps.push(Step::Edit(edit.map_err(|e| format!("{}: {e}", how_to.title))?));
        }
        sentence.clear();
    }
    found.retain(|how_to| !how_to.steps.is_empty());
    Ok(found)
}

/// The step that a paragraph ends with; `there` is the file of the step before.
fn edit(paragraph: &str, there: Option<&str>, block: String) -> Result<Edit, String> {
    let unknown = || format!("not a step: {}", paragraph.trim());
    let spans = spans(paragraph).ok_or_else(unknown)?;
    let (front, first, last) = match spans[..] {
        [.., start, file, _] if start.to_lowercase().ends_with("new file ") => {
            return Ok(Edit { file: file.to_owned(), place: Place::New, block });
        }
        [ref front @ .., first, " to ", last, _] => (front, first, last),
        [ref front @ .., text, _] => (front, text, text),
        _ => return Err(unknown()),
    };
    let [front @ .., relation] = front else { return Err(unknown()) };
    let (words, relation) = relation.rsplit_once(", ").ok_or_else(unknown)?;
    let file = match words {
        "" => front.last().copied(),
        words => there.filter(|_| words.ends_with("There")),
    };
    let place = match relation {
        "instead of " => Place::InsteadOf(first.to_owned(), last.to_owned()),
        _ if first != last => return Err(unknown()),
        "below " => Place::Below(first.to_owned()),
        "above " => Place::Above(first.to_owned()),
        "after " => Place::After(first.to_owned()),
        _ => return Err(unknown()),
    };
    Ok(Edit { file: file.ok_or_else(unknown)?.to_owned(), place, block })
}

/// The words of a paragraph and its code spans, in turn. A span between more than one backtick may have backticks inside, and
/// blanks that are not part of it at its ends.
fn spans(paragraph: &str) -> Option<Vec<&str>> {
    let mut spans = Vec::new();
    let mut rest = paragraph;
    while let Some(at) = rest.find('`') {
        let (words, code) = rest.split_at(at);
        let ticks = &code[..code.len() - code.trim_start_matches('`').len()];
        let (span, behind) = code[ticks.len()..].split_once(ticks)?;
        let inside = span.strip_prefix(' ').and_then(|span| span.strip_suffix(' '));
        spans.extend([words, inside.unwrap_or(span)]);
        rest = behind;
    }
    spans.push(rest);
    Some(spans)
}

fn runs(block: &[&str]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ "), runs.last_mut()) {
            (Some(command), _) => {
                runs.push(Run { command: command.to_owned(), expected: Vec::new() });
            }
            (None, Some(run)) => run.expected.push((*line).to_owned()),
            (None, None) => {}
        }
    }
    runs
}
