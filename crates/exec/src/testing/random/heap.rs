//! What a random program does with objects of the heap.

use super::{More, Program};

pub(super) const DECLARATIONS: &str = "
declare @heap(bv64) -> (bv64)
declare @release(bv64) -> ()
";

/// How many pointers a program has.
const POINTERS: usize = 3;

impl Program {
    /// As [`Program::random`], with a heap that grows and shrinks: pointers may be null, and may lead to what was released.
    pub(crate) fn with_heap(seed: u64) -> String {
        Self::text(seed, More::Heap)
    }

    /// Makes pointers that are null.
    pub(super) fn make_pointers(&mut self) {
        let pointers = self.value("bv64", &format!("alloc {}:bv64 align 8", 8 * POINTERS));
        assert_eq!(pointers, "%4");
        for pointer in 0..POINTERS {
            let place = self.value("bv64", &format!("bvadd %4, {}:bv64", 8 * pointer));
            self.line(&format!("store {place}, 0:bv64"));
        }
    }

    pub(super) fn statement_on_heap(&mut self) {
        let place = self.pointer();
        match self.rng.below(8) {
            0..=2 => {
                let object = self.make_object();
                self.line(&format!("store {place}, {object}"));
            }
            3 => self.with_object(&place, |program, object| {
                program.line(&format!("call @release({object})"));
                if !program.rng.one_in(6) {
                    program.line(&format!("store {place}, 0:bv64"));
                }
            }),
            4 => self.with_object(&place, |program, object| {
                let value = program.value("bv8", &format!("load {object}"));
                let cell = program.cell();
                program.store(&cell, &value);
            }),
            5 => self.with_object(&place, |program, object| {
                let value = program.operand();
                let offset = usize::from(program.rng.one_in(6));
                let at = program.value("bv64", &format!("bvadd {object}, {offset}:bv64"));
                program.line(&format!("store {at}, {value}"));
            }),
            6 => self.with_object(&place, |program, object| {
                let new = program.make_object();
                program.line(&format!("copy {new}, {object}, 1:bv64"));
                program.line(&format!("call @release({object})"));
                program.line(&format!("store {place}, {new}"));
            }),
            _ => {
                let other = self.pointer();
                let object = self.value("bv64", &format!("load {other}"));
                self.line(&format!("store {place}, {object}"));
            }
        }
    }

    /// The address of a pointer.
    fn pointer(&mut self) -> String {
        let pointer = 8 * self.rng.below(POINTERS);
        self.value("bv64", &format!("bvadd %4, {pointer}:bv64"))
    }

    /// A new object with known contents.
    fn make_object(&mut self) -> String {
        let size = [1, 2, 4, 8][self.rng.below(4)];
        let object = self.value("bv64", &format!("call @heap({size}:bv64)"));
        self.line(&format!("store {object}, {}:bv{}", self.registers % 100, 8 * size));
        object
    }

    /// Does something with the object that a pointer leads to, where it is not null.
    fn with_object(&mut self, place: &str, then: impl FnOnce(&mut Self, &str)) {
        let object = self.value("bv64", &format!("load {place}"));
        let is_null = self.value("bool", &format!("= {object}, 0:bv64"));
        let (some, after) = (self.new_block(), self.new_block());
        self.line(&format!("branch {is_null}, b{after}, b{some}"));
        self.block = some;
        then(self, &object);
        self.line(&format!("jump b{after}"));
        self.block = after;
    }
}
