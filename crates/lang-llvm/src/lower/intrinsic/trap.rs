//! Traps: `llvm.trap`, and the sanitizer's checks by their numbers.
//!
//! The numbers are those of clang's `SanitizerHandler` (14 to 22), which `-fsanitize-trap` passes on.

use super::super::body::BodyLowering;
use super::super::emit::constant;
use super::super::emit::zero;
use super::super::types::Lower;
use crate::ast::{Call, Type};
use effigy_base::finding::FindingKind;
use effigy_ir::function::{Operand, Terminator};

/// The check of divisions.
const DIVISION: u128 = 3;
/// The check of addresses.
const ADDRESS: u128 = 22;
/// The check of sums of pointers and numbers.
const POINTER: u128 = 19;

const FROM_NULL: &str = "an address is computed from a null pointer";

impl BodyLowering<'_> {
    /// `llvm.trap`.
    pub(super) fn trap(&mut self, _: &Call) -> Lower<Vec<Operand>> {
        self.fail(FindingKind::Abort, "the program ended itself with a trap");
        Ok(Vec::new())
    }

    /// `llvm.ubsantrap`.
    pub(super) fn sanitizer_trap(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let number = self.argument(call, 0)?;
        match constant(&number) {
            Some(DIVISION) => self.division_trap()?,
            Some(ADDRESS) => self.address_trap()?,
            Some(POINTER) => self.pointer_trap()?,
            Some(n) => {
                let (kind, message) = failed_check(n);
                self.fail(kind, message);
            }
            None => self.fail(FindingKind::Abort, "the program ended itself with a trap"),
        }
        Ok(Vec::new())
    }

    fn fail(&mut self, kind: FindingKind, message: &str) {
        self.emit.terminate(Terminator::Fail { kind, message: message.to_owned() });
    }

    /// One number stands for a divisor of zero and for an overflow: the divisor tells which.
    fn division_trap(&mut self) -> Lower<()> {
        let single = self.guards.is_single(self.here);
        match self.guards.zero_operand(self.here) {
            Some(divisor) => {
                let divisor = self.scalar(&divisor)?;
                let zero = self.emit.equal(divisor.clone(), zero(self.emit.sort(&divisor)));
                let fine = self.emit.negate(zero);
                self.emit.check(fine, FindingKind::DivisionByZero, "division by zero");
                self.fail(FindingKind::Overflow, "division overflows");
            }
            None if single => self.fail(FindingKind::Overflow, "division overflows"),
            None => self.fail(FindingKind::DivisionByZero, "division by zero or overflow"),
        }
        Ok(())
    }

    /// One number stands for sums from a null pointer and for those that overflow.
    fn pointer_trap(&mut self) -> Lower<()> {
        if let Some(base) = self.guards.zero_operand(self.here)
            && matches!(base.ty, Type::Ptr(_))
        {
            let base = self.scalar(&base)?;
            let null = self.emit.equal(base.clone(), zero(self.emit.sort(&base)));
            let fine = self.emit.negate(null);
            self.emit.check(fine, FindingKind::Null, FROM_NULL);
        } else if self.guards.guards_null(self.here) {
            self.fail(FindingKind::Null, FROM_NULL);
            return Ok(());
        }
        self.fail(FindingKind::OutOfBounds, "pointer arithmetic overflows");
        Ok(())
    }

    /// One number stands for null and for misaligned addresses.
    fn address_trap(&mut self) -> Lower<()> {
        let single = self.guards.is_single(self.here);
        match self.guards.zero_operand(self.here) {
            Some(address) => {
                let address = self.scalar(&address)?;
                let null = self.emit.equal(address.clone(), zero(self.emit.sort(&address)));
                let fine = self.emit.negate(null);
                self.emit.check(fine, FindingKind::Null, "access through a null pointer");
                self.fail(FindingKind::Misaligned, "misaligned access");
            }
            None if single && !self.guards.guards_null(self.here) => {
                self.fail(FindingKind::Misaligned, "misaligned access");
            }
            None => self.fail(FindingKind::Null, "access through a null pointer"),
        }
        Ok(())
    }
}

/// What a check finds, by its number.
fn failed_check(number: u128) -> (FindingKind, &'static str) {
    match number {
        0 => (FindingKind::Overflow, "addition overflows"),
        1 => (FindingKind::Unreachable, "unreachable code was reached"),
        5 => (FindingKind::Overflow, "the float does not fit the integer type"),
        6 => (FindingKind::BadCall, "a function is called with another type than its own"),
        7 => (FindingKind::Overflow, "an implicit conversion changes the value"),
        8 => (FindingKind::InvalidValue, "a builtin is called with an argument it does not allow"),
        10 => (FindingKind::InvalidValue, "the value read is none of its type"),
        11 => (FindingKind::Unreachable, "the function ends without returning a value"),
        12 => (FindingKind::Overflow, "multiplication overflows"),
        13 => (FindingKind::Overflow, "negation overflows"),
        14 | 16 => (FindingKind::Null, "a null pointer is passed where none is allowed"),
        15 | 17 => (FindingKind::Null, "a null pointer is returned where none is allowed"),
        18 => (FindingKind::OutOfBounds, "index out of bounds"),
        20 => {
            (FindingKind::Shift, "shift by a negative amount, by too much, or of a negative value")
        }
        21 => (FindingKind::Overflow, "subtraction overflows"),
        23 => (FindingKind::Misaligned, "the address has not the alignment that was assumed"),
        24 => (FindingKind::OutOfBounds, "the length of an array is not positive"),
        _ => (FindingKind::Abort, "a check of the sanitizer fails"),
    }
}
