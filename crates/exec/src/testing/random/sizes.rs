//! What a random program does with objects whose sizes are inputs.

use super::{More, Program};

pub(super) const DECLARATIONS: &str = "
declare @heap(bv64) -> (bv64)
declare @zeroed(bv64) -> (bv64)
declare @resize(bv64, bv64) -> (bv64)
declare @release(bv64) -> ()
";

/// How many pointers a program has. Behind them in memory lie the sizes of what they lead to.
const POINTERS: usize = 3;

/// One of so many accesses may be wrong: it ends a byte behind its object, or reads what was never written.
const WRONG: usize = 16;

impl Program {
    /// As [`Program::random`], with objects whose sizes are inputs, of which one side of a branch makes one larger or smaller, and
    /// with copies and fills of lengths and places that are inputs.
    pub(crate) fn with_sizes(seed: u64) -> String {
        Self::text(seed, More::Sizes)
    }

    /// Makes pointers that are null.
    pub(super) fn make_sized_pointers(&mut self) {
        let pointers = self.value("bv64", &format!("alloc {}:bv64 align 8", 16 * POINTERS));
        assert_eq!(pointers, "%4");
        for pointer in 0..POINTERS {
            let place = self.value("bv64", &format!("bvadd %4, {}:bv64", 8 * pointer));
            self.line(&format!("store {place}, 0:bv64"));
        }
    }

    /// Makes two objects, and does something with them.
    pub(super) fn make_sized_objects(&mut self) {
        for pointer in 0..2 {
            let place = self.value("bv64", &format!("bvadd %4, {}:bv64", 8 * pointer));
            self.make_sized(&place);
        }
        for _ in 0..2 + self.rng.below(8) {
            self.statement_on_sizes();
        }
    }

    pub(super) fn statement_on_sizes(&mut self) {
        let place = self.sized_pointer();
        match self.rng.below(14) {
            0 | 1 => self.make_sized(&place),
            2 => self.with_sized(&place, |program, object, _| {
                program.line(&format!("call @release({object})"));
                if !program.rng.one_in(WRONG) {
                    program.line(&format!("store {place}, 0:bv64"));
                }
            }),
            3 => self.with_sized(&place, |program, object, size| {
                program.resize(&place, object, size);
            }),
            4 => {
                let condition = self.condition();
                self.when(&condition, |program| {
                    program.with_sized(&place, |program, object, size| {
                        program.resize(&place, object, size);
                    });
                });
            }
            5 | 6 => self.with_sized(&place, |program, object, size| {
                let offset = program.number();
                program.where_inside(&offset, "1:bv64", size, |program| {
                    let at = program.value("bv64", &format!("bvadd {object}, {offset}"));
                    let value = program.value("bv8", &format!("load {at}"));
                    let cell = program.cell();
                    program.store(&cell, &value);
                });
            }),
            7 => self.with_sized(&place, |program, object, size| {
                let (offset, value) = (program.number(), program.operand());
                program.where_inside(&offset, "1:bv64", size, |program| {
                    let at = program.value("bv64", &format!("bvadd {object}, {offset}"));
                    program.line(&format!("store {at}, {value}"));
                });
            }),
            8 | 9 => self.with_sized(&place, |program, object, size| {
                let (offset, length, value) =
                    (program.number(), program.number(), program.operand());
                program.where_inside(&offset, &length, size, |program| {
                    let at = program.value("bv64", &format!("bvadd {object}, {offset}"));
                    program.line(&format!("fill {at}, {value}, {length}"));
                });
            }),
            10 | 11 => self.copy_sized(&place),
            _ => self.share(&place),
        }
    }

    /// The address of a pointer.
    fn sized_pointer(&mut self) -> String {
        let pointer = 8 * self.rng.below(POINTERS);
        self.value("bv64", &format!("bvadd %4, {pointer}:bv64"))
    }

    /// A number below eight, which is an input or constant.
    fn number(&mut self) -> String {
        if self.rng.one_in(3) {
            return format!("{}:bv64", self.rng.below(8));
        }
        let value = self.load();
        let value = self.value("bv8", &format!("bvand {value}, 7:bv8"));
        self.value("bv64", &format!("zero_extend[64] {value}"))
    }

    /// A number of bytes, which need not be below eight.
    fn size(&mut self) -> String {
        let number = self.number();
        match self.rng.one_in(4) {
            true => self.value("bv64", &format!("bvmul {number}, 3:bv64")),
            false => number,
        }
    }

    fn size_place(&mut self, place: &str) -> String {
        self.value("bv64", &format!("bvadd {place}, {}:bv64", 8 * POINTERS))
    }

    /// A new object, most often with contents.
    fn make_sized(&mut self, place: &str) {
        let size = self.size();
        let how = if self.rng.one_in(4) { "zeroed" } else { "heap" };
        let object = self.value("bv64", &format!("call @{how}({size})"));
        if how == "heap" && !self.rng.one_in(WRONG) {
            let value = self.operand();
            self.line(&format!("fill {object}, {value}, {size}"));
        }
        self.line(&format!("store {place}, {object}"));
        let at = self.size_place(place);
        self.line(&format!("store {at}, {size}"));
    }

    /// Gives an object another size, and what is new in it contents.
    fn resize(&mut self, place: &str, object: &str, old: &str) {
        let size = self.size();
        let new = self.value("bv64", &format!("call @resize({object}, {size})"));
        self.line(&format!("store {place}, {new}"));
        let at = self.size_place(place);
        self.line(&format!("store {at}, {size}"));
        if self.rng.one_in(WRONG) {
            return;
        }
        let grows = self.value("bool", &format!("bvult {old}, {size}"));
        self.when(&grows, |program| {
            let at = program.value("bv64", &format!("bvadd {new}, {old}"));
            let length = program.value("bv64", &format!("bvsub {size}, {old}"));
            let value = program.operand();
            program.line(&format!("fill {at}, {value}, {length}"));
        });
    }

    /// Copies from an object to one, which may be the same, or to or from the cells.
    fn copy_sized(&mut self, place: &str) {
        let (from, to, length) = (self.number(), self.number(), self.number());
        let (first, second) = (self.sized_pointer(), place.to_owned());
        let kind = self.rng.below(3);
        let copy = |program: &mut Self, first: &str, second: &str| {
            let first = program.value("bv64", &format!("bvadd {first}, {from}"));
            let second = program.value("bv64", &format!("bvadd {second}, {to}"));
            program.line(&format!("copy {second}, {first}, {length}"));
        };
        let (from, to) = (&from, &to);
        self.with_sized(&second, |program, second, size| match kind {
            0 => program.where_inside(to, &length, size, |program| {
                program
                    .where_inside(from, &length, "8:bv64", |program| copy(program, "%0", second));
            }),
            1 => program.where_inside(from, &length, size, |program| {
                program.where_inside(to, &length, "8:bv64", |program| copy(program, second, "%0"));
            }),
            _ => program.where_inside(to, &length, size, |program| {
                program.with_sized(&first, |program, first, size| {
                    program
                        .where_inside(from, &length, size, |program| copy(program, first, second));
                });
            }),
        });
    }

    /// Lets a pointer lead to what another one leads to, on one side of a branch.
    fn share(&mut self, place: &str) {
        let (condition, other) = (self.condition(), self.sized_pointer());
        self.when(&condition, |program| {
            let object = program.value("bv64", &format!("load {other}"));
            program.line(&format!("store {place}, {object}"));
            let (from, to) = (program.size_place(&other), program.size_place(place));
            let size = program.value("bv64", &format!("load {from}"));
            program.line(&format!("store {to}, {size}"));
        });
    }

    /// Does something where a range lies inside of so many bytes; now and then also where it ends a byte behind them.
    fn where_inside(
        &mut self,
        offset: &str,
        length: &str,
        size: &str,
        then: impl FnOnce(&mut Self),
    ) {
        let end = self.value("bv64", &format!("bvadd {offset}, {length}"));
        let size = match self.rng.one_in(WRONG) && size != "8:bv64" {
            true => self.value("bv64", &format!("bvadd {size}, 1:bv64")),
            false => size.to_owned(),
        };
        let is_inside = self.value("bool", &format!("bvule {end}, {size}"));
        self.when(&is_inside, then);
    }

    /// Does something with the object that a pointer leads to and its size, where it is not null.
    fn with_sized(&mut self, place: &str, then: impl FnOnce(&mut Self, &str, &str)) {
        let object = self.value("bv64", &format!("load {place}"));
        let is_some = self.value("bool", &format!("bvult 0:bv64, {object}"));
        self.when(&is_some, |program| {
            let at = program.size_place(place);
            let size = program.value("bv64", &format!("load {at}"));
            then(program, &object, &size);
        });
    }

    fn when(&mut self, condition: &str, then: impl FnOnce(&mut Self)) {
        let (some, after) = (self.new_block(), self.new_block());
        self.line(&format!("branch {condition}, b{some}, b{after}"));
        self.block = some;
        then(self);
        self.line(&format!("jump b{after}"));
        self.block = after;
    }
}
