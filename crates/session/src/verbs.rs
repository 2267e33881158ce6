//! Which verb reads which files: one table, for those who give a file to another one.

use std::path::Path;

/// A verb, what it is for, and the extensions of the files that it reads.
const VERBS: [(&str, &str, &[&str]); 9] = [
    ("explore", "programs", &["rs", "c", "i", "ll", "pli", "oo"]),
    ("bmc", "programs", &["rs", "c", "i", "ll", "pli", "oo"]),
    ("feasible", "programs", &["rs", "c", "i", "ll", "pli", "oo"]),
    ("fuzz", "compiled programs", &["rs", "c", "i", "ll"]),
    ("debug", "programs", &["rs", "c", "i", "ll", "pli", "oo", "vpr", "sil"]),
    ("verify", "PL/I programs", &["pli"]),
    ("prove", "Viper and object programs", &["vpr", "sil", "oo"]),
    ("wp", "programs", &["rs", "c", "i", "ll", "pli", "oo"]),
    ("relate", "Alloy models", &["als"]),
];

/// What to say when a verb does not read a file that others read; `None` when it does, or no verb is known to read it.
pub fn refused(verb: &str, file: &Path) -> Option<String> {
    let extension = file.extension()?.to_str()?;
    let (_, purpose, own) = VERBS.iter().find(|(name, ..)| *name == verb)?;
    if own.contains(&extension) {
        return None;
    }
    let others = VERBS.iter().filter(|(_, _, read)| read.contains(&extension));
    let mut others: Vec<String> = others.map(|(name, ..)| format!("`effigy {name}`")).collect();
    let last = others.pop()?;
    let others = if others.is_empty() { last } else { format!("{} or {last}", others.join(", ")) };
    Some(format!("{verb} is for {purpose}; for {} use {others}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{VERBS, refused};
    use crate::options::Language;
    use std::path::Path;

    #[test]
    fn a_verb_that_gets_a_file_of_another_one_says_which_verb_is_right() {
        let said = |verb, file| refused(verb, Path::new(file));
        assert_eq!(said("verify", "a.pli"), None);
        assert_eq!(said("wp", "a.pli"), None);
        assert_eq!(
            said("verify", "m.als").as_deref(),
            Some("verify is for PL/I programs; for m.als use `effigy relate`")
        );
        assert_eq!(
            said("explore", "p.vpr").as_deref(),
            Some("explore is for programs; for p.vpr use `effigy debug` or `effigy prove`")
        );
        assert_eq!(said("relate", "folder"), None);
        assert_eq!(said("relate", "what.xyz"), None);
    }

    #[test]
    fn every_language_is_explored() {
        let (_, _, explored) = VERBS[0];
        for language in Language::ALL {
            let known = |extension: &&&str| Language::of_extension(extension) == Some(*language);
            assert!(explored.iter().any(|extension| known(&extension)), "{}", language.name());
        }
    }
}
