//! The fuzz targets of `bench/fuzz`.

#![cfg(test)]

mod targets;

mod tests;
