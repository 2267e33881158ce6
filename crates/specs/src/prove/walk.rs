//! The proof of a member state by state: what a session about a proof looks at.

use super::load::{ProofFrontEnd, ProofLanguages};
use super::outcome::{FailureOutcome, MemberOutcome, ProveOutcome, StateOutcome, StepOutcome};
use super::source::Source;
use super::{ProveOptions, convert, wanted};
use effigy_base::id::Id;
use effigy_base::source::{Diagnostic, FileId, Severity};
use effigy_base::text::Span;
use effigy_lang_viper::{Disk, Parsed};
use effigy_outcome::error::SessionError;
use effigy_permissions::{MemberKind, Visit};
use std::path::PathBuf;

/// A program whose proofs are looked at.
pub struct ProofWalks {
    input: PathBuf,
    options: ProveOptions,
    source: Source,
    front_end: &'static dyn ProofFrontEnd,
}

/// The proof of one member: a tree of states.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The verdict and what failed.
    pub member: MemberOutcome,
    /// The states in the order in which the proof came to them; a state is behind the one that it follows.
    pub visits: Vec<VisitOutcome>,
    /// Where each state's statement stands.
    spots: Vec<(FileId, Span)>,
}

/// A state that a proof came to.
#[derive(Clone, Debug)]
pub struct VisitOutcome {
    /// The state before it, by its number in [`Walk::visits`].
    pub before: Option<usize>,
    /// The states that follow it.
    pub after: Vec<usize>,
    /// The sides that the path took since the state before.
    pub taken: Vec<StepOutcome>,
    /// The state.
    pub state: StateOutcome,
    /// Whether the path ends here: at the end of a method or of a loop's body.
    pub last: bool,
    /// What fails in the statement that comes next, by its number in the member's failures.
    pub failures: Vec<usize>,
}

/// Whether an assertion holds in a state.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It does.
    Holds,
    /// It was not shown, for these reasons.
    Fails(Vec<FailureOutcome>),
    /// No execution comes to this state.
    Unreachable,
}

impl ProofWalks {
    /// Reads a program.
    ///
    /// # Errors
    /// When the file cannot be read, is of a language without proofs, or its text is wrong.
    pub fn load(languages: ProofLanguages, options: &ProveOptions) -> Result<Self, SessionError> {
        let input = options.inputs.first().cloned().unwrap_or_default();
        let mut outcome = ProveOutcome::default();
        let front_end = languages.of(&input)?;
        let source = languages.load(&input, options, &mut outcome)?;
        let diagnostics = || outcome.errors.iter().map(diagnostic).collect();
        let source = source.ok_or_else(|| SessionError::Load { diagnostics: diagnostics() })?;
        Ok(Self { input, options: options.clone(), source, front_end })
    }

    /// The members: what each is, and its name.
    pub fn members(&self) -> Vec<(MemberKind, String)> {
        let all = wanted(&self.source.program, &self.options.only);
        all.into_iter().map(|member| (member.kind, member.name)).collect()
    }

    /// What ends a proof that takes too long.
    pub fn cancel_token(&self) -> effigy_base::budget::CancelToken {
        self.options.cancel.clone()
    }

    /// The lines of the program's own text.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let text = self.source.texts.get(FileId::from_index(0));
        text.map_or("", String::as_str).lines()
    }

    /// Proves a member and keeps all states; `None` where there is no such member, or the proof was stopped.
    pub fn walk(&self, name: &str) -> Option<Walk> {
        walk(&self.source, &self.options, name).map(|(walk, _)| walk)
    }

    /// Whether an assertion, as it would stand in the text before a state's statement, holds in that state.
    ///
    /// # Errors
    /// When it cannot be asked there, or its text is wrong; the message says which.
    pub fn check(&self, of: &Walk, visit: usize, assertion: &str) -> Result<Answer, String> {
        let (file, span) = of.spots.get(visit).ok_or("there is no such state")?;
        if file.index() != 0 || !self.front_end.is_viper() {
            return Err("assertions can be checked in the text of a Viper file, not in what it \
                        imports or what an object program becomes"
                .to_owned());
        }
        let text = self.source.texts.get(*file).map_or("", String::as_str);
        let at = offset(text, span.start.line, span.start.column)
            .ok_or("this state has no place in the text")?;
        let inserted = format!("refute ({assertion}) ");
        let changed = [&text[..at], inserted.as_str(), &text[at..]].concat();
        let Parsed { program, texts, .. } = effigy_lang_viper::parse(&self.input, &changed, &Disk)
            .map_err(|problems| {
                problems.first().map_or_else(String::new, |problem| problem.message.clone())
            })?;
        let source = Source { program, texts };
        // The proof comes to the question as often as to the statement, in the same order.
        let rank = of.spots[..visit].iter().filter(|spot| **spot == (*file, *span)).count();
        let stopped = || "the proof was stopped".to_owned();
        let (_, visits) = walk(&source, &self.options, &of.member.name).ok_or_else(stopped)?;
        let place = |visit: &&Visit| {
            let place = visit.state.place;
            place.file == *file && place.span.start == span.start && visit.asked.is_some()
        };
        let Some(failures) = visits.iter().filter(place).nth(rank).and_then(|v| v.asked.as_ref())
        else {
            return Ok(Answer::Unreachable);
        };
        Ok(match failures.is_empty() {
            true => Answer::Holds,
            false => Answer::Fails(failures.iter().map(|f| convert::failure(f, &source)).collect()),
        })
    }
}

/// The walk over a member, and its states as the prover gives them.
fn walk(source: &Source, options: &ProveOptions, name: &str) -> Option<(Walk, Vec<Visit>)> {
    let mut prover = options.prover();
    prover.only = vec![name.to_owned()];
    prover.workers = 1;
    prover.walk = true;
    let report = effigy_permissions::prove(&source.program, &prover);
    let proved = report.members.into_iter().find(|member| member.name == name)?;
    let member = convert::member(&proved, source, report.stopped.as_deref());
    let mut visits: Vec<VisitOutcome> = Vec::with_capacity(proved.walk.len());
    for visit in &proved.walk {
        let number = visits.len();
        if let Some(before) = visit.before.and_then(|at| visits.get_mut(at)) {
            before.after.push(number);
        }
        visits.push(VisitOutcome {
            before: visit.before,
            after: Vec::new(),
            taken: convert::steps(&visit.taken, source),
            state: convert::snapshot(&visit.state, source),
            last: visit.last,
            failures: Vec::new(),
        });
    }
    for (number, failure) in proved.failures.iter().enumerate() {
        if let Some(visit) = failure.visit.and_then(|at| visits.get_mut(at)) {
            visit.failures.push(number);
        }
    }
    let spots = proved.walk.iter().map(|v| (v.state.place.file, v.state.place.span)).collect();
    Some((Walk { member, visits, spots }, proved.walk))
}

/// The offset of a place in a text; the column is in bytes.
fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let before: usize =
        text.split_inclusive('\n').take(line.checked_sub(1)? as usize).map(str::len).sum();
    let at = before + column.checked_sub(1)? as usize;
    text.is_char_boundary(at).then_some(at)
}

fn diagnostic(error: &super::TextError) -> Diagnostic {
    let place = &error.place.place;
    Diagnostic {
        severity: Severity::Error,
        message: error.message.clone(),
        path: place.file.to_string(),
        line: place.line,
        column: place.column,
        excerpt: String::new(),
    }
}
