//! Collections and texts.

use crate::{
    Driver, TypeGenerator, TypeGeneratorWithParams, TypeValueGenerator, ValueGenerator, one_of,
};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;
use std::ops::RangeInclusive;

/// The lengths of a collection of which nothing is said.
const LENGTHS: RangeInclusive<usize> = 0..=64;

/// As many elements, or none where one is missing.
fn elements<T, D: Driver>(
    driver: &mut D,
    len: usize,
    mut element: impl FnMut(&mut D) -> Option<T>,
) -> Option<Vec<T>> {
    let mut list = Vec::with_capacity(len);
    for at in 0..len {
        list.push(driver.part(&format!("[{at}]"), &mut element)?);
    }
    Some(list)
}

/// A list of one of these lengths.
fn list<T: 'static, D: Driver>(
    driver: &mut D,
    lens: &impl ValueGenerator<Output = usize>,
    mut element: impl FnMut(&mut D) -> Option<T>,
) -> Option<Vec<T>> {
    driver.enter_list::<Vec<T>, _, _, _>(lens, |driver, len| elements(driver, len, &mut element))
}

macro_rules! of_values {
    ($($collection:ident, $generator:ident $(, $bound:ident)*;)*) => {$(
        /// A generator of a collection.
        #[derive(Clone, Debug)]
        pub struct $generator<V, L> {
            values: V,
            len: L,
        }

        impl<V: ValueGenerator, L> $generator<V, L> {
            /// Of the values of this generator.
            pub fn values<G: ValueGenerator<Output = V::Output>>(
                self,
                values: G,
            ) -> $generator<G, L> {
                $generator { values, len: self.len }
            }

            /// Of the values of what is made of their generator.
            pub fn map_values<G: ValueGenerator<Output = V::Output>, F: Fn(V) -> G>(
                self,
                map: F,
            ) -> $generator<G, L> {
                $generator { values: map(self.values), len: self.len }
            }

            /// Of as many elements as this generator says.
            pub fn len<G: ValueGenerator<Output = usize>>(self, len: G) -> $generator<V, G> {
                $generator { values: self.values, len }
            }

            /// Of as many elements as what is made of their generator says.
            pub fn map_len<G: ValueGenerator<Output = usize>, F: Fn(L) -> G>(
                self,
                map: F,
            ) -> $generator<V, G> {
                $generator { values: self.values, len: map(self.len) }
            }
        }

        impl<V: ValueGenerator, L: ValueGenerator<Output = usize>> ValueGenerator
            for $generator<V, L>
        where
            V::Output: Sized $(+ $bound)*,
        {
            type Output = $collection<V::Output>;

            fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
                let list = list(driver, &self.len, |driver| self.values.generate(driver))?;
                let len = list.len();
                let made: Self::Output = list.into_iter().collect();
                // A set in which values are equal is not of the length that was asked for.
                (made.len() == len).then_some(made)
            }
        }

        impl<V: TypeGenerator $(+ $bound)*> TypeGenerator for $collection<V> {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                Self::gen_with().generate(driver)
            }
        }

        impl<V: TypeGenerator $(+ $bound)*> TypeGeneratorWithParams for $collection<V> {
            type Output = $generator<TypeValueGenerator<V>, RangeInclusive<usize>>;

            fn gen_with() -> Self::Output {
                $generator { values: TypeValueGenerator::default(), len: LENGTHS }
            }
        }

        /// Of values of one of its generators each.
        impl<G: ValueGenerator> ValueGenerator for $collection<G>
        where
            G::Output: Sized $(+ $bound)*,
        {
            type Output = $collection<G::Output>;

            fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
                assert!(!self.is_empty(), "there is no generator in the collection");
                let generators: Vec<&G> = self.iter().collect();
                let values = one_of(generators.as_slice());
                $generator { values, len: LENGTHS }.generate(driver)
            }
        }
    )*};
}

of_values! {
    Vec, VecGenerator;
    VecDeque, VecDequeGenerator;
    LinkedList, LinkedListGenerator;
    BinaryHeap, BinaryHeapGenerator, Ord;
    BTreeSet, BTreeSetGenerator, Ord;
    HashSet, HashSetGenerator, Hash, Eq;
}

macro_rules! of_keys_and_values {
    ($($collection:ident, $generator:ident $(, $bound:ident)*;)*) => {$(
        /// A generator of a map.
        #[derive(Clone, Debug)]
        pub struct $generator<K, V, L> {
            keys: K,
            values: V,
            len: L,
        }

        impl<K: ValueGenerator, V: ValueGenerator, L> $generator<K, V, L> {
            /// With the keys of this generator.
            pub fn keys<G: ValueGenerator<Output = K::Output>>(
                self,
                keys: G,
            ) -> $generator<G, V, L> {
                $generator { keys, values: self.values, len: self.len }
            }

            /// With the keys of what is made of their generator.
            pub fn map_keys<G: ValueGenerator<Output = K::Output>, F: Fn(K) -> G>(
                self,
                map: F,
            ) -> $generator<G, V, L> {
                $generator { keys: map(self.keys), values: self.values, len: self.len }
            }

            /// With the values of this generator.
            pub fn values<G: ValueGenerator<Output = V::Output>>(
                self,
                values: G,
            ) -> $generator<K, G, L> {
                $generator { keys: self.keys, values, len: self.len }
            }

            /// With the values of what is made of their generator.
            pub fn map_values<G: ValueGenerator<Output = V::Output>, F: Fn(V) -> G>(
                self,
                map: F,
            ) -> $generator<K, G, L> {
                $generator { keys: self.keys, values: map(self.values), len: self.len }
            }

            /// Of at most as many keys as this generator says.
            pub fn len<G: ValueGenerator<Output = usize>>(self, len: G) -> $generator<K, V, G> {
                $generator { keys: self.keys, values: self.values, len }
            }

            /// Of at most as many keys as what is made of their generator says.
            pub fn map_len<G: ValueGenerator<Output = usize>, F: Fn(L) -> G>(
                self,
                map: F,
            ) -> $generator<K, V, G> {
                $generator { keys: self.keys, values: self.values, len: map(self.len) }
            }
        }

        impl<K: ValueGenerator, V: ValueGenerator, L: ValueGenerator<Output = usize>>
            ValueGenerator for $generator<K, V, L>
        where
            K::Output: Sized $(+ $bound)*,
        {
            type Output = $collection<K::Output, V::Output>;

            fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
                let pairs = list(driver, &self.len, |driver| {
                    let key = driver.part(".key", |driver| self.keys.generate(driver))?;
                    let value = driver.part(".value", |driver| self.values.generate(driver))?;
                    Some((key, value))
                })?;
                Some(pairs.into_iter().collect())
            }
        }

        impl<K: TypeGenerator $(+ $bound)*, V: TypeGenerator> TypeGenerator for $collection<K, V> {
            fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
                Self::gen_with().generate(driver)
            }
        }

        impl<K: TypeGenerator $(+ $bound)*, V: TypeGenerator> TypeGeneratorWithParams
            for $collection<K, V>
        {
            type Output =
                $generator<TypeValueGenerator<K>, TypeValueGenerator<V>, RangeInclusive<usize>>;

            fn gen_with() -> Self::Output {
                $generator {
                    keys: TypeValueGenerator::default(),
                    values: TypeValueGenerator::default(),
                    len: LENGTHS,
                }
            }
        }

        /// Of values of one of its pairs of generators each.
        impl<K: ValueGenerator, V: ValueGenerator> ValueGenerator for $collection<K, V>
        where
            K::Output: Sized $(+ $bound)*,
        {
            type Output = $collection<K::Output, V::Output>;

            fn generate<D: Driver>(&self, driver: &mut D) -> Option<Self::Output> {
                assert!(!self.is_empty(), "there is no generator in the map");
                let generators: Vec<(&K, &V)> = self.iter().collect();
                let pairs = list(driver, &LENGTHS, |driver| {
                    let chosen = driver.gen_variant(generators.len(), 0)?;
                    generators.get(chosen)?.generate(driver)
                })?;
                Some(pairs.into_iter().collect())
            }
        }
    )*};
}

of_keys_and_values! {
    BTreeMap, BTreeMapGenerator, Ord;
    HashMap, HashMapGenerator, Hash, Eq;
}

/// A generator of texts.
#[derive(Clone, Debug)]
pub struct StringGenerator<C, L> {
    chars: C,
    len: L,
}

impl<C, L> StringGenerator<C, L> {
    /// Of the characters of this generator.
    pub fn chars<G: ValueGenerator<Output = char>>(self, chars: G) -> StringGenerator<G, L> {
        StringGenerator { chars, len: self.len }
    }

    /// Of the characters of what is made of their generator.
    pub fn map_chars<G: ValueGenerator<Output = char>, F: Fn(C) -> G>(
        self,
        map: F,
    ) -> StringGenerator<G, L> {
        StringGenerator { chars: map(self.chars), len: self.len }
    }

    /// Of as many characters as this generator says.
    pub fn len<G: ValueGenerator<Output = usize>>(self, len: G) -> StringGenerator<C, G> {
        StringGenerator { chars: self.chars, len }
    }

    /// Of as many characters as what is made of their generator says.
    pub fn map_len<G: ValueGenerator<Output = usize>, F: Fn(L) -> G>(
        self,
        map: F,
    ) -> StringGenerator<C, G> {
        StringGenerator { chars: self.chars, len: map(self.len) }
    }
}

impl<C: ValueGenerator<Output = char>, L: ValueGenerator<Output = usize>> ValueGenerator
    for StringGenerator<C, L>
{
    type Output = String;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<String> {
        let chars = list(driver, &self.len, |driver| self.chars.generate(driver))?;
        Some(chars.into_iter().collect())
    }
}

impl TypeGenerator for String {
    fn generate<D: Driver>(driver: &mut D) -> Option<Self> {
        match driver.text() {
            Some(text) => Some(text),
            None => Self::gen_with().generate(driver),
        }
    }
}

impl TypeGeneratorWithParams for String {
    type Output = StringGenerator<TypeValueGenerator<char>, RangeInclusive<usize>>;

    fn gen_with() -> Self::Output {
        StringGenerator { chars: TypeValueGenerator::default(), len: LENGTHS }
    }
}

impl ValueGenerator for String {
    type Output = String;

    fn generate<D: Driver>(&self, _: &mut D) -> Option<String> {
        Some(self.clone())
    }
}
