//! What annotations say.

use effigy_lang_viper::tree::Annotation;

/// The weight that `@weight("3")` says.
pub(crate) fn weight(annotations: &[Annotation]) -> Option<u32> {
    let weight = annotations.iter().find(|annotation| &*annotation.key == "weight")?;
    weight.values.first()?.parse().ok()
}
