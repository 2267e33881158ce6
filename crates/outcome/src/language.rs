//! What everyone may know of a source language without its front end.

use std::fmt;

/// How a native program of a language comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NativeBuild {
    /// The compiler leaves one beside the module, with checks of its own in it.
    WithModule,
    /// A C compiler makes one of the source for each kind of check.
    FromSource,
    /// A C compiler makes one of the module.
    FromModule,
    /// There is none: the machine runs tests again.
    None,
}

/// The facts about a language.
#[derive(Debug)]
pub struct Facts {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The extensions of its files.
    pub extensions: &'static [&'static str],
    /// How its native programs come about.
    pub native: NativeBuild,
}

/// A source language. Two are the same when their names are.
#[derive(Clone, Copy)]
pub struct Language(&'static Facts);

impl Language {
    /// The language with these facts.
    pub const fn new(facts: &'static Facts) -> Self {
        Self(facts)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        self.0.title
    }

    /// The extensions of its files.
    pub fn extensions(self) -> &'static [&'static str] {
        self.0.extensions
    }

    /// How its native programs come about.
    pub fn native(self) -> NativeBuild {
        self.0.native
    }

    /// Whether a compiler makes a native program of it.
    pub fn is_compiled(self) -> bool {
        self.native() != NativeBuild::None
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The files of languages, by their extensions, with a word before the last one: `.c, .i and .ll`.
pub fn files(languages: &[Language], word: &str) -> String {
    let extensions = languages.iter().flat_map(|language| language.extensions());
    listed(extensions.map(|name| format!(".{name}")), word)
}

/// A list in a sentence, with a word before the last part.
pub fn listed(parts: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    let last = parts.pop().unwrap_or_default();
    if parts.is_empty() { last } else { format!("{} {word} {last}", parts.join(", ")) }
}
