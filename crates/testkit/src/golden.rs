//! Golden files: what a test prints, compared with what a person has read and accepted.

use std::path::Path;

/// The environment variable that makes tests renew their goldens and transcripts; `cargo xtask bless` sets it.
pub const BLESS: &str = "EFFIGY_BLESS";

/// Whether goldens are to be renewed.
pub fn is_blessing() -> bool {
    std::env::var_os(BLESS).is_some()
}

/// Compares `actual` with the contents of a golden file, or renews the file.
///
/// # Panics
/// When they differ, or the file cannot be read or renewed.
pub fn assert_golden(golden: &Path, actual: &str) {
    if is_blessing() {
        std::fs::write(golden, actual)
            .unwrap_or_else(|e| panic!("cannot renew {}: {e}", golden.display()));
        return;
    }
    let expected = std::fs::read_to_string(golden);
    let expected = expected.unwrap_or_else(|e| panic!("cannot read {}: {e}", golden.display()));
    if let Some(difference) = difference(&expected, actual) {
        panic!("{} differs (`cargo xtask bless` renews it)\n{difference}", golden.display());
    }
}

/// The first lines in which two texts differ, `-` expected and `+` found; nothing when they are equal.
pub fn difference(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let shown = |lines: &[&str], sign: char| -> String {
        lines.iter().skip(same).take(12).map(|line| format!("{sign} {line}\n")).collect()
    };
    Some(format!("from line {}:\n{}{}", same + 1, shown(&old, '-'), shown(&new, '+')))
}

#[cfg(test)]
mod tests;
