//! What a random program does with objects and array objects.

use super::{More, Program};

/// A list of new objects, and a function with an array of its own.
pub(super) const DECLARATIONS: &str = "
field &head () -> bv32 value
field &value (bv32) -> bv8 value
field &next (bv32) -> bv32 value
define @local(%0: bv8) -> (bv8) {
b0:
  %1: bv64 := array bv8 bv8
  put %1, 0:bv8, 5:bv8
  put %1, 1:bv8, 9:bv8
  put %1, 2:bv8, %0
  %2: bv8 := bvand %0, 1:bv8
  put %1, %2, 3:bv8
  %3: bv8 := select %1, 2:bv8
  %4: bv8 := select %1, 0:bv8
  %5: bv8 := bvadd %3, %4
  return %5
}
";

impl Program {
    /// As [`Program::random`], with a list of objects and two array objects.
    pub(crate) fn with_objects(seed: u64) -> String {
        Self::text(seed, More::Objects)
    }

    /// Makes an empty list and two array objects of eight elements.
    pub(super) fn make_objects(&mut self) {
        self.line("set &head(), 0:bv32");
        let arrays = ["%4", "%5"].map(|_| self.value("bv64", "array bv8 bv8"));
        assert_eq!(arrays, ["%4", "%5"]);
        for array in arrays {
            for index in 0..8 {
                let value = self.rng.below(256);
                self.line(&format!("put {array}, {index}:bv8, {value}:bv8"));
            }
        }
    }

    pub(super) fn statement_on_objects(&mut self) {
        match self.rng.below(8) {
            0 => self.make_node(),
            1 => self.with_head(|program, head| {
                let value = program.value("bv8", &format!("get &value({head})"));
                let cell = program.cell();
                program.store(&cell, &value);
            }),
            2 => self.with_head(|program, head| {
                let value = program.operand();
                program.line(&format!("set &value({head}), {value}"));
            }),
            3 => self.with_head(|program, head| {
                let next = program.value("bv32", &format!("get &next({head})"));
                program.line(&format!("set &head(), {next}"));
            }),
            4 => {
                let (array, index, value) = (self.array(), self.index(), self.operand());
                self.line(&format!("put {array}, {index}, {value}"));
            }
            5 => {
                let (array, index) = (self.array(), self.index());
                let value = self.value("bv8", &format!("select {array}, {index}"));
                let cell = self.cell();
                self.store(&cell, &value);
            }
            6 => {
                let value = self.load();
                let value = self.value("bv8", &format!("call @local({value})"));
                let cell = self.cell();
                self.store(&cell, &value);
            }
            _ => self.choose_array(),
        }
    }

    fn array(&mut self) -> &'static str {
        if self.rng.one_in(2) { "%4" } else { "%5" }
    }

    fn index(&mut self) -> String {
        let index = self.operand();
        self.value("bv8", &format!("bvand {index}, 7:bv8"))
    }

    /// Puts a new object before the list.
    fn make_node(&mut self) {
        let value = self.operand();
        let node = self.value("bv32", "create");
        let next = self.value("bv32", "get &head()");
        self.line(&format!("set &value({node}), {value}"));
        self.line(&format!("set &next({node}), {next}"));
        self.line(&format!("set &head(), {node}"));
    }

    /// Does something with the first object of the list, where there is one.
    fn with_head(&mut self, then: impl FnOnce(&mut Self, &str)) {
        let head = self.value("bv32", "get &head()");
        let is_none = self.value("bool", &format!("= {head}, 0:bv32"));
        let (some, after) = (self.new_block(), self.new_block());
        self.line(&format!("branch {is_none}, b{after}, b{some}"));
        self.block = some;
        then(self, &head);
        self.line(&format!("jump b{after}"));
        self.block = after;
    }

    /// Puts an element into one array or the other.
    fn choose_array(&mut self) {
        let condition = self.condition();
        let (then, otherwise, after) = (self.new_block(), self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, b{then}, b{otherwise}"));
        let array = format!("%{}", self.registers);
        self.registers += 1;
        self.blocks[after].0 = format!("({array}: bv64)");
        for (side, array) in [(then, "%4"), (otherwise, "%5")] {
            self.block = side;
            self.line(&format!("jump b{after}({array})"));
        }
        self.block = after;
        let (index, value) = (self.index(), self.operand());
        self.line(&format!("put {array}, {index}, {value}"));
    }
}
