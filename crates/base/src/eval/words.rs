//! Operators on machine words. The words' bits above the width are zero, on the way in and on the way out.

/// Declares the operators on one unsigned word type, `$signed` its signed counterpart of `$bits` bits.
macro_rules! word_operators {
    ($word:ty, $signed:ty, $bits:literal) => {
        /// The `w` low bits set.
        #[inline]
        pub const fn mask(w: u32) -> $word {
            if w >= $bits { <$word>::MAX } else { ((1 as $word) << w) - 1 }
        }

        /// The low `w` bits of `a`.
        #[inline]
        pub const fn trunc(w: u32, a: $word) -> $word {
            a & mask(w)
        }

        /// The signed number that the `w` bits of `a` stand for.
        #[inline]
        pub const fn signed(w: u32, a: $word) -> $signed {
            let unused = ($bits as u32).saturating_sub(w);
            ((a << unused) as $signed) >> unused
        }

        /// Sign extension from `from` to `to` bits.
        #[inline]
        pub const fn sext(from: u32, to: u32, a: $word) -> $word {
            trunc(to, signed(from, a) as $word)
        }

        /// The highest of the `w` bits.
        #[inline]
        pub const fn sign(w: u32, a: $word) -> bool {
            (a >> (w - 1)) & 1 == 1
        }

        /// `bvnot`.
        #[inline]
        pub const fn not(w: u32, a: $word) -> $word {
            trunc(w, !a)
        }

        /// `bvneg`.
        #[inline]
        pub const fn neg(w: u32, a: $word) -> $word {
            trunc(w, a.wrapping_neg())
        }

        /// `bvadd`.
        #[inline]
        pub const fn add(w: u32, a: $word, b: $word) -> $word {
            trunc(w, a.wrapping_add(b))
        }

        /// `bvsub`.
        #[inline]
        pub const fn sub(w: u32, a: $word, b: $word) -> $word {
            trunc(w, a.wrapping_sub(b))
        }

        /// `bvmul`.
        #[inline]
        pub const fn mul(w: u32, a: $word, b: $word) -> $word {
            trunc(w, a.wrapping_mul(b))
        }

        /// `bvudiv`; all ones when `b` is zero.
        #[inline]
        pub const fn udiv(w: u32, a: $word, b: $word) -> $word {
            match a.checked_div(b) {
                Some(quotient) => quotient,
                None => mask(w),
            }
        }

        /// `bvurem`; `a` when `b` is zero.
        #[inline]
        pub const fn urem(_w: u32, a: $word, b: $word) -> $word {
            match a.checked_rem(b) {
                Some(remainder) => remainder,
                None => a,
            }
        }

        /// `bvsdiv`; when `b` is zero, 1 for a negative `a` and -1 otherwise.
        #[inline]
        pub const fn sdiv(w: u32, a: $word, b: $word) -> $word {
            if b == 0 {
                return if sign(w, a) { 1 } else { mask(w) };
            }
            trunc(w, signed(w, a).wrapping_div(signed(w, b)) as $word)
        }

        /// `bvsrem`; `a` when `b` is zero.
        #[inline]
        pub const fn srem(w: u32, a: $word, b: $word) -> $word {
            if b == 0 {
                return a;
            }
            trunc(w, signed(w, a).wrapping_rem(signed(w, b)) as $word)
        }

        /// `bvand`.
        #[inline]
        pub const fn and(_w: u32, a: $word, b: $word) -> $word {
            a & b
        }

        /// `bvor`.
        #[inline]
        pub const fn or(_w: u32, a: $word, b: $word) -> $word {
            a | b
        }

        /// `bvxor`.
        #[inline]
        pub const fn xor(_w: u32, a: $word, b: $word) -> $word {
            a ^ b
        }

        /// `bvshl`.
        #[inline]
        pub const fn shl(w: u32, a: $word, b: $word) -> $word {
            if b >= w as $word { 0 } else { trunc(w, a << b) }
        }

        /// `bvlshr`.
        #[inline]
        pub const fn lshr(w: u32, a: $word, b: $word) -> $word {
            if b >= w as $word { 0 } else { a >> b }
        }

        /// `bvashr`.
        #[inline]
        pub const fn ashr(w: u32, a: $word, b: $word) -> $word {
            let amount = if b >= w as $word { w - 1 } else { b as u32 };
            trunc(w, (signed(w, a) >> amount) as $word)
        }

        /// `bvult`.
        #[inline]
        pub const fn ult(_w: u32, a: $word, b: $word) -> bool {
            a < b
        }

        /// `bvule`.
        #[inline]
        pub const fn ule(_w: u32, a: $word, b: $word) -> bool {
            a <= b
        }

        /// `bvslt`.
        #[inline]
        pub const fn slt(w: u32, a: $word, b: $word) -> bool {
            signed(w, a) < signed(w, b)
        }

        /// `bvsle`.
        #[inline]
        pub const fn sle(w: u32, a: $word, b: $word) -> bool {
            signed(w, a) <= signed(w, b)
        }

        /// `bvuaddo`.
        #[inline]
        pub const fn uaddo(w: u32, a: $word, b: $word) -> bool {
            add(w, a, b) < a
        }

        /// `bvsaddo`.
        #[inline]
        pub const fn saddo(w: u32, a: $word, b: $word) -> bool {
            sign(w, a) == sign(w, b) && sign(w, a) != sign(w, add(w, a, b))
        }

        /// `bvusubo`.
        #[inline]
        pub const fn usubo(_w: u32, a: $word, b: $word) -> bool {
            a < b
        }

        /// `bvssubo`.
        #[inline]
        pub const fn ssubo(w: u32, a: $word, b: $word) -> bool {
            sign(w, a) != sign(w, b) && sign(w, a) != sign(w, sub(w, a, b))
        }

        /// `bvumulo`.
        #[inline]
        pub const fn umulo(w: u32, a: $word, b: $word) -> bool {
            match a.checked_mul(b) {
                Some(product) => product > mask(w),
                None => true,
            }
        }

        /// `bvsmulo`.
        #[inline]
        pub const fn smulo(w: u32, a: $word, b: $word) -> bool {
            match signed(w, a).checked_mul(signed(w, b)) {
                Some(product) => signed(w, product as $word) != product,
                None => true,
            }
        }

        /// The number of one bits, as a word of `w` bits.
        #[inline]
        pub const fn popcount(w: u32, a: $word) -> $word {
            trunc(w, a.count_ones() as $word)
        }

        /// The number of leading zero bits, as a word of `w` bits.
        #[inline]
        pub const fn leading_zeros(w: u32, a: $word) -> $word {
            trunc(w, (a.leading_zeros() - ($bits - w)) as $word)
        }

        /// The number of trailing zero bits, as a word of `w` bits; the width for zero.
        #[inline]
        pub const fn trailing_zeros(w: u32, a: $word) -> $word {
            let zeros = a.trailing_zeros();
            trunc(w, if zeros < w { zeros } else { w } as $word)
        }

        /// The bytes in reverse order; `w` is a multiple of 8.
        #[inline]
        pub const fn byte_swap(w: u32, a: $word) -> $word {
            a.swap_bytes() >> ($bits - w)
        }

        /// The bits in reverse order.
        #[inline]
        pub const fn bit_reverse(w: u32, a: $word) -> $word {
            a.reverse_bits() >> ($bits - w)
        }
    };
}

/// Operators on words of at most 64 bits.
pub mod word {
    word_operators!(u64, i64, 64);
}

/// Operators on words of at most 128 bits.
pub mod wide {
    word_operators!(u128, i128, 128);
}
