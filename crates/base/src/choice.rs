//! Options that are one of several names.

/// A type whose values are the choices of an option, each with its name on the command line.
#[macro_export]
macro_rules! choices {
    ($(#[$outer:meta])* $type:ident { $($(#[$meta:meta])* $name:ident = $text:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $type { $($(#[$meta])* #[serde(rename = $text)] $name,)* }

        impl $type {
            /// All choices in the order in which help lists them.
            pub const ALL: &[$type] = &[$($type::$name,)*];

            /// The choice's name on the command line.
            pub fn name(self) -> &'static str {
                match self { $($type::$name => $text,)* }
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::choice::UnknownChoice;
            fn from_str(text: &str) -> Result<Self, $crate::choice::UnknownChoice> {
                let known = Self::ALL.iter().copied().find(|c| c.name() == text);
                known.ok_or_else(|| $crate::choice::UnknownChoice {
                    given: text.to_owned(),
                    valid: Self::ALL.iter().map(|c| c.name()).collect(),
                })
            }
        }
    };
}

/// A name that is none of an option's choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is none of the choices; valid are: {}", valid.join(", "))]
pub struct UnknownChoice {
    /// What was given.
    pub given: String,
    /// What could have been given.
    pub valid: Vec<&'static str>,
}
