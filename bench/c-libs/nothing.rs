//! Nothing: the manifest names crates whose C sources are compiled with the harnesses beside it.
