//! Each solver's check finds every fault of a layout, one at a time, under a rule with a name.

mod bitsets;
mod countdown;
mod faulty;
mod hunters;
mod packing;
mod subslices;
