//! Deciding requests. A path is one problem for each question about it; every answer "there is a database" is judged by
//! `evaluate` before it is believed.

mod assumptions;
mod counterexample;

use crate::answer::{CheckAnswer, CounterExample, Feasible, FeasibleAnswer, Verdict};
use crate::error::RecordsError;
use crate::print;
use crate::request::{Check, Ending, Path, Scopes, Stated};
use crate::schema::Schema;
use crate::solve::{Solved, solve};
use crate::translate::Model;
use crate::value::TableId;
use effigy_base::assumption::Assumption;
use effigy_base::budget::{CancelToken, StopReason};
use effigy_relational::FormulaId;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The most rows for which the smallest satisfying scope is looked for.
const MOST_SATISFIABLE: usize = 8;

/// What is asked of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Can its conditions and hypotheses hold?
    Possible,
    /// Can they hold and an obligation not, or the failing end be reached?
    Fails,
    /// Can they hold and a write break the schema?
    BreaksSchema,
    /// Can they hold and a write store a value in a column that is none of those known of it?
    StoresOther(TableId, usize),
    /// Can something overflow, as far as conditions without arithmetic tell?
    Overflows,
}

/// The answer.
enum Answer {
    Yes(Box<CounterExample>),
    /// With the places of facts and hypotheses that were needed.
    No(BTreeSet<String>),
    Unknown(String),
}

/// One decision: bounds, the clock, and what was measured.
struct Decision<'a> {
    schema: &'a Schema,
    check: &'a Check,
    cancel: CancelToken,
    clauses: u64,
    tables: BTreeMap<String, usize>,
    /// Whether the last answer left out rows of which something overflows.
    overflowed: bool,
    /// What answers that there is no database rest on.
    assumes: BTreeSet<Assumption>,
}

/// Decides a specification. `cancel` also stops it, and can bound its memory.
pub fn check(schema: &Schema, check: &Check, cancel: &CancelToken) -> CheckAnswer {
    let started = Instant::now();
    let cancel = cancel.part(Some(started + Duration::from_secs_f64(check.scopes.seconds)));
    let mut decision = Decision::new(schema, check, cancel);
    let mut answer = decision.verdict();
    if answer.verdict == Verdict::Holds {
        answer.assumes = std::mem::take(&mut decision.assumes).into_iter().collect();
    }
    answer.formula = print::formula(schema, check);
    answer.scopes = decision.tables;
    answer.clauses = decision.clauses;
    answer.seconds = started.elapsed().as_secs_f64();
    answer
}

/// Decides whether the conditions of the one path of a check can hold together.
pub fn feasible(schema: &Schema, check: &Check, cancel: &CancelToken) -> FeasibleAnswer {
    let deadline = Instant::now() + Duration::from_secs_f64(check.scopes.seconds);
    let cancel = cancel.part(Some(deadline));
    let mut decision = Decision::new(schema, check, cancel);
    let unknown = |why: String| FeasibleAnswer::new(Feasible::Unknown, Some(why));
    let path = match check.paths.first() {
        Some(Ok(path)) => path,
        Some(Err(error)) => return unknown(error.to_string()),
        None => return unknown("no path".into()),
    };
    match (decision.rests_on(0, path, Question::Possible), &check.facts.unknown) {
        (Answer::No(_), _) => FeasibleAnswer {
            assumes: decision.assumes.into_iter().collect(),
            ..FeasibleAnswer::new(Feasible::No, None)
        },
        (Answer::Yes(_), None) => FeasibleAnswer::new(Feasible::Yes, None),
        (Answer::Yes(_), Some(error)) => unknown(format!("a fact: {error}")),
        (Answer::Unknown(why), _) => unknown(why),
    }
}

fn answer(verdict: Verdict) -> CheckAnswer {
    CheckAnswer {
        answer: "check",
        verdict,
        why: None,
        formula: String::new(),
        vacuous: None,
        satisfiable_at: None,
        counterexample: None,
        scopes: BTreeMap::new(),
        core: None,
        assumes: Vec::new(),
        seconds: 0.0,
        clauses: 0,
    }
}

fn undecided(causes: &[String]) -> CheckAnswer {
    CheckAnswer { why: Some(causes.join("; ")), ..answer(Verdict::Undecided) }
}

impl<'a> Decision<'a> {
    fn new(schema: &'a Schema, check: &'a Check, cancel: CancelToken) -> Decision<'a> {
        let (tables, assumes) = (BTreeMap::new(), BTreeSet::new());
        Decision { schema, check, cancel, clauses: 0, tables, overflowed: false, assumes }
    }

    fn verdict(&mut self) -> CheckAnswer {
        if let Some(error) = &self.check.facts.unknown {
            return undecided(&[format!("a fact: {error}")]);
        }
        let mut causes = Vec::new();
        let mut core = BTreeSet::new();
        for (index, path) in self.check.paths.iter().enumerate() {
            let path = match path {
                Ok(path) => path,
                Err(error) => {
                    causes.push(format!("path {index}: {error}"));
                    continue;
                }
            };
            if !can_fail(path) {
                continue;
            }
            match self.rests_on(index, path, Question::Fails) {
                Answer::Yes(found) => {
                    let smallest = self.smallest(index, path, *found);
                    return CheckAnswer {
                        counterexample: Some(smallest),
                        ..answer(Verdict::Fails)
                    };
                }
                Answer::No(places) => core.extend(places),
                Answer::Unknown(why) => causes.push(format!("path {index}: {why}")),
            }
        }
        self.alarms(&mut causes);
        self.invalid_writes(&mut causes);
        if !causes.is_empty() {
            return undecided(&causes);
        }
        self.holds(core)
    }

    /// A counterexample of which no table can have fewer rows, as far as the time lasts. Where it can be, no row is gone:
    /// rows are numbered from 1 then.
    fn smallest(&self, index: usize, path: &Path, found: CounterExample) -> CounterExample {
        let mut best = found;
        let sizes = best
            .rows
            .iter()
            .filter_map(|(name, rows)| Some((self.schema.table(name)?, rows.len())));
        let mut scopes =
            Scopes { tables: sizes.collect(), gone: false, ..self.check.scopes.clone() };
        let whole = Check { scopes: scopes.clone(), ..self.check.clone() };
        match self.with(&whole).ask(index, path, Question::Fails) {
            Answer::Yes(found) => best = *found,
            _ => scopes.gone = true,
        }
        for table in best.rows.keys().cloned().collect::<Vec<_>>() {
            while !best.rows[&table].is_empty() {
                let rows = |(name, rows): (&String, &Vec<_>)| {
                    Some((self.schema.table(name)?, rows.len() - usize::from(*name == table)))
                };
                let tables = best.rows.iter().filter_map(rows).collect();
                let scopes = Scopes { tables, ..scopes.clone() };
                match self.with(&Check { scopes, ..self.check.clone() }).ask(
                    index,
                    path,
                    Question::Fails,
                ) {
                    Answer::Yes(fewer) => best = *fewer,
                    _ => break,
                }
            }
        }
        best
    }

    /// A part of the decision, with other scopes.
    fn with<'b>(&'b self, check: &'b Check) -> Decision<'b> {
        Decision::new(self.schema, check, self.cancel.clone())
    }

    /// Paths that ended in an alarm and are possible are not decided.
    fn alarms(&mut self, causes: &mut Vec<String>) {
        for (index, path) in self.paths() {
            let Ending::Alarm { what, place } = &path.ending else { continue };
            let place = place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
            match self.rests_on(index, path, Question::Possible) {
                Answer::Yes(_) => causes.push(format!("path {index}: {what}{place}")),
                Answer::No(_) => {}
                Answer::Unknown(why) => causes.push(format!(
                    "path {index}: {what}{place}, and whether it is possible: {why}"
                )),
            }
        }
    }

    /// A write that breaks the schema raises an error in the application, which no path tells of.
    fn invalid_writes(&mut self, causes: &mut Vec<String>) {
        for (index, path) in self.paths() {
            if path.writes.is_empty() {
                continue;
            }
            match self.rests_on(index, path, Question::BreaksSchema) {
                Answer::Yes(_) => causes.push(format!(
                    "path {index}: a write can break what the schema demands (null, a reference, uniqueness), and what happens then is not known"
                )),
                Answer::No(_) => {}
                Answer::Unknown(why) => causes.push(format!("path {index}: whether writes keep the schema: {why}")),
            }
        }
    }

    fn paths(&self) -> Vec<(usize, &'a Path)> {
        let check = self.check;
        check
            .paths
            .iter()
            .enumerate()
            .filter_map(|(index, path)| path.as_ref().ok().map(|p| (index, p)))
            .collect()
    }

    /// Nothing fails. Does anything satisfy what was assumed?
    fn holds(&mut self, core: BTreeSet<String>) -> CheckAnswer {
        match self.satisfiable() {
            Err(why) => undecided(&[format!("whether the hypotheses can hold: {why}")]),
            Ok(Some(_)) => CheckAnswer {
                vacuous: Some(false),
                core: Some(core.into_iter().collect()),
                ..answer(Verdict::Holds)
            },
            Ok(None) => match self.satisfiable_at() {
                Err(why) => undecided(&[format!(
                    "nothing within the scopes satisfies the hypotheses, and larger scopes were not all tried: {why}"
                )]),
                Ok(at) => CheckAnswer {
                    vacuous: Some(true),
                    satisfiable_at: Some(at),
                    ..answer(Verdict::Holds)
                },
            },
        }
    }

    /// Rows that satisfy conditions and hypotheses of a path with an obligation, by table.
    fn satisfiable(&mut self) -> Result<Option<BTreeMap<String, usize>>, String> {
        let mut unknown = None;
        for (index, path) in self.paths() {
            if path.obligations.is_empty() {
                continue;
            }
            match self.ask(index, path, Question::Possible) {
                Answer::Yes(found) => {
                    let sizes = found.rows.into_iter().map(|(table, rows)| (table, rows.len()));
                    return Ok(Some(sizes.collect()));
                }
                Answer::No(_) => {}
                Answer::Unknown(why) => unknown = Some(why),
            }
        }
        unknown.map_or(Ok(None), Err)
    }

    /// The same with other numbers of rows.
    fn satisfiable_with(&self, scopes: Scopes) -> Result<Option<BTreeMap<String, usize>>, String> {
        self.with(&Check { scopes, ..self.check.clone() }).satisfiable()
    }

    /// Numbers of rows at which something satisfies the hypotheses, none of which can be smaller.
    fn satisfiable_at(&self) -> Result<Option<BTreeMap<String, usize>>, String> {
        let mut scopes = Scopes { tables: BTreeMap::new(), ..self.check.scopes.clone() };
        let mut sizes = None;
        for rows in 0..=MOST_SATISFIABLE {
            scopes.default = rows;
            sizes = self.satisfiable_with(scopes.clone())?;
            if sizes.is_some() {
                break;
            }
        }
        let Some(mut sizes) = sizes else { return Ok(None) };
        for table in sizes.keys().cloned().collect::<Vec<_>>() {
            while sizes[&table] > 0 {
                scopes.tables = sizes
                    .iter()
                    .filter_map(|(name, n)| Some((self.schema.table(name)?, *n)))
                    .collect();
                if let Some(id) = self.schema.table(&table) {
                    scopes.tables.insert(id, sizes[&table] - 1);
                }
                match self.satisfiable_with(scopes.clone())? {
                    Some(fewer) => sizes = fewer,
                    None => break,
                }
            }
        }
        Ok(Some(sizes))
    }

    fn ask(&mut self, index: usize, path: &Path, question: Question) -> Answer {
        self.try_ask(index, path, question)
            .unwrap_or_else(|error| Answer::Unknown(error.to_string()))
    }

    fn try_ask(
        &mut self,
        index: usize,
        path: &Path,
        question: Question,
    ) -> Result<Answer, RecordsError> {
        if let Some(reason) = self.cancel.reason() {
            return Ok(Answer::Unknown(crate::solve::why_stopped(reason)));
        }
        if !self.cancel.affords(0) {
            return Ok(Answer::Unknown(crate::solve::why_stopped(StopReason::Memory)));
        }
        let mut model = Model::new(self.schema, self.check, path)?;
        for table in model.tables() {
            let name = self.schema.get(table).name.clone();
            self.tables.insert(name, self.check.scopes.rows(table));
        }
        self.state(&mut model, path, question)?;
        self.overflowed = false;
        let solved = solve(&model.problem, &self.cancel)?;
        Ok(match solved {
            Solved::Some { clauses, .. } if question == Question::Overflows => {
                self.clauses = self.clauses.max(clauses);
                Answer::Unknown("an overflow".into())
            }
            Solved::Some { instance, clauses } => {
                self.clauses = self.clauses.max(clauses);
                let found = counterexample::judge(
                    self.schema,
                    self.check,
                    (index, path),
                    question,
                    &model,
                    &instance,
                )?;
                Answer::Yes(Box::new(found))
            }
            Solved::None { core, clauses } => {
                self.clauses = self.clauses.max(clauses);
                self.overflowed = model.overflowing() > 0;
                let needed = model.places.iter().filter(|(id, _)| core.contains(id));
                Answer::No(needed.map(|(_, place)| place.clone()).collect())
            }
            Solved::Unknown(why) => Answer::Unknown(why),
        })
    }

    fn state(
        &self,
        model: &mut Model<'_>,
        path: &Path,
        question: Question,
    ) -> Result<(), RecordsError> {
        let parts = [
            ("fact", &self.check.facts.known),
            ("condition", &path.condition),
            ("hypothesis", &path.hypotheses),
        ];
        let of_writes = model.overflowing();
        for (kind, list) in parts {
            for stated in list {
                let before = model.overflowing();
                let formula = model.formula(&stated.expression)?;
                // What is computed beyond the integers that are considered means nothing.
                let computes = of_writes > 0 || model.overflowing() > before;
                if question == Question::Overflows && computes {
                    continue;
                }
                let id = model.problem.constrain(kind, formula)?;
                if kind != "condition"
                    && let Some(place) = named(stated)
                {
                    model.places.push((id, place));
                }
            }
        }
        let valid = model.writes_are_valid()?;
        match question {
            Question::BreaksSchema => {
                let valid = model.problem.and(valid)?;
                let broken = model.problem.not(valid)?;
                model.problem.constrain("a write breaks the schema", broken)?;
            }
            Question::Fails => {
                for formula in valid {
                    model.problem.constrain("writes keep the schema", formula)?;
                }
                if !matches!(path.ending, Ending::Raised { .. }) {
                    let fails = obligation_fails(model, path)?;
                    model.problem.constrain("an obligation fails", fails)?;
                }
            }
            Question::Possible => {}
            Question::StoresOther(table, index) => {
                let stores = model.stores_other(table, index)?;
                model.problem.constrain("a write stores another value", stores)?;
            }
            Question::Overflows => {
                obligation_fails(model, path)?;
                return model.state_overflow();
            }
        }
        model.state_no_overflow()
    }
}

fn obligation_fails(model: &mut Model<'_>, path: &Path) -> Result<FormulaId, RecordsError> {
    let mut obligations = Vec::new();
    for obligation in &path.obligations {
        obligations.push(model.formula(&obligation.expression)?);
    }
    let all = model.problem.and(obligations)?;
    Ok(model.problem.not(all)?)
}

fn named(stated: &Stated) -> Option<String> {
    stated.place.clone().or_else(|| stated.text.clone())
}

fn can_fail(path: &Path) -> bool {
    !path.obligations.is_empty() || matches!(path.ending, Ending::Raised { .. })
}
