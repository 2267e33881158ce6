//! Names for inputs, read off the source line that makes them.

use effigy_compile::UserFiles;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Looks into the user's source files.
#[derive(Debug)]
pub struct SourceNames {
    files: UserFiles,
    texts: Mutex<HashMap<String, Option<String>>>,
}

impl SourceNames {
    /// Names from these files.
    pub fn new(files: UserFiles) -> Self {
        Self { files, texts: Mutex::default() }
    }

    /// The variable that the line assigns, such as `width` in `let width: u32 = any();` or in `int width = nondet();`.
    pub fn variable(&self, file: &str, line: u32) -> Option<String> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.files.resolve(file);
        let text =
            texts.entry(file.to_owned()).or_insert_with(|| std::fs::read_to_string(path).ok());
        let line = text.as_ref()?.lines().nth((line as usize).checked_sub(1)?)?;
        assigned(line)
    }
}

/// The name on the left of the first single `=`.
fn assigned(line: &str) -> Option<String> {
    let bytes = line.as_bytes();
    let at = (1..bytes.len()).find(|i| {
        let around = [bytes[i - 1], *bytes.get(i + 1).unwrap_or(&b' ')];
        bytes[*i] == b'=' && around[1] != b'=' && !b"=!<>+-*/%&|^".contains(&around[0])
    })?;
    let mut left = line[..at].trim();
    if let Some(binding) = left.split("let ").nth(1) {
        left = binding.split(':').next().unwrap_or(binding).trim();
    }
    let word = left.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
    let starts_well = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts_well.then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::assigned;

    #[test]
    fn finds_the_assigned_variable() {
        assert_eq!(assigned("let width: u32 = any();").as_deref(), Some("width"));
        assert_eq!(assigned("    let mut n = effigy::any::<u8>();").as_deref(), Some("n"));
        assert_eq!(assigned("  int key = __VERIFIER_nondet_int();").as_deref(), Some("key"));
        assert_eq!(assigned("  if (a == b) f();"), None);
        assert_eq!(assigned("  f(any());"), None);
    }
}
