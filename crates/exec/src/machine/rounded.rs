//! Floating-point operators where the program has asked for another direction than to nearest.

use crate::code::{Generic, R};
use crate::data::slot::Slot;
use crate::data::stop::Stop;
use crate::machine::slow::Instruction;
use crate::state::State;
use effigy_base::eval::float::eval_rounded;
use effigy_base::op::{Op, RoundingMode};

impl Instruction<'_> {
    /// Executes such an operator: exactly on constants; a result that symbols are rounded to ends the path by name.
    pub(crate) fn rounded(
        &mut self,
        state: &mut State,
        dst: R,
        generic: &Generic,
        concrete: Option<Vec<u128>>,
    ) -> Result<(), Stop> {
        let mode = state.rounding();
        let op = match generic.op {
            // `rint` and its relatives go where the program says.
            Op::FpRound(RoundingMode::NearestEven) => Op::FpRound(mode),
            op => op,
        };
        if !op.rounds() {
            self.apply(state, dst, op, &generic.args.clone());
            return Ok(());
        }
        let width = generic.widths.first().copied().unwrap_or(64);
        match concrete.and_then(|values| eval_rounded(op, mode, width, &values)) {
            Some(value) => state.stack.top.set(dst, Slot::wide(value)),
            None => {
                let what = "arithmetic on symbolic floats that rounds other than to nearest";
                self.cx.go_on_without(state, what.to_owned())?;
                state.stack.top.set(dst, Slot::default());
            }
        }
        Ok(())
    }
}
