//! How many derivations in turn the value of an omitted entry takes.
//!
//! ```text
//! a slice omits a half ----> a slice of the component: its other half is stored, its forced positions may be omitted
//! it omits forced positions -> slices below alone
//! it has floors ------------> slices below alone
//! ```
//!
//! So every derivation leads down, or first to a forced position of the component and then down.

use crate::space::components::Part;
use crate::space::{Class, DEEPEST, KeptDepths, Omitted, Slice, SliceId};

/// By slice of a part, how many derivations in turn the values of its omitted entries take at most. `omitted` are the
/// classes that each slice of the part omits; `below` is the same number for the slices of other parts. Without
/// `halves` all positions that are not forced count as one half.
///
/// # Errors
/// If values follow from one another, or take more than [`DEEPEST`] derivations: the reason.
pub fn depths(
    slices: &[Slice],
    part: &Part,
    omitted: &[Omitted],
    halves: bool,
    below: &dyn Fn(SliceId) -> u32,
) -> Result<Vec<u32>, String> {
    let number = |slice: SliceId| part.slices.binary_search(&slice).ok();
    let omitted_of = |slice: SliceId| number(slice).map_or(Omitted::NOTHING, |number| omitted[number]);
    let mut depths = vec![0; part.slices.len()];
    for component in &part.components {
        let inside = |slice: &SliceId| component.binary_search(slice).is_ok();
        // By slice of the component, the derivations of the slices below, and of its own forced positions or floors.
        let mut of_below = Vec::with_capacity(component.len());
        let mut forced = Vec::with_capacity(component.len());
        for &slice in component {
            let leads_to = slices[slice.index()].leads_to.iter().filter(|next| !inside(next));
            let next = leads_to.map(|&next| number(next).map_or_else(|| below(next), |number| depths[number]));
            let deepest = next.max().unwrap_or(0);
            of_below.push(deepest);
            let leads_down = [Class::Forced, Class::Attained].iter().any(|&class| omitted_of(slice).has(class));
            forced.push(if leads_down { deepest + 1 } else { 0 });
        }
        for (place, &slice) in component.iter().enumerate() {
            let (own, mut depth) = (omitted_of(slice), forced[place]);
            if own.has(Class::First) || own.has(Class::Second) {
                let next_inside = slices[slice.index()].leads_to.iter().filter(|next| inside(next));
                let mut next_depth = of_below[place];
                for &next in next_inside {
                    if lead_to_one_another(own, omitted_of(next), halves) {
                        let name = |slice: SliceId| &slices[slice.index()].name;
                        let (from, to) = (name(slice), name(next));
                        return Err(format!(
                            "omitted values of slice {from} that follow from omitted ones of slice {to}"
                        ));
                    }
                    next_depth = next_depth.max(component.binary_search(&next).map_or(0, |place| forced[place]));
                }
                depth = depth.max(next_depth + 1);
            }
            if depth > DEEPEST {
                return Err(format!("omitted values that take {depth} derivations in turn, more than {DEEPEST}"));
            }
            if let Some(number) = number(slice) {
                depths[number] = depth;
            }
        }
    }
    Ok(depths)
}

/// By slice of a part, how many derivations in turn the depths that its table does not keep apart take at most. `kept`
/// are the depths that each slice keeps; `below` is as in [`depths`].
///
/// # Errors
/// If depths follow from others that are not kept: the reason.
pub fn depths_apart(
    slices: &[Slice],
    part: &Part,
    kept: &[KeptDepths],
    below: &dyn Fn(SliceId) -> u32,
) -> Result<Vec<u32>, String> {
    let kept_of = |slice: SliceId| part.slices.binary_search(&slice).map_or(KeptDepths::NOTHING, |number| kept[number]);
    let mut depths = vec![0; part.slices.len()];
    for component in &part.components {
        let mut deepest = 0;
        for &slice in component {
            for &next in &slices[slice.index()].leads_to {
                if component.binary_search(&next).is_err() {
                    let number = part.slices.binary_search(&next).ok();
                    deepest = deepest.max(number.map_or_else(|| below(next), |number| depths[number]));
                } else if !kept_of(slice).follows_from(kept_of(next)) {
                    let [from, to] = [slice, next].map(|slice| &slices[slice.index()].name);
                    return Err(format!(
                        "depths of slice {from} that follow from depths of slice {to} that are not kept"
                    ));
                }
            }
        }
        // A floor leads below, and so does a move to a position of the component that has one.
        deepest += 2;
        if deepest > DEEPEST {
            return Err(format!("depths that take {deepest} derivations in turn, more than {DEEPEST}"));
        }
        component.iter().filter_map(|slice| part.slices.binary_search(slice).ok()).for_each(|at| depths[at] = deepest);
    }
    Ok(depths)
}

/// Whether an omitted half of a slice leads to an omitted half of a slice of the same component.
fn lead_to_one_another(from: Omitted, to: Omitted, halves: bool) -> bool {
    let [first, second] = [Class::First, Class::Second];
    match halves {
        true => from.has(first) && to.has(second) || from.has(second) && to.has(first),
        false => [first, second].iter().any(|&half| from.has(half)) && [first, second].iter().any(|&half| to.has(half)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::components::parts;

    /// A space of one part, each slice with the slices that it leads to.
    fn slices(leads_to: &[&[u32]]) -> Vec<Slice> {
        let slice = |(number, leads_to): (usize, &&[u32])| Slice {
            name: number.to_string(),
            pieces: 1,
            part: String::new(),
            entries: 1,
            leads_to: leads_to.iter().map(|&next| SliceId(next)).collect(),
        };
        leads_to.iter().enumerate().map(slice).collect()
    }

    fn of(leads_to: &[&[u32]], omitted: &[u8], halves: bool) -> Result<Vec<u32>, String> {
        let (slices, omitted) = (slices(leads_to), omitted.iter().map(|&classes| Omitted(classes)).collect::<Vec<_>>());
        depths(&slices, &parts(&slices)[0], &omitted, halves, &|_| 0)
    }

    #[test]
    fn a_slice_that_leads_to_itself_stores_a_half() {
        let alone: &[&[u32]] = &[&[0]];
        assert_eq!(of(alone, &[0], true), Ok(vec![0]));
        assert_eq!(of(alone, &[1], true), Ok(vec![1]));
        assert_eq!(of(alone, &[4], true), Ok(vec![1]));
        // A step to a forced position, and a jump.
        assert_eq!(of(alone, &[6], true), Ok(vec![2]));
        for omitted in [3, 7] {
            assert!(of(alone, &[omitted], true).is_err());
        }
        for omitted in [1, 2, 3, 7] {
            assert!(of(alone, &[omitted], false).is_err());
        }
        assert_eq!(of(alone, &[4], false), Ok(vec![1]));
    }

    #[test]
    fn of_two_slices_one_may_be_omitted_whole() {
        let two: &[&[u32]] = &[&[1], &[0]];
        assert_eq!(of(two, &[7, 4], true), Ok(vec![2, 1]));
        assert_eq!(of(two, &[5, 5], true), Ok(vec![2, 2]));
        for omitted in [[7, 5], [5, 7], [6, 5], [7, 7], [3, 2]] {
            assert!(of(two, &omitted, true).is_err(), "{omitted:?}");
        }
        assert_eq!(of(two, &[7, 4], false), Ok(vec![2, 1]));
        assert!(of(two, &[5, 5], false).is_err());
    }

    #[test]
    fn slices_below_add_to_the_depth_up_to_a_limit() {
        assert_eq!(of(&[&[0], &[0, 1], &[1, 2]], &[6, 6, 6], true), Ok(vec![2, 4, 6]));
        assert_eq!(of(&[&[0], &[0, 1], &[1, 2]], &[6, 0, 6], true), Ok(vec![2, 0, 2]));
        let chain: Vec<Vec<u32>> = (0..DEEPEST + 1).map(|slice| slice.checked_sub(1).into_iter().collect()).collect();
        let chain: Vec<&[u32]> = chain.iter().map(Vec::as_slice).collect();
        let few = &chain[..DEEPEST as usize];
        assert_eq!(of(few, &vec![7; few.len()], false), Ok((1..=DEEPEST).collect()));
        assert!(of(&chain, &vec![7; chain.len()], false).is_err());
    }

    #[test]
    fn depths_follow_from_those_that_are_kept() {
        let apart = |leads_to: &[&[u32]], kept: &[u8], below: u32| {
            let slices = slices(leads_to);
            let kept: Vec<KeptDepths> = kept.iter().map(|&kept| KeptDepths(kept)).collect();
            depths_apart(&slices, &parts(&slices)[0], &kept, &|_| below)
        };
        for kept in [1, 2, 3] {
            assert_eq!(apart(&[&[0]], &[kept], 0), Ok(vec![2]));
        }
        assert!(apart(&[&[0]], &[0], 0).is_err());
        let two: &[&[u32]] = &[&[1], &[0]];
        for kept in [[1, 1], [2, 2], [3, 0], [0, 3], [3, 3], [3, 1]] {
            assert_eq!(apart(two, &kept, 0), Ok(vec![2, 2]), "{kept:?}");
        }
        for kept in [[1, 2], [2, 1], [0, 1], [2, 0], [0, 0]] {
            assert!(apart(two, &kept, 0).is_err(), "{kept:?}");
        }
        assert_eq!(apart(&[&[0], &[0, 1], &[1, 2]], &[1, 2, 3], 0), Ok(vec![2, 4, 6]));
    }
}
