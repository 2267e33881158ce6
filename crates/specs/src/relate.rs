//! Alloy models: runs their commands, and hands instances, counterexamples and cores back as data.

mod outcome;
mod summary;

pub use effigy_lang_alloy::{FieldValue, Instance, SigValue, Witness};
pub use outcome::{
    Agreement, Answer, CommandFigures, CommandOutcome, CoreOutcome, CorePart, RelateOutcome,
};
pub use summary::{CommandSummary, InstanceSummary, RelateSummary};

use crate::prove::Portion;
use effigy_base::assumption::{Assumption, AssumptionKind, Demand};
use effigy_base::budget::{CancelToken, StopReason};
use effigy_lang_alloy::{Command, Disk, Model, Part, Translated};
use effigy_outcome::Place;
use effigy_outcome::error::SessionError;
use effigy_relational::{CoreEffort, Finder, FinderOptions, Found};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The stack of the thread that works: expressions of models are nested as deeply as the front end allows.
const STACK: usize = 512 << 20;

/// When constraints that contradict each other are looked for, which costs time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cores {
    /// For a `run` that has no instance.
    #[default]
    Auto,
    /// For every command that has no instance or counterexample.
    Always,
    /// For none.
    Never,
}

impl Cores {
    /// All, in the order of help.
    pub const ALL: [Cores; 3] = [Cores::Auto, Cores::Always, Cores::Never];

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Cores::Auto => "auto",
            Cores::Always => "always",
            Cores::Never => "never",
        }
    }
}

/// The options of `relate`.
#[derive(Clone, Debug)]
pub struct RelateOptions {
    /// The model.
    pub input: PathBuf,
    /// The commands to run, by name or by number from 1; all when it is empty.
    pub commands: Vec<String>,
    /// Instances or counterexamples of a command at most, no two of which differ only in which atom is which. Default 1.
    pub instances: usize,
    /// When cores are looked for.
    pub cores: Cores,
    /// What is demanded of answers.
    pub demand: Demand,
    /// Wall time of the run; commands that have no answer by then are undecided.
    pub time: Option<Duration>,
    /// Wall time of one command; as for the run's.
    pub command_time: Option<Duration>,
    /// Memory of the run in bytes; as for the time.
    pub memory: Option<u64>,
    /// Ends the run and keeps what it has.
    pub cancel: CancelToken,
}

impl RelateOptions {
    /// The default options for a model.
    pub fn new(input: PathBuf) -> Self {
        Self {
            input,
            commands: Vec::new(),
            instances: 1,
            cores: Cores::Auto,
            demand: Demand::default(),
            time: None,
            command_time: None,
            memory: None,
            cancel: CancelToken::new(),
        }
    }
}

/// Told of what is found, when a command is over and when an instance is there.
pub type Watch<'w> = &'w mut (dyn FnMut(&RelateOutcome) + Send);

/// Runs the commands of a model. What cannot be translated costs its command only, which is undecided then.
///
/// # Errors
/// When the file cannot be read, the model or a module that it opens is wrong, or there is no command that was asked for.
pub fn relate(options: &RelateOptions, watch: Watch<'_>) -> Result<RelateOutcome, SessionError> {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let work = builder.spawn_scoped(scope, || on_stack(options, watch));
        let work = work.map_err(|cause| SessionError::Internal {
            message: format!("no thread can be started: {cause}"),
        })?;
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn on_stack(options: &RelateOptions, watch: Watch<'_>) -> Result<RelateOutcome, SessionError> {
    let started = Instant::now();
    let deadline = options.time.map(|limit| started + limit);
    let cancel = options.cancel.bounded(deadline, options.memory);
    let model = load(&options.input)?;
    let commands = model.commands();
    let chosen = chosen(&commands, &options.commands)?;
    let program = options.input.to_string_lossy().into_owned();
    let demand = options.demand.clone();
    let mut outcome = RelateOutcome { program, demand, ..RelateOutcome::default() };
    for number in chosen {
        let Some(command) = commands.get(number) else { continue };
        outcome.commands.push(begun(number, command));
        stop_without_memory(&cancel);
        let deadline = options.command_time.map(|limit| Instant::now() + limit);
        let part = cancel.part(deadline);
        let mut run =
            Run { options, cancel: &part, started, outcome: &mut outcome, watch: &mut *watch };
        run.command(&model, number);
        if part.reason() == Some(StopReason::Time) && !cancel.is_cancelled() {
            run.out_of_its_time();
        }
        outcome.time = started.elapsed();
        watch(&outcome);
    }
    outcome.time = started.elapsed();
    Ok(outcome)
}

/// Stops a run whose memory is used up.
fn stop_without_memory(cancel: &CancelToken) {
    if !cancel.affords(0) {
        cancel.stop(StopReason::Memory);
    }
}

fn load(input: &Path) -> Result<Model, SessionError> {
    let bytes = std::fs::read(input).map_err(|cause| SessionError::Unreadable {
        path: input.to_owned(),
        cause: cause.to_string(),
    })?;
    let text = effigy_base::text::decode(&bytes, |_| {});
    Model::load(input, &text, &Disk).map_err(|diagnostics| SessionError::Load { diagnostics })
}

/// The numbers of the commands that are asked for, each once, in the order of the model.
fn chosen(commands: &[Command], asked: &[String]) -> Result<Vec<usize>, SessionError> {
    if asked.is_empty() {
        return Ok((0..commands.len()).collect());
    }
    let is = |number: usize, command: &Command, name: &String| {
        command.name == *name || name.parse() == Ok(number + 1)
    };
    for name in asked {
        if !commands.iter().enumerate().any(|(number, command)| is(number, command, name)) {
            let there = commands.iter().map(|command| command.name.clone()).collect();
            return Err(SessionError::NoCommand { name: name.clone(), there });
        }
    }
    let all = commands.iter().enumerate();
    let found = all.filter(|(number, command)| asked.iter().any(|name| is(*number, command, name)));
    Ok(found.map(|(number, _)| number).collect())
}

fn begun(number: usize, command: &Command) -> CommandOutcome {
    CommandOutcome {
        number: number + 1,
        name: command.name.clone(),
        check: command.check,
        expect: command.expect,
        place: portion(&command.part),
        scopes: Vec::new(),
        answer: Answer::Undecided,
        reason: "it was not run".to_owned(),
        unsupported: Vec::new(),
        instances: Vec::new(),
        complete: false,
        core: None,
        assumes: Vec::new(),
        figures: CommandFigures::default(),
        time: Duration::ZERO,
    }
}

fn portion(part: &Part) -> Portion {
    let (start, end) = (part.span.start, part.span.end);
    Portion {
        place: Place { file: part.path.as_str().into(), line: start.line, column: start.column },
        end_line: end.line,
        end_column: end.column,
        text: part.text.clone(),
    }
}

/// One command being run; its outcome is the last one.
struct Run<'r, 'w> {
    options: &'r RelateOptions,
    cancel: &'r CancelToken,
    started: Instant,
    outcome: &'r mut RelateOutcome,
    watch: Watch<'w>,
}

impl Run<'_, '_> {
    fn current(&mut self) -> Option<&mut CommandOutcome> {
        self.outcome.commands.last_mut()
    }

    /// Says that it was the time of one command that was used up, not that of the run.
    fn out_of_its_time(&mut self) {
        if let Some(command) = self.current().filter(|c| c.reason == StopReason::Time.text()) {
            command.reason = "the budget --command-time was used up".to_owned();
        }
    }

    fn command(&mut self, model: &Model, number: usize) {
        let started = Instant::now();
        match model.translate(number) {
            None => {}
            Some(Err(diagnostics)) => {
                let first = diagnostics.first().map(|d| d.message.clone()).unwrap_or_default();
                if let Some(command) = self.current() {
                    (command.reason, command.unsupported) = (first, diagnostics);
                }
            }
            Some(Ok(translated)) => {
                let scopes = translated.scopes();
                if let Some(command) = self.current() {
                    command.scopes = scopes;
                }
                self.search(&translated, started);
            }
        }
        if let Some(command) = self.current() {
            command.time = started.elapsed();
        }
    }

    /// Looks for as many instances as are wanted.
    fn search(&mut self, translated: &Translated<'_>, started: Instant) {
        let check = self.current().is_some_and(|command| command.check);
        let core = match self.options.cores {
            Cores::Always => CoreEffort::Minimal,
            Cores::Auto if !check => CoreEffort::Minimal,
            _ => CoreEffort::All,
        };
        let mut finder =
            Finder::new(translated.problem(), FinderOptions { core, ..FinderOptions::default() });
        let cancel = self.cancel;
        for count in 1..=self.options.instances.max(1) {
            stop_without_memory(cancel);
            let found = finder.next_instance(cancel);
            let figures = CommandFigures::from(finder.statistics());
            let Some(command) = self.current() else { return };
            (command.figures, command.time) = (figures, started.elapsed());
            let goes_on = note(command, found, translated, core != CoreEffort::All);
            if !goes_on {
                if command.answer == Answer::None {
                    command.assumes = assumes(translated, cancel);
                }
                return;
            }
            if count > 1 {
                self.outcome.time = self.started.elapsed();
                (self.watch)(self.outcome);
            }
        }
    }
}

/// What the answer that there is no instance rests on.
fn assumes(translated: &Translated<'_>, cancel: &CancelToken) -> Vec<Assumption> {
    let scopes = translated.chosen_scopes();
    let scope = (!scopes.is_empty()).then(|| {
        let what = format!("nothing beyond the scope: {}", scopes.join(", "));
        Assumption::new(AssumptionKind::Scope, what)
    });
    let overflow = translated.problem().overflows(cancel);
    let overflow = overflow.then(|| Assumption::of(AssumptionKind::Overflow));
    scope.into_iter().chain(overflow).collect()
}

/// Notes what a search found; whether there may be more.
fn note(
    command: &mut CommandOutcome,
    found: Found,
    translated: &Translated<'_>,
    core: bool,
) -> bool {
    match found {
        Found::Instance(instance) => {
            command.answer = Answer::Found;
            command.reason.clear();
            command.instances.push(translated.instance(&instance));
            true
        }
        Found::None(found) => {
            command.complete = true;
            command.reason.clear();
            if command.instances.is_empty() {
                command.answer = Answer::None;
                command.core = core.then(|| CoreOutcome {
                    parts: found.constraints.iter().filter_map(|c| part(translated, *c)).collect(),
                    minimal: found.minimal,
                });
            }
            false
        }
        Found::Unknown(why) => {
            command.reason = why.to_string();
            false
        }
    }
}

fn part(
    translated: &Translated<'_>,
    constraint: effigy_relational::ConstraintId,
) -> Option<CorePart> {
    let demand = translated.demand(constraint)?;
    Some(CorePart { what: demand.what, place: portion(&demand.part) })
}

#[cfg(test)]
mod tests;
