//! Random programs on objects: the traces are the leaves of the execution tree.

use crate::support::{assert_same, backwards, forwards, ir};
use effigy_backward::unfolding::UnfoldOptions;
use effigy_testkit::{Rng, cases};
use std::fmt::Write;

/// Programs that are compared.
const PROGRAMS: u64 = 200;

const FIELDS: &str = "
field &\".value\" (bv8) -> bv8 value
field &\".next\" (bv8) -> bv8 reference
field &\".length\" (bv8) -> bv8 length
field &\"[]\" (bv8, bv8) -> bv8 value
field &a () -> bv8 reference
field &b () -> bv8 reference
field &n () -> bv8 value
";

/// Instructions of one function, in blocks each of which ends in a branch to the next one or to the last.
struct Source<'r> {
    rng: &'r mut Rng,
    text: String,
    registers: usize,
    references: Vec<String>,
    numbers: Vec<String>,
}

impl Source<'_> {
    /// Appends an instruction that computes something.
    fn computed(&mut self, sort: &str, instruction: &str) -> String {
        let register = format!("%{}", self.registers);
        self.registers += 1;
        let _ = writeln!(self.text, "  {register}: {sort} := {instruction}");
        register
    }

    fn reference(&mut self) -> String {
        let index = self.rng.below(self.references.len());
        self.references[index].clone()
    }

    fn number(&mut self) -> String {
        let index = self.rng.below(self.numbers.len());
        self.numbers[index].clone()
    }

    fn condition(&mut self) -> String {
        let comparison = match self.rng.below(4) {
            0 | 1 => format!("= {}, {}", self.reference(), self.reference()),
            2 => format!("bvult {}, {}", self.number(), self.number()),
            _ => format!("= {}, {}", self.number(), self.number()),
        };
        self.computed("bool", &comparison)
    }

    fn instruction(&mut self) {
        let (object, other) = (self.reference(), self.reference());
        let (number, index) = (self.number(), self.number());
        match self.rng.below(13) {
            0 | 1 => {
                let next = self.computed("bv8", &format!("get &\".next\"({object})"));
                self.references.push(next);
            }
            2 => {
                let field = *self.rng.pick(&["\".value\"", "\".length\""]);
                let value = self.computed("bv8", &format!("get &{field}({object})"));
                self.numbers.push(value);
            }
            3 => {
                let element = self.computed("bv8", &format!("get &\"[]\"({object}, {index})"));
                self.numbers.push(element);
            }
            4 => {
                let created = self.computed("bv8", "create");
                let _ = writeln!(self.text, "  set &\".next\"({created}), 0:bv8");
                self.references.push(created);
            }
            5 => {
                let (name, initial) = *self.rng.pick(&[("u", "value"), ("r", "reference")]);
                let unknown = self.computed("bv8", &format!("unknown \"{name}\" {initial}"));
                match initial {
                    "value" => self.numbers.push(unknown),
                    _ => self.references.push(unknown),
                }
            }
            6 => {
                let sum = self.computed("bv8", &format!("bvadd {number}, {index}"));
                self.numbers.push(sum);
            }
            7 => {
                let condition = self.condition();
                let _ = match self.rng.below(2) {
                    0 => writeln!(self.text, "  assume {condition}"),
                    _ => writeln!(self.text, "  check {condition} assertion \"checked\""),
                };
            }
            8 | 9 => {
                let _ = writeln!(self.text, "  set &\".next\"({object}), {other}");
            }
            10 => {
                let _ = writeln!(self.text, "  set &\".value\"({object}), {number}");
            }
            11 => {
                let _ = writeln!(self.text, "  set &\"[]\"({object}, {index}), {number}");
            }
            _ => {
                let _ = writeln!(self.text, "  set &a(), {object}");
                let a = self.computed("bv8", "get &a()");
                self.references.push(a);
            }
        }
    }
}

fn program(rng: &mut Rng) -> String {
    let text = format!("{FIELDS}define @main() -> (bv8) {{\n");
    let (references, numbers) = (vec!["0:bv8".to_owned()], vec!["3:bv8".to_owned()]);
    let mut source = Source { rng, text, registers: 0, references, numbers };
    let blocks = 1 + source.rng.below(3);
    for block in 0..=blocks {
        let _ = writeln!(source.text, "b{block}:");
        if block == 0 {
            for name in ["a", "b"] {
                let global = source.computed("bv8", &format!("get &{name}()"));
                source.references.push(global);
            }
            let n = source.computed("bv8", "get &n()");
            source.numbers.push(n);
        }
        if block == blocks {
            // Only what the first block computed is known on all ways here.
            source.text.push_str("  output \"n\" %2\n");
            let made = source.computed("bv8", "create");
            let _ = writeln!(source.text, "  output \"made\" {made}\n  return 0:bv8");
            break;
        }
        for _ in 0..2 + source.rng.below(6) {
            source.instruction();
        }
        let (reference, number) = (source.reference(), source.number());
        let _ = writeln!(source.text, "  output \"r\" {reference}\n  output \"v\" {number}");
        let condition = source.condition();
        let _ = writeln!(source.text, "  branch {condition}, b{}, b{blocks}", block + 1);
    }
    source.text.push_str("}\n");
    source.text
}

#[test]
fn traces_of_random_programs_on_objects_are_their_leaves() {
    let mut rng = Rng::new(41_2021);
    let (mut leaves, mut conditional) = (0, 0);
    cases(0..PROGRAMS, |_| {
        let source = program(&mut rng);
        let mut context = ir(&source);
        let tree = forwards(&mut context, 1000).expect("a tree that the solver decides");
        let traces = backwards(&mut context, UnfoldOptions::default());
        assert_same(&mut context, &tree, &traces, &source);
        leaves += tree.len();
        conditional += tree.iter().filter(|leaf| !leaf.condition.is_empty()).count();
    });
    let programs = PROGRAMS as usize;
    assert!(leaves > 2 * programs && conditional > programs, "{leaves} leaves, {conditional}");
}
