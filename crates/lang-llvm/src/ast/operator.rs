//! Operators and predicates of instructions.

macro_rules! keywords {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// The keyword of the assembly language.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The operator of a keyword.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

keywords! {
    /// Arithmetic on two operands of one type.
    BinaryOp {
        /// Addition.
        Add = "add",
        /// Subtraction.
        Sub = "sub",
        /// Multiplication.
        Mul = "mul",
        /// Unsigned division.
        UDiv = "udiv",
        /// Signed division.
        SDiv = "sdiv",
        /// Unsigned remainder.
        URem = "urem",
        /// Signed remainder.
        SRem = "srem",
        /// Shift left.
        Shl = "shl",
        /// Logical shift right.
        LShr = "lshr",
        /// Arithmetic shift right.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Float addition.
        FAdd = "fadd",
        /// Float subtraction.
        FSub = "fsub",
        /// Float multiplication.
        FMul = "fmul",
        /// Float division.
        FDiv = "fdiv",
        /// Float remainder (C's `fmod`).
        FRem = "frem",
    }
}

keywords! {
    /// Conversions.
    CastOp {
        /// To fewer bits.
        Trunc = "trunc",
        /// Zero extension.
        ZExt = "zext",
        /// Sign extension.
        SExt = "sext",
        /// To a smaller float.
        FPTrunc = "fptrunc",
        /// To a larger float.
        FPExt = "fpext",
        /// Float to unsigned integer.
        FPToUI = "fptoui",
        /// Float to signed integer.
        FPToSI = "fptosi",
        /// Unsigned integer to float.
        UIToFP = "uitofp",
        /// Signed integer to float.
        SIToFP = "sitofp",
        /// Pointer to integer.
        PtrToInt = "ptrtoint",
        /// Pointer to its address.
        PtrToAddr = "ptrtoaddr",
        /// Integer to pointer.
        IntToPtr = "inttoptr",
        /// The same bits as another type.
        Bitcast = "bitcast",
        /// To another address space.
        AddrSpaceCast = "addrspacecast",
    }
}

keywords! {
    /// Predicates of `icmp`.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned greater than.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less than.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater than.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less than.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

keywords! {
    /// Predicates of `fcmp`: `o` is false with NaN, `u` is true with NaN.
    FloatPredicate {
        /// Never.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and greater or equal.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and less or equal.
        Ole = "ole",
        /// Ordered and not equal.
        One = "one",
        /// Neither is a NaN.
        Ord = "ord",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered, greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered, less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// One is a NaN.
        Uno = "uno",
        /// Always.
        True = "true",
    }
}

keywords! {
    /// What `atomicrmw` does with the old value and its operand.
    AtomicOp {
        /// Takes the operand.
        Xchg = "xchg",
        /// Addition.
        Add = "add",
        /// Subtraction.
        Sub = "sub",
        /// Bitwise and.
        And = "and",
        /// Complement of the bitwise and.
        Nand = "nand",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Signed maximum.
        Max = "max",
        /// Signed minimum.
        Min = "min",
        /// Unsigned maximum.
        UMax = "umax",
        /// Unsigned minimum.
        UMin = "umin",
        /// Float addition.
        FAdd = "fadd",
        /// Float subtraction.
        FSub = "fsub",
        /// Float maximum.
        FMax = "fmax",
        /// Float minimum.
        FMin = "fmin",
        /// IEEE 754-2019 maximum.
        FMaximum = "fmaximum",
        /// IEEE 754-2019 minimum.
        FMinimum = "fminimum",
        /// `old >= operand ? 0 : old + 1`.
        UIncWrap = "uinc_wrap",
        /// `old == 0 || old > operand ? operand : old - 1`.
        UDecWrap = "udec_wrap",
        /// `old >= operand ? old - operand : old`.
        USubCond = "usub_cond",
        /// Saturating unsigned subtraction.
        USubSat = "usub_sat",
    }
}

/// What the text promises of the operands of an instruction: where it is not so, the result is poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `nuw`: the result fits, without a sign.
    pub nuw: bool,
    /// `nsw`: the result fits, with a sign.
    pub nsw: bool,
    /// `exact`: nothing is left over.
    pub exact: bool,
    /// `disjoint`: no bit is set in both operands.
    pub disjoint: bool,
    /// `nneg`: the operand is not negative.
    pub nneg: bool,
    /// `inbounds`: the address lies in the object of the base.
    pub inbounds: bool,
    /// `samesign`: the operands have the same sign.
    pub samesign: bool,
    /// No flag: clang has named the instruction as the difference of two pointers.
    pub pointers: bool,
}

impl Flags {
    /// Adds the flag that a word is; others mean nothing here.
    pub fn add(&mut self, word: &str) {
        match word {
            "nuw" => self.nuw = true,
            "nsw" => self.nsw = true,
            "exact" => self.exact = true,
            "disjoint" => self.disjoint = true,
            "nneg" => self.nneg = true,
            "inbounds" => self.inbounds = true,
            "samesign" => self.samesign = true,
            _ => {}
        }
    }
}
