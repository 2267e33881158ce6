//! Comparisons of words as numbers whose differences are bounded.

use effigy_term::{Model, TermStore};

use super::choices::{Choice, Failure, choose};
use super::differences::{Difference, Differences, Node};
use super::facts::number;
use super::reading::{Comparison, Equality, Operand, Reading};
use super::words::{Against, WordId, Words};

/// The numbers that a word is read as: unsigned, signed.
type Numbers = [Option<Node>; 2];

/// A query as a problem of differences.
pub(super) struct Problem {
    words: Words,
    nodes: Vec<Numbers>,
    differences: Differences,
    constraints: Vec<Difference>,
    choices: Vec<Choice>,
    /// Whether numbers that satisfy the constraints make a model of the query.
    exact: bool,
}

impl Problem {
    /// The problem that a query poses; the search starts at the numbers of the hint.
    pub fn new(store: &TermStore, reading: Reading, hint: Option<&Model>) -> Self {
        let uses = uses(&reading);
        let Reading { words, comparisons, equalities, whole } = reading;
        let mut problem = Self {
            nodes: Vec::new(),
            differences: Differences::new(),
            constraints: Vec::new(),
            choices: Vec::new(),
            exact: whole
                && words.are_independent(store)
                && uses.iter().all(|used| *used != [true, true]),
            words,
        };
        for (word, used) in uses.iter().enumerate() {
            let mut numbers = [None; 2];
            for signed in [false, true].into_iter().filter(|signed| used[usize::from(*signed)]) {
                numbers[usize::from(signed)] = Some(problem.node(store, word, signed, hint));
            }
            problem.nodes.push(numbers);
        }
        for comparison in &comparisons {
            problem.compare(comparison);
        }
        for equality in &equalities {
            for signed in [false, true] {
                problem.equate(equality, signed);
            }
        }
        problem.constraints.sort_by_key(|constraint| constraint.by);
        problem
    }

    /// Looks for numbers. A model when they make one, nothing when they do not.
    pub fn solve(mut self, store: &TermStore) -> Result<Option<Model>, Failure> {
        for constraint in &self.constraints {
            self.differences.add(*constraint).map_err(Failure::Contradiction)?;
        }
        choose(&mut self.differences, &self.choices)?;
        if !self.exact {
            return Ok(None);
        }
        let mut model = Model::new();
        for (word, numbers) in self.nodes.iter().enumerate() {
            for node in numbers.iter().flatten() {
                self.words.assign(store, word, self.differences.value(*node), &mut model);
            }
        }
        Ok(Some(model))
    }

    fn node(
        &mut self,
        store: &TermStore,
        word: WordId,
        signed: bool,
        hint: Option<&Model>,
    ) -> Node {
        let size = 1i128 << self.words.width(word);
        let (least, most) = if signed { (-size / 2, size / 2 - 1) } else { (0, size - 1) };
        let start = match hint {
            Some(hint) => self.words.value(store, word, signed, hint).unwrap_or(0),
            // Numbers that differ satisfy most of what programs ask.
            None => (word as i128).min(most),
        };
        let x = self.differences.node(start);
        self.constraints.extend([
            Difference { x, y: Node::ZERO, bound: most, by: None },
            Difference { x: Node::ZERO, y: x, bound: -least, by: None },
        ]);
        x
    }

    /// The number that a word is read as.
    fn number(&self, word: WordId, signed: bool) -> Option<Node> {
        self.nodes.get(word).and_then(|numbers| numbers[usize::from(signed)])
    }

    fn compare(&mut self, comparison: &Comparison) {
        let Comparison { left, right, gap, by } = *comparison;
        // A number beyond all that the bits can be is as good as any other beyond.
        let high = |low: u32, number: i128| {
            let limit = 1 << (64 - low);
            number.clamp(-limit, limit) * (1 << low)
        };
        let (x, y, bound) = match (left, right) {
            (Operand::Number(a), Operand::Number(b)) => {
                (Some(Node::ZERO), Some(Node::ZERO), b - a - gap)
            }
            (Operand::Word { word, signed, low }, Operand::Number(most)) => {
                (self.number(word, signed), Some(Node::ZERO), high(low, most - gap + 1) - 1)
            }
            (Operand::Number(least), Operand::Word { word, signed, low }) => {
                (Some(Node::ZERO), self.number(word, signed), -high(low, least + gap))
            }
            (
                Operand::Word { word: a, signed: s, .. },
                Operand::Word { word: b, signed: t, .. },
            ) => (self.number(a, s), self.number(b, t), -gap),
        };
        if let (Some(x), Some(y)) = (x, y) {
            self.constraints.push(Difference { x, y, bound, by: Some(by) });
        }
    }

    fn equate(&mut self, equality: &Equality, signed: bool) {
        let Equality { word, against, equal, by } = *equality;
        let Some(x) = self.number(word, signed) else { return };
        let (y, [least, most]) = match against {
            Against::Bits(bits, low) => {
                let high = number(bits, self.words.width(word) - low, signed);
                let unit = 1 << low;
                (Some(Node::ZERO), [high * unit, high * unit + unit - 1])
            }
            Against::Word(other) => (self.number(other, signed), [0, 0]),
        };
        let Some(y) = y else { return };
        let by = Some(by);
        if equal {
            self.constraints.extend([
                Difference { x, y, bound: most, by },
                Difference { x: y, y: x, bound: -least, by },
            ]);
        } else {
            let below = Difference { x, y, bound: least - 1, by };
            let above = Difference { x: y, y: x, bound: -most - 1, by };
            self.choices.push(if self.differences.satisfy(&above) {
                Choice { first: above, second: below }
            } else {
                Choice { first: below, second: above }
            });
        }
    }
}

/// By word, whether it is read as an unsigned and as a signed number. Words that are compared for equality are read alike.
fn uses(reading: &Reading) -> Vec<[bool; 2]> {
    let mut uses = vec![[false; 2]; reading.words.len()];
    for comparison in &reading.comparisons {
        for side in [comparison.left, comparison.right] {
            if let Operand::Word { word, signed, .. } = side {
                uses[word][usize::from(signed)] = true;
            }
        }
    }
    spread(&reading.equalities, &mut uses);
    // The order of what is only equal or not equal does not matter.
    uses.iter_mut().filter(|used| **used == [false, false]).for_each(|used| used[0] = true);
    uses
}

fn spread(equalities: &[Equality], uses: &mut [[bool; 2]]) {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for equality in equalities {
            let (a, Against::Word(b)) = (equality.word, equality.against) else { continue };
            let both = [0, 1].map(|sign| uses[a][sign] || uses[b][sign]);
            changed |= uses[a] != both || uses[b] != both;
            uses[a] = both;
            uses[b] = both;
        }
    }
}
