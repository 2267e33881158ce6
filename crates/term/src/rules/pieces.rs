//! A bit-vector as the pieces that it is concatenated of.

use effigy_base::bits::BitVec;
use effigy_base::op::Op;

use crate::node::Term;
use crate::store::TermStore;

/// A run of bits of a term.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) term: Term,
    pub(super) lo: u32,
    pub(super) width: u32,
}

impl Piece {
    fn whole(s: &TermStore, term: Term) -> Self {
        Self { term, lo: 0, width: s.width(term) }
    }

    /// The piece as a term.
    pub(super) fn build(self, s: &mut TermStore) -> Term {
        s.extract(self.lo + self.width - 1, self.lo, self.term)
    }

    /// The piece's low `width` bits and the rest.
    pub(super) fn split(self, width: u32) -> (Self, Option<Self>) {
        if width >= self.width {
            return (self, None);
        }
        (
            Self { width, ..self },
            Some(Self { lo: self.lo + width, width: self.width - width, ..self }),
        )
    }
}

/// More pieces than this are not looked at.
const MOST: usize = 64;

/// The pieces of a term, lowest first: `concat` and `zero_extend` taken apart. `None` when there are too many.
pub(super) fn pieces(s: &mut TermStore, t: Term) -> Option<Vec<Piece>> {
    let mut result = Vec::new();
    let mut pending = vec![t];
    while let Some(t) = pending.pop() {
        if result.len() + pending.len() > MOST {
            return None;
        }
        match s.parts(t) {
            Some((Op::Concat, [high, low, _])) => pending.extend([high, low]),
            Some((Op::ZeroExtend { width }, [a, ..])) => {
                let zeros = s.bit_vector(&BitVec::zero(width - s.width(a)));
                pending.extend([zeros, a]);
            }
            _ => result.push(Piece::whole(s, t)),
        }
    }
    Some(result)
}

/// The runs of equal bits in a constant's piece, lowest first.
pub(super) fn runs(s: &TermStore, piece: Piece) -> Option<Vec<Piece>> {
    let value = s.value(piece.term)?;
    let bits = value.as_bits()?;
    let mut result: Vec<Piece> = Vec::new();
    for lo in piece.lo..piece.lo + piece.width {
        match result.last_mut() {
            Some(run) if bits.bit(run.lo) == bits.bit(lo) => run.width += 1,
            _ => result.push(Piece { lo, width: 1, ..piece }),
        }
    }
    Some(result)
}

/// The concatenation of terms, lowest first.
pub(super) fn concat_all(s: &mut TermStore, terms: &[Term]) -> Option<Term> {
    let mut terms = terms.iter();
    let mut result = *terms.next()?;
    for high in terms {
        result = s.concat(*high, result);
    }
    Some(result)
}
