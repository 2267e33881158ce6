//! What tells a finding from others in each run, also when lines were added above it.

use crate::sources::Sources;
use effigy_session::outcome::Finding;
use std::collections::HashMap;

/// Gives findings fingerprints: 64 bits of FNV-1a over the kind, the file, the line's text, the functions that were active and the
/// harness, and the number of the finding among those with the same ones.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    seen: HashMap<u64, u32>,
}

impl Fingerprints {
    /// The fingerprint of the next finding of a harness of this name, or of the only run, whose line has this text.
    pub fn next(
        &mut self,
        finding: &Finding,
        harness: Option<&str>,
        line: Option<&str>,
        sources: &Sources,
    ) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |text: &str| {
            for byte in text.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        };
        add(finding.kind.name());
        add(&sources.located(&finding.place.file));
        add(&finding.function);
        match line {
            Some(text) => add(text.trim()),
            None => add(&finding.place.line.to_string()),
        }
        finding.stack.iter().for_each(|frame| add(&frame.function));
        harness.into_iter().for_each(&mut add);
        let count = self.seen.entry(hash).or_default();
        *count += 1;
        format!("{hash:016x}:{count}")
    }
}
