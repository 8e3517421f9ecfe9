//! Halma packing from the command line.
