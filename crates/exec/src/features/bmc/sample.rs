//! Some inputs of a proved program, for a native run to compare with: a proof is as good as the models of what the program calls.

use super::Checker;
use crate::data::input::{GivenBytes, InputValue};
use crate::data::options::Follow;
use crate::data::record::PathRecord;
use crate::data::stop::Ending;
use crate::features::concolic::Concolic;
use effigy_base::random::Random;
use effigy_term::print::Style;

/// How many inputs are run.
const SAMPLES: u64 = 6;

/// Most instructions of a run.
const MOST_STEPS: u64 = 1 << 13;

/// Bytes at which programs decide.
const EDGES: [u8; 6] = [0, 1, 0x7f, 0x80, 0xff, b'0'];

impl Checker {
    /// Runs the machine on some inputs: zeros, edges, and at random. Of programs whose inputs are bytes alone.
    pub(in crate::features) fn sample(&mut self) {
        // On values alone, which takes a hundredth of the time of a run with symbols.
        let job = self.machine.context().job.clone();
        let Ok(mut machine) = Concolic::new(&job, Follow::Values) else { return };
        let mut random = Random::new(1);
        let mut given: Vec<GivenBytes> = Vec::new();
        for _ in 0..SAMPLES {
            let (run, record) = machine.path(given, MOST_STEPS, &Style::default());
            if run.inputs.iter().any(|input| input.value.is_some()) {
                return;
            }
            if let Some(record) = record.filter(|record| matches!(record.ending, Ending::Exit(_))) {
                let key = vec![self.result.samples.len() as u32];
                self.result.samples.push(PathRecord { key, ..record });
            }
            if run.inputs.is_empty() {
                return;
            }
            given = run.inputs.into_iter().map(|input| changed(input, &mut random)).collect();
        }
    }
}

/// An input of the same name and length with other bytes.
fn changed(input: InputValue, random: &mut Random) -> GivenBytes {
    let mut byte = || match random.below(2) {
        0 => random.pick(&EDGES).copied().unwrap_or_default(),
        _ => random.number() as u8,
    };
    let bytes = input.bytes.iter().map(|_| byte()).collect();
    (input.kind, input.name, bytes)
}
