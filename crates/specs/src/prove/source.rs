//! A program whose members are proved.

use effigy_base::id::IdVec;
use effigy_base::source::FileId;
use effigy_lang_viper::tree::Program;

/// A program that was read, from a text of any language that lowers to the tree.
pub(super) struct Source {
    pub program: Program,
    pub texts: IdVec<FileId, String>,
}
