//! Hash-consing.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use effigy_base::bits::BitVec;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::{ArrayValue, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHasher;

use super::{Kind, Stored, TermStore};
use crate::node::{ConstArray, Features, Quantifier, Role, Term, VarInfo};

/// Mixes two hashes by a widening multiplication.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ ((product >> 64) as u64)
}

#[inline]
fn hash_of(x: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    x.hash(&mut hasher);
    hasher.finish()
}

/// The heap bytes of a big integer, about.
pub(crate) fn big_bytes(value: &BigInt) -> usize {
    size_of::<BigInt>() + value.bits() as usize / 8
}

/// The heap bytes of a rational number, about.
pub(crate) fn real_bytes(value: &BigRational) -> usize {
    big_bytes(value.numer()) + big_bytes(value.denom())
}

/// The heap bytes of a quantifier.
pub(crate) fn quantifier_bytes(quantifier: &Quantifier) -> usize {
    size_of::<Quantifier>() + size_of_val(&*quantifier.terms) + size_of_val(&*quantifier.triggers)
}

impl TermStore {
    /// The term of this kind, made when there is none.
    #[inline]
    fn intern(
        &mut self,
        hash: u64,
        same: impl Fn(&Stored) -> bool,
        make: impl FnOnce(&mut Self) -> Stored,
    ) -> Term {
        let nodes = &self.nodes;
        let found = self.table.find(hash, |t| {
            let stored = &nodes[t.index()];
            stored.hash == hash && same(stored)
        });
        if let Some(t) = found {
            return *t;
        }
        let stored = make(self);
        let t = self.place(stored);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, t, |t| nodes[t.index()].hash);
        t
    }

    fn place(&mut self, stored: Stored) -> Term {
        if let Some(t) = self.free.pop() {
            self.nodes[t.index()] = stored;
            self.freed -= 1;
            return t;
        }
        self.nodes.push(stored);
        Term::from_index(self.nodes.len() - 1)
    }

    pub(crate) fn intern_word(&mut self, sort: Sort, bits: u64) -> Term {
        let code = match sort {
            Sort::BitVec(width) => width,
            Sort::Int => u32::MAX,
            _ => 0,
        };
        let hash = mix(u64::from(code) | 1 << 40, bits);
        self.intern(
            hash,
            |stored| {
                stored.sort == sort && matches!(stored.kind, Kind::Word(other) if other == bits)
            },
            |_| {
                let features = Features::of_sort(sort);
                Stored { hash, sort, features, kind: Kind::Word(bits) }
            },
        )
    }

    /// The bit-vector constant with these low `width` bits. A width of zero is read as one.
    #[inline]
    pub fn bits(&mut self, width: u32, bits: u128) -> Term {
        if width.wrapping_sub(1) < 64 {
            return self
                .intern_word(Sort::BitVec(width), bits as u64 & effigy_base::eval::mask(width));
        }
        self.bit_vector(&BitVec::new(width, bits))
    }

    /// A bit-vector constant.
    pub fn bit_vector(&mut self, bits: &BitVec) -> Term {
        let sort = Sort::BitVec(bits.width());
        if let Some(word) = bits.to_u64() {
            return self.intern_word(sort, word);
        }
        let hash = mix(1 << 41, hash_of(bits));
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::Wide(other) if **other == *bits),
            |store| {
                store.heap_bytes += size_of::<BitVec>() + bits.width() as usize / 8;
                Stored {
                    hash,
                    sort,
                    features: Features::WIDE,
                    kind: Kind::Wide(Box::new(bits.clone())),
                }
            },
        )
    }

    /// The variable with this identity. Variables are never collected.
    pub fn variable(&mut self, info: &VarInfo) -> Term {
        let hash = mix(1 << 42, hash_of(info));
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::Var(other) if **other == *info),
            |store| {
                store.heap_bytes += size_of::<VarInfo>() + info.name.len();
                let mut features = Features::VARIABLE.union(Features::of_sort(info.sort));
                features = features.union(match info.role {
                    Role::Unspecified | Role::Poison(_) => Features::UNSPECIFIED,
                    Role::Bound => Features::BOUND,
                    Role::Object => Features::OBJECT,
                    _ => Features::CONSTANT,
                });
                Stored { hash, sort: info.sort, features, kind: Kind::Var(Box::new(info.clone())) }
            },
        )
    }

    /// The constant table with `elements` at 0, 1, 2 ... and `default` elsewhere.
    ///
    /// Bits above `element_width` are dropped, and elements beyond the last index that the width can name.
    pub fn const_array(
        &mut self,
        index_width: u32,
        element_width: u32,
        elements: Arc<[u64]>,
        default: u64,
    ) -> Term {
        self.table_of(index_width, elements, BitVec::new(element_width, u128::from(default)))
    }

    /// The array of any sort that has the same element at all indices. A default that is itself an array is read as
    /// `false`.
    pub fn uniform_array(&mut self, index: Scalar, default: &Value) -> Term {
        let value = ArrayValue::new(index, default.clone());
        match (value.index(), value.default_element()) {
            (Scalar::BitVec(width), Value::BitVec(bits)) => {
                self.table_of(width, Arc::default(), bits.clone())
            }
            (index, default) => self.intern_table(ConstArray {
                index,
                elements: Arc::default(),
                default: default.clone(),
            }),
        }
    }

    fn table_of(&mut self, index_width: u32, elements: Arc<[u64]>, default: BitVec) -> Term {
        let index_width = index_width.max(1);
        let mask = effigy_base::eval::mask(default.width());
        let most = 1usize
            .checked_shl(index_width)
            .filter(|_| index_width < usize::BITS)
            .unwrap_or(usize::MAX);
        let fits = elements.len() <= most && elements.iter().all(|e| e & !mask == 0);
        let elements =
            if fits { elements } else { elements.iter().take(most).map(|e| e & mask).collect() };
        let index = Scalar::BitVec(index_width);
        self.intern_table(ConstArray { index, elements, default: default.into() })
    }

    fn intern_table(&mut self, table: ConstArray) -> Term {
        let element = table.default.sort().scalar().unwrap_or(Scalar::Bool);
        let sort = Sort::Array { index: table.index, element };
        let hash = mix(1 << 43, hash_of(&table));
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::Table(other) if **other == table),
            |store| {
                store.heap_bytes += size_of::<ConstArray>() + 8 * table.elements.len();
                Stored {
                    hash,
                    sort,
                    features: Features::of_sort(sort),
                    kind: Kind::Table(Box::new(table.clone())),
                }
            },
        )
    }

    /// The constant of this value. An array becomes a constant table where its entries are dense at the start, and
    /// stores into one elsewhere.
    pub fn constant(&mut self, value: &Value) -> Term {
        let array = match value {
            Value::Bool(truth) => return self.bool(*truth),
            Value::BitVec(bits) => return self.bit_vector(bits),
            Value::Int(n) => return self.int_big(n),
            Value::Real(number) => return self.real(number),
            Value::Element { sort, name } => {
                let function = Function::new(
                    name.as_str(),
                    &[],
                    Sort::Named(*sort),
                    FunctionKind::Constructor,
                );
                return self.apply(function, &[]);
            }
            Value::Array(array) => array,
        };
        let (Scalar::BitVec(index_width), Value::BitVec(default)) =
            (array.index(), array.default_element())
        else {
            return self.array_of_stores(array);
        };
        let dense = |index: u128| index < 2 * array.entries().len() as u128;
        let mut elements: Vec<u64> = Vec::new();
        let mut stores = Vec::new();
        for (index, element) in array.entries() {
            let low = |bits: &BitVec| bits.to_u128().and_then(|n| u64::try_from(n).ok());
            let (Value::BitVec(index), Value::BitVec(element)) = (index, element) else { continue };
            match (index.to_u128().filter(|i| dense(*i)), low(element), low(default)) {
                (Some(index), Some(element), Some(default)) => {
                    elements.resize(index as usize, default);
                    elements.push(element);
                }
                _ => stores.push((index, element)),
            }
        }
        let mut t = self.table_of(index_width, elements.into(), default.clone());
        for (index, element) in stores {
            let (index, element) = (self.bit_vector(index), self.bit_vector(element));
            t = self.store(t, index, element);
        }
        t
    }

    fn array_of_stores(&mut self, array: &ArrayValue) -> Term {
        let mut t = self.uniform_array(array.index(), array.default_element());
        for (index, element) in array.entries() {
            let (index, element) = (self.constant(index), self.constant(element));
            t = self.store(t, index, element);
        }
        t
    }

    /// An integer constant.
    #[inline]
    pub fn int(&mut self, value: i128) -> Term {
        match i64::try_from(value) {
            Ok(word) => self.intern_word(Sort::Int, word as u64),
            Err(_) => self.int_big(&BigInt::from(value)),
        }
    }

    /// An integer constant of any size.
    pub fn int_big(&mut self, value: &BigInt) -> Term {
        if let Ok(word) = i64::try_from(value) {
            return self.intern_word(Sort::Int, word as u64);
        }
        let hash = mix(1 << 44, hash_of(value));
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::Big(other) if **other == *value),
            |store| {
                store.heap_bytes += big_bytes(value);
                let kind = Kind::Big(Box::new(value.clone()));
                Stored { hash, sort: Sort::Int, features: Features::INTEGER, kind }
            },
        )
    }

    /// A real constant.
    pub fn real(&mut self, value: &BigRational) -> Term {
        let hash = mix(1 << 46, hash_of(value));
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::Real(other) if **other == *value),
            |store| {
                store.heap_bytes += real_bytes(value);
                let kind = Kind::Real(Box::new(value.clone()));
                Stored { hash, sort: Sort::Real, features: Features::DECLARED, kind }
            },
        )
    }

    /// The application of a declared function, as it is.
    pub(crate) fn intern_apply(&mut self, function: Function, args: &[Term]) -> Term {
        let start = mix(1 << 47, function.structural_hash());
        let hash = args.iter().fold(start, |hash, t| mix(hash, self.nodes[t.index()].hash));
        self.intern(
            hash,
            |stored| {
                matches!(&stored.kind, Kind::Apply(other, others)
                    if *other == function && **others == *args)
            },
            |store| {
                store.heap_bytes += size_of_val(args);
                let sort = function.result();
                let features = args.iter().map(|t| store.nodes[t.index()].features);
                let features = features.fold(Features::DECLARED, Features::union);
                let features = features.union(Features::of_sort(sort));
                Stored { hash, sort, features, kind: Kind::Apply(function, args.into()) }
            },
        )
    }

    /// The unbounded quantifier, as it is.
    pub(crate) fn intern_quantifier(&mut self, quantifier: Quantifier) -> Term {
        let Quantifier { universal, name, weight, ref terms, variables, ref triggers } = quantifier;
        let start = mix(1 << 48, hash_of((universal, name, weight, variables, triggers)));
        let hash = terms.iter().fold(start, |hash, t| mix(hash, self.nodes[t.index()].hash));
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::Quantifier(other) if **other == quantifier),
            |store| {
                store.heap_bytes += quantifier_bytes(&quantifier);
                let features = terms.iter().map(|t| store.nodes[t.index()].features);
                let start = Features::DECLARED.union(Features::QUANTIFIER);
                let features = features.fold(start, Features::union);
                let kind = Kind::Quantifier(Box::new(quantifier.clone()));
                Stored { hash, sort: Sort::Bool, features, kind }
            },
        )
    }

    /// The quantifier over these bounds, bound variable and body.
    pub(crate) fn intern_forall(&mut self, args: [Term; 4]) -> Term {
        let hash = args.iter().fold(1 << 45, |hash, t| mix(hash, self.nodes[t.index()].hash));
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::Forall(others) if *others == args),
            |store| {
                let features = args.map(|t| store.nodes[t.index()].features);
                let features = features.into_iter().fold(Features::QUANTIFIER, Features::union);
                Stored { hash, sort: Sort::Bool, features, kind: Kind::Forall(args) }
            },
        )
    }

    /// The application of an operator whose arguments are already in normal form.
    #[inline]
    pub(crate) fn intern_app(&mut self, op: Op, args: [Term; 3], sort: Sort) -> Term {
        let [a, b, c] = args.map(|t| self.nodes[t.index()].hash);
        let mut hash = mix(hash_of(op), a);
        if op.arity() > 1 {
            hash = mix(hash, b);
        }
        if op.arity() > 2 {
            hash = mix(hash, c);
        }
        self.intern(
            hash,
            |stored| matches!(&stored.kind, Kind::App(other, others) if *other == op && *others == args),
            |store| {
                let [a, b, c] = args.map(|t| store.nodes[t.index()].features);
                let mut features = a.union(b).union(c).union(Features::of_sort(sort));
                if op.is_floating_point() {
                    features = features.union(Features::FLOAT);
                }
                if op.is_product() {
                    features = features.union(Features::PRODUCT);
                }
                Stored { hash, sort, features, kind: Kind::App(op, args) }
            },
        )
    }
}
