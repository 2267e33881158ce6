//! Ids of signatures.

use effigy_base::define_id;
use effigy_base::id::Id;

define_id! {
    /// A signature of a model.
    SigId
}

/// The signatures of the language, in the order of their ids.
pub(crate) const BUILTINS: [&str; 5] = ["univ", "none", "Int", "seq/Int", "String"];

impl SigId {
    pub(crate) const UNIV: SigId = SigId(0);
    pub(crate) const NONE: SigId = SigId(1);
    pub(crate) const INT: SigId = SigId(2);
    pub(crate) const SEQ: SigId = SigId(3);
    pub(crate) const STRING: SigId = SigId(4);

    /// Whether the language has it.
    pub(crate) fn is_builtin(self) -> bool {
        self.index() < BUILTINS.len()
    }
}
