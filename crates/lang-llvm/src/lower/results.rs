//! What functions give that a module declares and does not define, where their scalars do not say it.

use super::types::size_of;
use crate::ast::{FloatKind, Type};
use crate::module::Module;
use effigy_base::source::Diagnostic;

/// What a function gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultType {
    /// The function's linkage name.
    pub function: String,
    /// The size in bytes of the object that it writes, at its first argument, in place of a result.
    pub object: Option<u64>,
    /// Whether it is a float of the x87.
    pub x87: bool,
    /// Whether it is a pointer.
    pub pointer: bool,
}

/// The functions that a module only declares, of whose results there is something to say.
///
/// # Errors
/// As for [`super::load`].
pub fn unknown_results(path: &str, text: &str) -> Result<Vec<ResultType>, Diagnostic> {
    let module = Module::parse(path, text.to_owned())?;
    let declared = module.functions().iter().map(|(_, function)| function);
    let declared = declared.filter(|f| f.body.is_none() && !f.name.starts_with("llvm."));
    let results = declared.map(|function| {
        let object = function.params.first().and_then(|param| param.sret.as_ref());
        ResultType {
            function: function.name.to_string(),
            object: object.and_then(|ty| size_of(module.types(), ty).ok()),
            x87: function.result == Type::Float(FloatKind::X87),
            pointer: matches!(function.result, Type::Ptr(_)),
        }
    });
    Ok(results.filter(|r| r.object.is_some() || r.x87 || r.pointer).collect())
}
