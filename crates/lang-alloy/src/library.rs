//! The modules that come with the language, written anew.

/// Modules by name.
const MODULES: &[(&str, &str)] = &[
    ("util/boolean", include_str!("library/boolean.als")),
    ("util/graph", include_str!("library/graph.als")),
    ("util/integer", include_str!("library/integer.als")),
    ("util/natural", include_str!("library/natural.als")),
    ("util/ordering", include_str!("library/ordering.als")),
    ("util/relation", include_str!("library/relation.als")),
    ("util/sequniv", include_str!("library/sequniv.als")),
    ("util/ternary", include_str!("library/ternary.als")),
    ("util/time", include_str!("library/time.als")),
];

/// The text of a module that comes with the language.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    MODULES.iter().find(|(module, _)| *module == name).map(|(_, text)| *text)
}
