//! Termination measures.

use crate::termination::{Measure, Orders};
use crate::tree::{DomainId, Premise};

/// What is known of termination beside the program itself.
#[derive(Default, Debug)]
pub(crate) struct Measures {
    /// Of all functions, in order of their ids.
    pub functions: Vec<Measure>,
    /// Of all methods.
    pub methods: Vec<Measure>,
    pub orders: Orders,
    /// What single statements assume.
    pub premises: Vec<Premise>,
    /// The domains that data types became.
    pub data_types: Vec<DomainId>,
}
