use std::mem::{offset_of, size_of};

use super::*;

/// A symbolic run reads the requests at these offsets.
#[test]
fn the_layout_of_the_requests() {
    use SymbolicRequest as S;
    let symbolic = [
        offset_of!(S, data),
        offset_of!(S, len),
        offset_of!(S, name),
        offset_of!(S, name_len),
        offset_of!(S, file),
        offset_of!(S, file_len),
        offset_of!(S, line),
        offset_of!(S, column),
        offset_of!(S, kind),
    ];
    assert_eq!(symbolic, [0, 8, 16, 24, 32, 40, 48, 52, 56]);
    assert_eq!(size_of::<S>(), 64);
    assert_eq!(offset_of!(AssumeRequest, holds), 0);
    use CoverRequest as C;
    let cover = [
        offset_of!(C, holds),
        offset_of!(C, name),
        offset_of!(C, name_len),
        offset_of!(C, file),
        offset_of!(C, file_len),
        offset_of!(C, line),
        offset_of!(C, column),
    ];
    assert_eq!(cover, [0, 8, 16, 24, 32, 40, 44]);
}
