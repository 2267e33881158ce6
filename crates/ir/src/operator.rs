//! Operators as the text form writes them.

use effigy_base::op::Op;

/// An operator as the text form writes it: `bvadd`, `extract[7,0]`.
pub(crate) fn operator(op: Op) -> String {
    let params = op.params();
    if params.is_empty() {
        return op.head().to_owned();
    }
    let params: Vec<String> = params.iter().map(u32::to_string).collect();
    format!("{}[{}]", op.head(), params.join(","))
}
