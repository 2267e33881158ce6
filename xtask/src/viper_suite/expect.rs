//! What a file of Viper's test suite says of itself, in comments that begin with `//::`.
//!
//! An annotation is about the next line that is no comment. Those about one tool name it: `/silicon/issue/1/`. What the
//! suite itself or the tool like ours is known to get wrong may be so here too; notes about other tools are not for us.

/// The tools whose known issues count: Viper itself, and the one that proves by symbolic execution.
const LIKE_OURS: [&str; 2] = ["silver", "silicon"];

/// An error's identifier in an annotation: `assert.failed`, or with a reason `assert.failed:assertion.false`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    kind: String,
    reason: Option<String>,
}

impl Id {
    fn new(text: &str) -> Id {
        match text.split_once(':') {
            Some((kind, reason)) => Id { kind: kind.to_owned(), reason: Some(reason.to_owned()) },
            None => Id { kind: text.to_owned(), reason: None },
        }
    }

    /// Whether it is found in the text, before anything is proved.
    pub fn is_of_text(&self) -> bool {
        ["parser.error", "typechecker.error", "consistency.error"].contains(&&*self.kind)
    }

    /// Whether an error with this whole identifier is meant.
    pub fn matches(&self, seen: &str) -> bool {
        let mut parts = seen.split(':');
        let kind = parts.next() == Some(&self.kind);
        kind && self.reason.as_deref().is_none_or(|reason| parts.next() == Some(reason))
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.kind)?;
        self.reason.as_ref().map_or(Ok(()), |reason| write!(f, ":{reason}"))
    }
}

/// What an annotation says of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// This error.
    Expected(Id),
    /// This error, as a known issue of a tool like ours: it may be reported.
    Unexpected(Id),
    /// This error is missing, as a known issue of a tool like ours: it need not be reported.
    Missing(Id),
    /// Any errors.
    Any,
}

/// The annotations of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectation {
    /// Whether the suite leaves the file out.
    pub ignored: bool,
    /// 1-based lines and what is said of them.
    pub notes: Vec<(u32, Note)>,
    /// Lines that look like annotations and are none.
    pub unreadable: Vec<u32>,
}

/// An error that was reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its identifier.
    pub id: String,
    /// Its 1-based line.
    pub line: u32,
    /// Whether the obligation was not decided, rather than refuted.
    pub unknown: bool,
}

/// How what was reported differs from what was expected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Expected and not reported.
    pub missing: Vec<(u32, Id)>,
    /// Reported and not expected.
    pub unexpected: Vec<Seen>,
    /// Whether what agrees does so by a note about a known issue.
    pub known_issue: bool,
    /// Whether an error that was expected was not decided.
    pub undecided: bool,
}

enum Read {
    Note(Note),
    Ignore,
    NotForUs,
    Unreadable,
}

/// The annotations of a file's text.
pub fn expectation(text: &str) -> Expectation {
    let mut expectation = Expectation::default();
    let mut pending = Vec::new();
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        if let Some(annotation) = line.strip_prefix("//::") {
            match read(annotation.trim()) {
                Read::Note(note) => pending.push(note),
                Read::Ignore => expectation.ignored = true,
                Read::NotForUs => {}
                Read::Unreadable => expectation.unreadable.push(number),
            }
        } else if !line.starts_with("//") {
            expectation.notes.extend(pending.drain(..).map(|note| (number, note)));
        }
    }
    expectation
}

fn read(annotation: &str) -> Read {
    if annotation == "IgnoreOthers" {
        return Read::Note(Note::Any);
    }
    let Some((name, rest)) = annotation.split_once('(') else { return Read::Unreadable };
    let Some(inside) = rest.strip_suffix(')') else { return Read::Unreadable };
    match name {
        "ExpectedOutput" => Read::Note(Note::Expected(Id::new(inside))),
        // The error is expected; the values of its counterexample are not compared.
        "ExpectedCounterexample" => match inside.split_once(", ") {
            Some((id, _)) => Read::Note(Note::Expected(Id::new(id))),
            None => Read::Unreadable,
        },
        "IgnoreFile" | "IgnoreFileList" => match about(inside) {
            Some(true) => Read::Ignore,
            Some(false) => Read::NotForUs,
            None => Read::Unreadable,
        },
        "UnexpectedOutput" | "MissingOutput" => {
            let Some((id, project)) = inside.rsplit_once(", ") else { return Read::Unreadable };
            let id = Id::new(id);
            match about(project) {
                Some(true) if name == "MissingOutput" => Read::Note(Note::Missing(id)),
                Some(true) => Read::Note(Note::Unexpected(id)),
                Some(false) => Read::NotForUs,
                None => Read::Unreadable,
            }
        }
        _ => Read::Unreadable,
    }
}

/// Whether a note `/tool/issue/1/` is about a tool like ours; `None` when it is no such note.
fn about(text: &str) -> Option<bool> {
    let mut parts = text.strip_prefix('/')?.split('/');
    let (tool, issue, number) = (parts.next()?, parts.next()?, parts.next()?);
    let well_formed = issue == "issue" && number.parse::<u32>().is_ok();
    well_formed.then(|| LIKE_OURS.iter().any(|name| name.eq_ignore_ascii_case(tool)))
}

impl Expectation {
    /// Compares what was reported with the annotations.
    pub fn compare(&self, seen: &[Seen]) -> Difference {
        let mut difference = Difference::default();
        let mut met = vec![false; self.notes.len()];
        for error in seen {
            let fits = |(line, note): &(u32, Note)| {
                *line == error.line
                    && match note {
                        Note::Expected(id) | Note::Unexpected(id) | Note::Missing(id) => {
                            id.matches(&error.id)
                        }
                        Note::Any => true,
                    }
            };
            let mut fitting: Vec<usize> =
                (0..self.notes.len()).filter(|i| self.notes.get(*i).is_some_and(fits)).collect();
            // An expected error that has none yet comes first, a note that any may come last.
            fitting.sort_by_key(|i| (rank(&self.notes[*i].1), met[*i]));
            let Some(first) = fitting.first() else {
                difference.unexpected.push(error.clone());
                continue;
            };
            met[*first] = true;
            match self.notes[*first].1 {
                Note::Expected(_) => difference.undecided |= error.unknown,
                Note::Unexpected(_) => difference.known_issue = true,
                Note::Missing(_) | Note::Any => {}
            }
        }
        for ((line, note), met) in self.notes.iter().zip(met) {
            let Note::Expected(id) = note else { continue };
            let known = (*line, Note::Missing(id.clone()));
            match met {
                true => {}
                false if self.notes.contains(&known) => difference.known_issue = true,
                false => difference.missing.push((*line, id.clone())),
            }
        }
        difference
    }

    /// Whether this one is expected at its line.
    pub fn expects(&self, seen: &Seen) -> bool {
        self.notes.iter().any(|(line, note)| {
            matches!(note, Note::Expected(id) if *line == seen.line && id.matches(&seen.id))
        })
    }

    /// Whether an error is expected that is found in the text, before anything is proved.
    pub fn refused(&self) -> bool {
        let expects = |note: &Note| matches!(note, Note::Expected(id) if id.is_of_text());
        self.notes.iter().any(|(_, note)| expects(note))
    }
}

fn rank(note: &Note) -> u8 {
    match note {
        Note::Expected(_) => 0,
        Note::Unexpected(_) => 1,
        Note::Missing(_) => 2,
        Note::Any => 3,
    }
}
