//! From a file to the tree that is proved.

use super::outcome::ProveOutcome;
use super::source::Source;
use super::{ProveOptions, convert};
use effigy_base::id::IdVec;
use effigy_lang_viper::{Disk, ParseOptions, Parsed};
use effigy_outcome::error::SessionError;
use effigy_outcome::error::with_excerpts;
use std::path::Path;

/// Reads a program; nothing when its text is wrong, which the outcome says then.
///
/// # Errors
/// When the file cannot be read, or is of a language that has no proofs.
pub(super) fn load(
    input: &Path,
    options: &ProveOptions,
    outcome: &mut ProveOutcome,
) -> Result<Option<Source>, SessionError> {
    let object = match input.extension().and_then(|extension| extension.to_str()) {
        Some("vpr" | "sil") => false,
        Some("oo") => true,
        _ => {
            let language = "Viper and object";
            return Err(SessionError::OtherLanguage { option: "prove", language });
        }
    };
    let of_viper = [
        ("--smoke", options.reading.smoke),
        ("--import-path", !options.reading.import_folders.is_empty()),
    ];
    if let (true, Some((option, _))) = (object, of_viper.into_iter().find(|(_, given)| *given)) {
        return Err(SessionError::OtherLanguage { option, language: "Viper" });
    }
    let bytes = std::fs::read(input).map_err(|cause| SessionError::Unreadable {
        path: input.to_owned(),
        cause: cause.to_string(),
    })?;
    Ok(match object {
        true => object_program(input, &bytes, outcome),
        false => viper(input, &bytes, &options.reading, outcome),
    })
}

fn viper(
    input: &Path,
    bytes: &[u8],
    reading: &ParseOptions,
    outcome: &mut ProveOutcome,
) -> Option<Source> {
    let text = String::from_utf8_lossy(bytes);
    match effigy_lang_viper::parse_with(input, &text, &Disk, reading) {
        Ok(Parsed { program, warnings, texts }) => {
            outcome.warnings.extend(warnings.iter().map(convert::problem));
            Some(Source { program, texts })
        }
        Err(problems) => {
            for problem in &problems {
                let list = match problem.warning {
                    true => &mut outcome.warnings,
                    false => &mut outcome.errors,
                };
                list.push(convert::problem(problem));
            }
            None
        }
    }
}

fn object_program(input: &Path, bytes: &[u8], outcome: &mut ProveOutcome) -> Option<Source> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (program, diagnostics) = effigy_lang_oo::parse(&input.to_string_lossy(), bytes);
    let lowered = match diagnostics.is_empty() {
        true => effigy_lang_oo::viper::lower_to_viper(&program, &text),
        false => Err(diagnostics),
    };
    match lowered {
        Ok(program) => {
            let mut texts = IdVec::new();
            texts.push(text);
            Some(Source { program, texts })
        }
        Err(diagnostics) => {
            let diagnostics = with_excerpts(diagnostics, &text);
            outcome.errors.extend(diagnostics.iter().map(convert::diagnostic));
            None
        }
    }
}
