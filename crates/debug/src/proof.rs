//! A session about the proofs of a program: the symbolic states of a member, one statement after the other.

mod help;
mod show;

use crate::item::Show;
use crate::item::{Item, Table};
use crate::session::{Outcome, Session};
use crate::words::{commands, first_word, nearest, numbers};
use effigy_base::budget::CancelToken;
use effigy_session::debug::{Line, Shown};
use effigy_session::prove::{Answer, ProofWalks, VisitOutcome, Walk};
use help::COMMANDS;
use std::collections::BTreeSet;

/// Lines around the present one that `list` shows.
const AROUND: u32 = 6;

/// A program and the session about its proofs.
pub struct ProofEngine {
    proofs: ProofWalks,
    now: Option<Standing>,
    /// Lines to stop before.
    breakpoints: BTreeSet<u32>,
}

/// The member that is looked at.
struct Standing {
    walk: Walk,
    /// The states that the session came through, by number; the last one is the present one.
    path: Vec<usize>,
}

impl Standing {
    fn number(&self) -> usize {
        self.path.last().copied().unwrap_or_default()
    }

    fn visit(&self) -> Option<&VisitOutcome> {
        self.walk.visits.get(self.number())
    }

    fn line(&self) -> u32 {
        self.visit().map_or(0, |visit| visit.state.place.place.line)
    }

    /// The states that are first on their paths.
    fn roots(&self) -> impl Iterator<Item = usize> + '_ {
        self.walk.visits.iter().enumerate().filter(|(_, v)| v.before.is_none()).map(|(n, _)| n)
    }

    /// The states that come next: the ways on, or behind a way the state in which it meets the others.
    fn following(&self) -> Vec<usize> {
        let number = self.number();
        let Some(visit) = self.visit() else { return Vec::new() };
        let ways: Vec<usize> =
            visit.after.iter().copied().filter(|next| !self.is_meeting(*next)).collect();
        if !ways.is_empty() || visit.last || !visit.failures.is_empty() {
            return ways;
        }
        let mut at = Some(number);
        while let Some(visit) = at.and_then(|at| self.walk.visits.get(at)) {
            let mut later = visit.after.iter().copied().filter(|next| *next > number);
            if let Some(meeting) = later.find(|next| self.is_meeting(*next)) {
                return vec![meeting];
            }
            at = visit.before;
        }
        Vec::new()
    }

    /// Whether the ways behind a branch meet in a state: they were joined.
    fn is_meeting(&self, number: usize) -> bool {
        let visit = |number: usize| self.walk.visits.get(number);
        let took_side = |next: &usize| visit(*next).is_some_and(|next| !next.taken.is_empty());
        let Some(this) = visit(number).filter(|this| this.taken.is_empty()) else { return false };
        let siblings = this.before.and_then(visit).map_or(&[][..], |before| &before.after[..]);
        siblings.iter().any(took_side)
    }

    /// Goes to a state directly; what led there is its path.
    fn jump(&mut self, number: usize) {
        let mut path = vec![number];
        while let Some(before) =
            path.last().and_then(|at| self.walk.visits.get(*at)).and_then(|visit| visit.before)
        {
            path.push(before);
        }
        path.reverse();
        self.path = path;
    }
}

/// Why a command was not carried out, in one sentence.
type Refused = String;

impl Session for ProofEngine {
    fn cancel_token(&self) -> CancelToken {
        self.proofs.cancel_token()
    }

    fn greeting(&mut self) -> Vec<Item> {
        let names: Vec<String> = self.names();
        let mut items = Vec::new();
        let hint = "`help` lists the commands";
        match names.as_slice() {
            [] => items.push(Item::Note(format!("nothing is to be proved here; {hint}"))),
            [only] => {
                items.push(Item::Note(hint.to_owned()));
                let begun = self.begin(only, &mut |item| items.push(item));
                items.extend(begun.err().map(Item::Note));
            }
            _ => items.push(Item::Note(format!(
                "members: {}; begin with `prove NAME`; {hint}",
                names.join(", ")
            ))),
        }
        items
    }

    fn execute(&mut self, line: &str, show: &mut dyn FnMut(Item)) -> Outcome {
        self.proofs.cancel_token().reset();
        for text in commands(line) {
            let (word, rest) = first_word(text);
            let Some(command) = COMMANDS.find(word) else {
                let message = COMMANDS.suggestion(text).unwrap_or_else(|| {
                    "this is no command; `help` lists them, `examine` shows a value".to_owned()
                });
                show(Item::Error { command: text.to_owned(), at: Some(0), message });
                break;
            };
            if command.name == "quit" {
                return Outcome::Quit;
            }
            if let Err(message) = self.carry_out(command.name, rest, show) {
                show(Item::Error { command: text.to_owned(), at: None, message });
                break;
            }
        }
        Outcome::GoOn
    }

    fn complete(&mut self, line: &str) -> Vec<String> {
        let mut names = self.names();
        if let Some(visit) = self.now.as_ref().and_then(Standing::visit) {
            names.extend(visit.state.store.iter().map(|(name, _)| name.clone()));
        }
        COMMANDS.complete(line, names)
    }
}

impl ProofEngine {
    /// A session about the proofs of a program.
    pub fn new(proofs: ProofWalks) -> Self {
        Self { proofs, now: None, breakpoints: BTreeSet::new() }
    }

    fn names(&self) -> Vec<String> {
        self.proofs.members().into_iter().map(|(_, name)| name).collect()
    }

    fn now(&mut self) -> Result<&mut Standing, Refused> {
        let now = self.now.as_mut().filter(|now| !now.walk.visits.is_empty());
        now.ok_or_else(|| "no member is looked at: begin with `prove NAME`".to_owned())
    }

    fn carry_out(&mut self, name: &str, rest: &str, show: Show<'_>) -> Result<(), Refused> {
        match name {
            "help" => show(Item::Note(COMMANDS.answer(rest))),
            "prove" if rest.is_empty() => show(self.table()?),
            "prove" => self.begin(rest, show)?,
            "break" => show(self.set_breakpoint(rest)?),
            "delete" => show(self.delete(rest)?),
            "list" => show(self.listing(rest)?),
            "failures" => self.failures(rest, show)?,
            "check" => show(self.check(rest)?),
            "tree" => show(Item::Note(show::tree(&self.now()?.walk))),
            "go" | "step" | "back" | "restart" => self.travel(name, rest, show)?,
            "state" if !rest.is_empty() => {
                let now = self.now()?;
                let number = count(rest)?.checked_sub(1).filter(|n| *n < now.walk.visits.len());
                let most = now.walk.visits.len();
                now.jump(number.ok_or_else(|| format!("there are states 1 to {most}"))?);
                self.stand("", show)?;
            }
            _ => {
                let now = self.now()?;
                let visit = now.visit().ok_or("there is no state")?;
                show(show::part(name, rest, visit, &now.walk, &now.path)?);
            }
        }
        Ok(())
    }

    /// Proves a member and stands at its first state.
    fn begin(&mut self, name: &str, show: Show<'_>) -> Result<(), Refused> {
        let names = self.names();
        if !names.iter().any(|known| known == name) {
            let near = nearest(name, names.iter().map(String::as_str));
            let hint = near.map_or(String::new(), |near| format!("; is it `{near}`?"));
            return Err(format!("there is no member `{name}`{hint}"));
        }
        let walk = self.proofs.walk(name).ok_or("the proof was stopped")?;
        show(Item::Note(show::verdict(&walk.member)));
        let mut now = Standing { walk, path: Vec::new() };
        now.path = now.roots().take(1).collect();
        let empty = now.walk.visits.is_empty();
        self.now = Some(now);
        if empty {
            for failure in self.now.iter().flat_map(|now| &now.walk.member.failures) {
                show(Item::Note(show::failure(failure)));
            }
            show(Item::Note("it has no statements to step through".to_owned()));
            return Ok(());
        }
        self.stand("", show)
    }

    /// The verdicts of all members.
    fn table(&mut self) -> Result<Item, Refused> {
        let mut rows = Vec::new();
        for name in self.names() {
            let walk = self.proofs.walk(&name).ok_or("the proof was stopped")?;
            let failed = walk.member.failures.len().to_string();
            let kind = walk.member.kind_name().to_owned();
            let failed = if failed == "0" { String::new() } else { failed };
            rows.push(vec![kind, name, walk.member.status.name().to_owned(), failed]);
        }
        let columns = ["kind", "name", "verdict", "failures"].map(str::to_owned).to_vec();
        Ok(Item::Table(Table { columns, rows }))
    }

    /// Commands that go to another state.
    fn travel(&mut self, name: &str, rest: &str, show: Show<'_>) -> Result<(), Refused> {
        let side = if name == "go" { side(rest) } else { word_side(rest) };
        match name {
            "restart" => {
                let now = self.now()?;
                now.path = now.roots().take(1).collect();
            }
            "back" => {
                let steps = count(rest)?;
                let now = self.now()?;
                if now.path.len() == 1 {
                    show(Item::Note("this is the first state".to_owned()));
                }
                now.path.truncate(now.path.len().saturating_sub(steps).max(1));
            }
            "step" if side.is_none() => {
                for _ in 0..count(rest)? {
                    self.advance(None, show)?;
                    if self.now()?.following().len() != 1 {
                        break;
                    }
                }
            }
            _ => {
                let chosen = match (rest.is_empty(), side) {
                    (true, _) => None,
                    (false, Some(side)) => Some(side),
                    (false, None) => {
                        return Err("true, false or the number of a way is expected".to_owned());
                    }
                };
                self.advance(chosen, show)?;
                if name == "go" {
                    let why = self.go_on(show)?;
                    return self.stand(why, show);
                }
            }
        }
        self.stand("", show)
    }

    /// Goes on to where something is to be seen or chosen; why, when a breakpoint says so.
    fn go_on(&mut self, show: Show<'_>) -> Result<&'static str, Refused> {
        loop {
            let now = self.now()?;
            let line = now.line();
            let visit = now.visit().ok_or("there is no state")?;
            let ended = visit.last || !visit.failures.is_empty();
            let rests = ended || now.following().len() != 1;
            if self.breakpoints.contains(&line) {
                return Ok("breakpoint");
            }
            if rests {
                return Ok("");
            }
            self.advance(None, show)?;
        }
    }

    /// One statement further, over a side where there are several.
    fn advance(&mut self, side: Option<usize>, show: Show<'_>) -> Result<(), Refused> {
        let now = self.now()?;
        let after = now.following();
        let next = match (after.as_slice(), side) {
            ([], _) => return Err(show::why_over(now.visit(), &now.walk.member)),
            ([only], None) => *only,
            (_, None) => return Err("the proof goes several ways: choose one, as in `go 1`".into()),
            (all, Some(side)) => *all
                .get(side)
                .ok_or_else(|| format!("the proof goes {} ways here, from 1", all.len()))?,
        };
        now.path.push(next);
        // Where there was a choice, whoever chose knows.
        if let (None, Some(visit)) = (side, now.visit()) {
            visit.taken.iter().for_each(|taken| show(Item::Note(show::taken(taken))));
        }
        Ok(())
    }

    /// Says where the session stands.
    fn stand(&mut self, why: &str, show: Show<'_>) -> Result<(), Refused> {
        let now = self.now()?;
        let number = now.number();
        let visit = now.visit().ok_or("there is no state")?;
        show(show::place(why, number, visit, &now.walk));
        for failure in &visit.failures {
            if let Some(failure) = now.walk.member.failures.get(*failure) {
                show(Item::Note(format!("here fails: {}", show::failure(failure))));
            }
        }
        let ways = now.following();
        if ways.len() > 1 {
            show(Item::Note(show::choices(&ways, &now.walk)));
        }
        Ok(())
    }

    fn failures(&mut self, rest: &str, show: Show<'_>) -> Result<(), Refused> {
        let now = self.now()?;
        let failures = &now.walk.member.failures;
        if failures.is_empty() {
            show(Item::Note(show::verdict(&now.walk.member)));
            return Ok(());
        }
        if rest.is_empty() {
            for (number, failure) in failures.iter().enumerate() {
                show(Item::Note(format!("{}: {}", number + 1, show::failure(failure))));
            }
            return Ok(());
        }
        let wanted = count(rest)?.wrapping_sub(1);
        if wanted >= failures.len() {
            return Err(format!("there are {} failures, from 1", failures.len()));
        }
        let fails = |visit: &VisitOutcome| visit.failures.contains(&wanted);
        let found = now.walk.visits.iter().position(fails);
        now.jump(found.ok_or("it fails before the first statement")?);
        self.stand("", show)
    }

    fn check(&mut self, text: &str) -> Result<Item, Refused> {
        if text.is_empty() {
            return Err("an assertion is expected, as in `check x > 0`".to_owned());
        }
        let number = self.now()?.number();
        let Some(now) = &self.now else { return Err("no member is looked at".to_owned()) };
        Ok(Item::Note(match self.proofs.check(&now.walk, number, text)? {
            Answer::Holds => "it holds".to_owned(),
            Answer::Unreachable => "no execution comes here, so everything holds".to_owned(),
            Answer::Fails(failures) => {
                let all: Vec<String> = failures.iter().map(show::denial).collect();
                all.join("\n")
            }
        }))
    }

    fn set_breakpoint(&mut self, rest: &str) -> Result<Item, Refused> {
        if rest.is_empty() {
            let lines: Vec<String> =
                self.breakpoints.iter().map(|l| format!("before line {l}")).collect();
            return Ok(Item::Note(match lines.is_empty() {
                true => "there are no breakpoints".to_owned(),
                false => lines.join("\n"),
            }));
        }
        let (word, behind) = first_word(rest);
        let rest = if word.eq_ignore_ascii_case("before") { behind } else { rest };
        let line: u32 = rest.parse().map_err(|_| "the number of a line is expected".to_owned())?;
        let lines = self.proofs.lines().count();
        if line == 0 || line as usize > lines {
            return Err(format!("the program has lines 1 to {lines}"));
        }
        self.breakpoints.insert(line);
        Ok(Item::Note(format!("breakpoint before line {line}")))
    }

    fn delete(&mut self, rest: &str) -> Result<Item, Refused> {
        if rest.eq_ignore_ascii_case("all") {
            self.breakpoints.clear();
            return Ok(Item::Note("all breakpoints are deleted".to_owned()));
        }
        let line: u32 = rest.parse().map_err(|_| "a line is expected, or all".to_owned())?;
        match self.breakpoints.remove(&line) {
            true => Ok(Item::Note(format!("the breakpoint before line {line} is deleted"))),
            false => Err(format!("there is no breakpoint before line {line}")),
        }
    }

    fn listing(&self, rest: &str) -> Result<Item, Refused> {
        let current = self.now.as_ref().map_or(0, Standing::line);
        let range = match numbers(rest).as_deref() {
            Some([range]) => *range,
            _ if !rest.is_empty() => return Err("lines are expected, as in 5-12".to_owned()),
            _ if current > 0 => (current.saturating_sub(AROUND), current + AROUND),
            _ => (1, u32::MAX),
        };
        let lines = (1..).zip(self.proofs.lines());
        let wanted = lines.filter(|(number, _)| (range.0..=range.1).contains(number));
        let line = |(number, text): (u32, &str)| Line {
            number: Some(number),
            text: text.to_owned(),
            current: number == current,
        };
        Ok(Item::Listing(wanted.map(line).collect()))
    }
}

/// A side of a fork, from 0.
fn side(text: &str) -> Option<usize> {
    word_side(text).or_else(|| text.parse::<usize>().ok()?.checked_sub(1))
}

fn word_side(text: &str) -> Option<usize> {
    ["true", "false"].iter().position(|side| text.eq_ignore_ascii_case(side))
}

/// How often; once without a number.
fn count(text: &str) -> Result<usize, Refused> {
    match text.is_empty() {
        true => Ok(1),
        false => text.parse().map_err(|_| "a number is expected".to_owned()),
    }
}

/// Variables with their values.
fn shown(pairs: &[(String, String)]) -> Vec<Shown> {
    let one = |(name, value): &(String, String)| Shown { name: name.clone(), value: value.clone() };
    pairs.iter().map(one).collect()
}
