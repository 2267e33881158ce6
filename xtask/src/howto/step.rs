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

/// Where a block goes in its file.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    New,
    Below(String),
    Above(String),
    InsteadOf(String),
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
        let (text, before, after) = match &self.place {
            Place::New => return Ok(self.block.clone()),
            Place::Below(text) => (text, true, false),
            Place::Above(text) => (text, false, true),
            Place::InsteadOf(text) => (text, false, false),
        };
        let mut new = String::new();
        let mut is_done = false;
        for line in old.lines() {
            let is_here = !is_done && line.contains(text.as_str());
            is_done |= is_here;
            let parts = match is_here {
                true => {
                    [before.then_some(line), Some(self.block.trim_end()), after.then_some(line)]
                }
                false => [Some(line), None, None],
            };
            parts.into_iter().flatten().for_each(|part| {
                new.push_str(part);
                new.push('\n');
            });
        }
        match is_done {
            true => Ok(new),
            false => Err(format!("no line of {} contains `{text}`", self.file)),
        }
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
                false => sentence.push_str(line.trim_start()),
            }
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let Some(how_to) = found.last_mut() else { continue };
        if language == "console" {
            how_to.steps.extend(runs(&block).into_iter().map(Step::Run));
        } else if sentence.ends_with(':') {
            let edit = edit(&sentence, block.join("\n") + "\n");
            how_to.steps.push(Step::Edit(edit.map_err(|e| format!("{}: {e}", how_to.title))?));
        }
        sentence.clear();
    }
    found.retain(|how_to| !how_to.steps.is_empty());
    Ok(found)
}

fn edit(sentence: &str, block: String) -> Result<Edit, String> {
    let mut quoted = sentence.split('`');
    let words = [quoted.next(), quoted.next(), quoted.next(), quoted.next()];
    let unknown = || format!("not a step: {sentence}");
    let [Some(start), Some(file), Some(relation), text] = words else { return Err(unknown()) };
    let text = text.map(str::to_owned);
    let place = match (relation.trim().trim_matches(','), text) {
        (":", None) if start.to_lowercase().ends_with("new file ") => Place::New,
        (relation, Some(text)) if relation.ends_with("below") => Place::Below(text),
        (relation, Some(text)) if relation.ends_with("above") => Place::Above(text),
        (relation, Some(text)) if relation.ends_with("instead of") => Place::InsteadOf(text),
        _ => return Err(unknown()),
    };
    Ok(Edit { file: file.to_owned(), place, block })
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
