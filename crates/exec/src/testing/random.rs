//! Random programs.

mod heap;
mod objects;
mod sizes;

use effigy_testkit::Rng;

/// A random program over eight bytes of memory, of which the first two are symbolic.
pub(crate) struct Program {
    rng: Rng,
    /// The parameters of each block and its lines.
    blocks: Vec<(String, String)>,
    block: usize,
    registers: usize,
    more: More,
}

/// What a random program has besides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum More {
    Nothing,
    /// Objects and array objects.
    Objects,
    /// Objects of the heap.
    Heap,
    /// Objects of the heap whose sizes are inputs.
    Sizes,
}

impl Program {
    /// The text of a program.
    pub(crate) fn random(seed: u64) -> String {
        Self::text(seed, More::Nothing)
    }

    fn text(seed: u64, more: More) -> String {
        let blocks = vec![(String::new(), String::new())];
        let mut program = Program { rng: Rng::new(seed), blocks, block: 0, registers: 0, more };
        let cells = program.value("bv64", "alloc 8:bv64 align 8");
        assert_eq!(cells, "%0");
        let notes = program.value("bv64", "alloc 8:bv64 align 8");
        let copied = program.value("bv64", "alloc 8:bv64 align 8");
        let position = program.value("bv64", "alloc 8:bv64 align 8");
        assert_eq!((&*notes, &*copied, &*position), ("%1", "%2", "%3"));
        match more {
            More::Nothing => {}
            More::Objects => program.make_objects(),
            More::Heap => program.make_pointers(),
            More::Sizes => program.make_sized_pointers(),
        }
        program.line("store %3, 1:bv64");
        for (cell, name) in ["x", "y"].into_iter().enumerate() {
            let value = program.value("bv8", &format!("symbolic \"{name}\""));
            program.store(&cell.to_string(), &value);
        }
        for cell in 2..8 {
            let value = program.rng.below(256);
            program.store(&cell.to_string(), &format!("{value}:bv8"));
        }
        if more == More::Sizes {
            program.make_sized_objects();
        }
        program.statements(3, 7);
        program.leave();
        // A function with a variable has no summary: its body is part of regions.
        let variable = "b0:\n  %4: bv64 := alloc 1:bv64 align 1\n";
        let helper =
            if seed.is_multiple_of(2) { HELPER.replace("b0:\n", variable) } else { HELPER.into() };
        let mut text = match more {
            More::Nothing => String::new(),
            More::Objects => objects::DECLARATIONS.to_owned(),
            More::Heap => heap::DECLARATIONS.to_owned(),
            More::Sizes => sizes::DECLARATIONS.to_owned(),
        };
        text += &(helper + PUT);
        text.push_str("define @main() -> (bv32) {\n");
        for (number, (parameters, block)) in program.blocks.iter().enumerate() {
            text.push_str(&format!("b{number}{parameters}:\n{block}"));
        }
        text.push_str("}\n");
        text
    }

    fn line(&mut self, line: &str) {
        self.blocks[self.block].1.push_str(&format!("  {line}\n"));
    }

    fn value(&mut self, sort: &str, what: &str) -> String {
        let register = format!("%{}", self.registers);
        self.registers += 1;
        self.line(&format!("{register}: {sort} := {what}"));
        register
    }

    fn new_block(&mut self) -> usize {
        self.blocks.push((String::new(), String::new()));
        self.blocks.len() - 1
    }

    fn address(&mut self, cell: &str) -> String {
        self.value("bv64", &format!("bvadd %0, {cell}:bv64"))
    }

    fn store(&mut self, cell: &str, value: &str) {
        let address = self.address(cell);
        self.line(&format!("store {address}, {value}"));
    }

    fn cell(&mut self) -> String {
        self.rng.below(8).to_string()
    }

    fn load(&mut self) -> String {
        let cell = self.cell();
        let address = self.address(&cell);
        self.value("bv8", &format!("load {address}"))
    }

    fn operand(&mut self) -> String {
        match self.rng.below(3) {
            0 => format!("{}:bv8", self.rng.below(256)),
            _ => self.load(),
        }
    }

    fn expression(&mut self) -> String {
        let (a, b) = (self.load(), self.operand());
        let op = ["bvadd", "bvsub", "bvand", "bvor", "bvxor"][self.rng.below(5)];
        self.value("bv8", &format!("{op} {a}, {b}"))
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.load(), self.operand());
        let op = ["bvult", "bvslt", "eq", "bvule"][self.rng.below(4)];
        let op = if op == "eq" { "=" } else { op };
        self.value("bool", &format!("{op} {a}, {b}"))
    }

    fn leave(&mut self) {
        let value = self.expression();
        let wide = self.value("bv32", &format!("zero_extend[32] {value}"));
        self.line(&format!("return {wide}"));
    }

    fn statements(&mut self, depth: usize, count: usize) {
        for _ in 0..1 + self.rng.below(count) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.more {
            More::Objects if self.rng.one_in(2) => return self.statement_on_objects(),
            More::Heap if self.rng.one_in(2) => return self.statement_on_heap(),
            More::Sizes if !self.rng.one_in(3) => return self.statement_on_sizes(),
            _ => {}
        }
        match self.rng.below(if depth == 0 { 5 } else { 15 }) {
            0 | 1 => {
                let (cell, value) = (self.cell(), self.expression());
                self.store(&cell, &value);
            }
            2 => {
                // A store at a symbolic place.
                let (index, value) = (self.load(), self.operand());
                let index = self.value("bv8", &format!("bvand {index}, 7:bv8"));
                let index = self.value("bv64", &format!("zero_extend[64] {index}"));
                let address = self.value("bv64", &format!("bvadd %0, {index}"));
                self.line(&format!("store {address}, {value}"));
            }
            3 => {
                let (cell, value) = (self.cell(), self.load());
                let value = self.value("bv8", &format!("call @helper({value})"));
                self.store(&cell, &value);
            }
            4 => self.read_at_position(),
            5..=7 => self.choice(depth),
            8 => self.rounds(depth),
            9 => self.position(),
            10 | 11 => self.note(depth),
            12 => self.put(),
            13 => self.move_position(),
            _ => self.abrupt(),
        }
    }

    fn choice(&mut self, depth: usize) {
        let condition = self.condition();
        let (then, otherwise, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, b{then}, b{otherwise}"));
        for side in [then, otherwise] {
            self.block = side;
            self.statements(depth - 1, 2);
            self.line(&format!("jump b{after}"));
        }
        self.block = after;
    }

    /// A position that differs by what happened before, and a call before it is used.
    fn position(&mut self) {
        let condition = self.condition();
        let (then, otherwise, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, b{then}, b{otherwise}"));
        let place = format!("%{}", self.registers);
        self.registers += 1;
        self.blocks[after].0 = format!("({place}: bv64)");
        for side in [then, otherwise] {
            self.block = side;
            let cell = self.cell();
            self.line(&format!("jump b{after}({cell}:bv64)"));
        }
        self.block = after;
        let value = self.load();
        let value = self.value("bv8", &format!("call @helper({value})"));
        let address = self.value("bv64", &format!("bvadd %0, {place}"));
        self.line(&format!("store {address}, {value}"));
    }

    /// A position in memory that moves on, or back to the start.
    fn move_position(&mut self) {
        let condition = self.condition();
        let (then, otherwise, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, b{then}, b{otherwise}"));
        self.block = then;
        let position = self.value("bv64", "load %3");
        let next = self.value("bv64", &format!("bvadd {position}, 1:bv64"));
        let next = self.value("bv64", &format!("bvand {next}, 7:bv64"));
        self.line(&format!("store %3, {next}"));
        self.line(&format!("jump b{after}"));
        self.block = otherwise;
        if self.rng.one_in(2) {
            self.line("store %3, 0:bv64");
        }
        self.line(&format!("jump b{after}"));
        self.block = after;
    }

    /// Reads the byte at the position in memory.
    fn read_at_position(&mut self) {
        let position = self.value("bv64", "load %3");
        let place = self.value("bv64", &format!("bvadd %0, {position}"));
        let value = self.value("bv8", &format!("load {place}"));
        let cell = self.cell();
        self.store(&cell, &value);
    }

    /// A byte that is written on one of two ways, and read, or copied and read, on that way alone. A tag tells the ways apart
    /// behind the place where they meet.
    fn note(&mut self, depth: usize) {
        let condition = self.condition();
        let (some, none, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, b{some}, b{none}"));
        let cell = self.cell();
        self.block = some;
        self.statements(depth - 1, 2);
        let value = self.expression();
        let place = self.value("bv64", &format!("bvadd %1, {cell}:bv64"));
        self.line(&format!("store {place}, {value}"));
        self.line(&format!("jump b{after}(1:bv8)"));
        self.block = none;
        self.statements(depth - 1, 2);
        self.line(&format!("jump b{after}(0:bv8)"));
        let tag = format!("%{}", self.registers);
        self.registers += 1;
        self.blocks[after].0 = format!("({tag}: bv8)");
        self.block = after;
        let object = if self.rng.one_in(2) { "%1" } else { "%2" };
        self.read_when(&tag, object, &cell);
    }

    /// A call that says whether it wrote a byte through an address, which is read then.
    fn put(&mut self) {
        let (cell, value) = (self.cell(), self.expression());
        let place = self.value("bv64", &format!("bvadd %1, {cell}:bv64"));
        let tag = self.value("bv8", &format!("call @put({place}, {value})"));
        self.read_when(&tag, "%1", &cell);
    }

    /// Reads a byte of the notes, or of a copy of them, where a tag is one.
    fn read_when(&mut self, tag: &str, object: &str, cell: &str) {
        let (some, after) = (self.new_block(), self.new_block());
        let is_some = self.value("bool", &format!("= {tag}, 1:bv8"));
        self.line(&format!("branch {is_some}, b{some}, b{after}"));
        self.block = some;
        if object != "%1" {
            self.line(&format!("copy {object}, %1, 8:bv64"));
        }
        let place = self.value("bv64", &format!("bvadd {object}, {cell}:bv64"));
        let value = self.value("bv8", &format!("load {place}"));
        let cell = self.cell();
        self.store(&cell, &value);
        self.line(&format!("jump b{after}"));
        self.block = after;
    }

    /// A loop of a few rounds that may be left early.
    fn rounds(&mut self, depth: usize) {
        let (head, body, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("jump b{head}(0:bv8)"));
        let counter = format!("%{}", self.registers);
        self.registers += 1;
        self.blocks[head].0 = format!("({counter}: bv8)");
        self.block = head;
        let bound = 2 + self.rng.below(3);
        let early = self.condition();
        let inside = self.value("bool", &format!("bvult {counter}, {bound}:bv8"));
        let goes_on = self.value("bool", &format!("and {early}, {inside}"));
        self.line(&format!("branch {goes_on}, b{body}, b{after}"));
        self.block = body;
        self.statements(depth - 1, 2);
        let next = self.value("bv8", &format!("bvadd {counter}, 1:bv8"));
        self.line(&format!("jump b{head}({next})"));
        self.block = after;
    }

    /// An assumption, a check, or an early return on one side.
    fn abrupt(&mut self) {
        let condition = self.condition();
        if self.rng.one_in(3) {
            return self.line(&format!("assume {condition}"));
        }
        if self.rng.one_in(2) {
            let number = self.rng.below(1000);
            self.line(&format!("check {condition} assertion \"check {number}\""));
            return;
        }
        let (out, after) = (self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, b{out}, b{after}"));
        self.block = out;
        self.leave();
        self.block = after;
    }
}

/// A function with paths of its own.
const HELPER: &str = "
define @helper(%0: bv8) -> (bv8) {
b0:
  %1: bool := bvult %0, 100:bv8
  branch %1, b1, b2
b1:
  %2: bool := = %0, 7:bv8
  branch %2, b2, b3
b2:
  %3: bv8 := bvadd %0, 3:bv8
  return %3
b3:
  return 1:bv8
}
";

/// A function that writes a byte for some arguments, and says whether it did.
const PUT: &str = "
define @put(%0: bv64, %1: bv8) -> (bv8) {
b0:
  %2: bool := bvult %1, 150:bv8
  branch %2, b1, b2
b1:
  %3: bv8 := bvxor %1, 90:bv8
  store %0, %3
  return 1:bv8
b2:
  return 0:bv8
}
";
