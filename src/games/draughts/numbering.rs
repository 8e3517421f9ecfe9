//! The index of a position among the positions of its material.
//!
//! ```text
//!   index = (men_number * own_kings + own_number) * other_kings + other_number
//! ```
//!
//! `men_number`, `own_number` and `other_number` are the numbers of the placements of the men, of the mover's kings and
//! of the other side's kings. `own_kings` and `other_kings` count the placements of these kings.
//!
//! Men of both sides share the squares of the *field*, 24 of 32 or 40 of 50. On the first row only men of the side to
//! move can stand, and on the far row only men of the other side. The men are numbered by four numbers, the most
//! significant first: the number of the mover's men on the first row, their squares there, the squares of the mover's
//! men in the field, and the squares of the other side's men among the squares that remain.
//!
//! Kings stand on squares without a man. They are the least significant, so the positions of one placement of men are
//! consecutive, and moves of kings stay among them.

use std::marker::PhantomData;

use super::board::DraughtsBoard;
use super::material::DraughtsMaterial;
use super::position::Position;
use crate::space::combinatorics::{binomial, gather, next_subset, rank_subset, scatter, unrank_subset};
use crate::util::bits::ones;
use crate::util::cpu::count_ones;

/// The numbers of men that the first row of the largest board can have.
const SECTIONS: usize = 6;

/// The numbering of the positions of one material.
pub struct DraughtsNumbering<B> {
    material: DraughtsMaterial,
    /// By the number of the mover's men on the first row, the first placement of men. The last element is the number of
    /// all.
    sections: [u64; SECTIONS + 1],
    /// The number of placements of the mover's kings, and of the other side's kings on the squares that remain.
    own_kings: u64,
    other_kings: u64,
    board: PhantomData<B>,
}

/// The men of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    pub own: u64,
    pub other: u64,
}

impl Men {
    /// The squares without a man.
    #[inline(always)]
    pub fn free<B: DraughtsBoard>(self) -> u64 {
        B::BOARD & !(self.own | self.other)
    }

    /// The men with the other side to move.
    pub fn side_swapped<B: DraughtsBoard>(self) -> Men {
        Men { own: B::rotated(self.other), other: B::rotated(self.own) }
    }
}

impl<B: DraughtsBoard> DraughtsNumbering<B> {
    pub fn new(material: DraughtsMaterial) -> DraughtsNumbering<B> {
        let mut sections = [0; SECTIONS + 1];
        for near in 0..SECTIONS as u32 {
            let placements = match material.own.men.checked_sub(near) {
                Some(field) => {
                    binomial(B::ROW, near)
                        * binomial(B::FIELD_SQUARES, field)
                        * binomial(B::OTHERS_SQUARES - field, material.other.men)
                }
                None => 0,
            };
            sections[near as usize + 1] = sections[near as usize] + placements;
        }
        let mut numbering = DraughtsNumbering { material, sections, own_kings: 0, other_kings: 0, board: PhantomData };
        let free = numbering.free_squares();
        numbering.own_kings = binomial(free, material.own.kings);
        numbering.other_kings = binomial(free - material.own.kings, material.other.kings);
        numbering
    }

    pub fn material(&self) -> DraughtsMaterial {
        self.material
    }

    /// The number of squares without a man.
    pub fn free_squares(&self) -> u32 {
        B::SQUARES - self.material.own.men - self.material.other.men
    }

    /// The number of placements of the men.
    pub fn men(&self) -> u64 {
        self.sections[SECTIONS]
    }

    /// The number of placements of the mover's kings, and, for each of them, of the other side's kings.
    pub fn kings(&self) -> (u64, u64) {
        (self.own_kings, self.other_kings)
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.men() * self.own_kings * self.other_kings
    }

    /// The number of a placement of the men.
    #[inline(always)]
    pub fn rank_men(&self, men: Men) -> u64 {
        let near = men.own & B::NEAR_ROW;
        let field = men.own & B::FIELD;
        let others = B::OTHERS & !men.own;
        let (near_men, field_men) = (count_ones(near), count_ones(field));
        let own = rank_subset(near) * binomial(B::FIELD_SQUARES, field_men) + rank_subset(gather(field, B::FIELD));
        let width = binomial(B::OTHERS_SQUARES - field_men, self.material.other.men);
        self.sections[near_men as usize] + own * width + rank_subset(gather(men.other, others))
    }

    /// The placement of the men of this number.
    pub fn unrank_men(&self, number: u64) -> Men {
        let near_men = self.sections[1..].partition_point(|&end| end <= number);
        let number = number - self.sections[near_men];
        let near_men = near_men as u32;
        let field_men = self.material.own.men - near_men;
        let width = binomial(B::OTHERS_SQUARES - field_men, self.material.other.men);
        let (own, other) = (number / width, number % width);
        let fields = binomial(B::FIELD_SQUARES, field_men);
        let field = scatter(unrank_subset(own % fields, field_men), B::FIELD);
        let own = unrank_subset(own / fields, near_men) | field;
        let other = scatter(unrank_subset(other, self.material.other.men), B::OTHERS & !own);
        Men { own, other }
    }

    /// The number of a position.
    #[inline(always)]
    pub fn rank(&self, position: &Position) -> u64 {
        let men = Men { own: position.own & !position.kings, other: position.other & !position.kings };
        let (own, other) = (position.own & position.kings, position.other & position.kings);
        let free = men.free::<B>();
        let own_number = rank_subset(gather(own, free));
        let other_number = rank_subset(gather(other, free & !own));
        (self.rank_men(men) * self.own_kings + own_number) * self.other_kings + other_number
    }

    /// The position of this number, Black to move.
    pub fn unrank(&self, number: u64) -> Position {
        let (rest, other) = (number / self.other_kings, number % self.other_kings);
        let men = self.unrank_men(rest / self.own_kings);
        let free = men.free::<B>();
        let own = scatter(unrank_subset(rest % self.own_kings, self.material.own.kings), free);
        let other = scatter(unrank_subset(other, self.material.other.kings), free & !own);
        Position { own: men.own | own, other: men.other | other, kings: own | other, black_to_move: true, clock: 0 }
    }

    /// Visits the positions of `count` consecutive numbers from `first` on, Black to move.
    #[inline(always)]
    pub fn each(&self, first: u64, count: u64, mut visit: impl FnMut(Position)) {
        let (rest, mut other_number) = (first / self.other_kings, first % self.other_kings);
        let (mut men_number, mut own_number) = (rest / self.own_kings, rest % self.own_kings);
        let mut left = count;
        while left > 0 {
            let men = self.unrank_men(men_number);
            let free = SquareList::<B>::of(men.free::<B>());
            let mut own_set = unrank_subset(own_number, self.material.own.kings);
            while left > 0 && own_number < self.own_kings {
                let own = free.subset(own_set);
                let free = SquareList::<B>::of(men.free::<B>() & !own);
                let mut other_set = unrank_subset(other_number, self.material.other.kings);
                while left > 0 && other_number < self.other_kings {
                    let other = free.subset(other_set);
                    visit(Position {
                        own: men.own | own,
                        other: men.other | other,
                        kings: own | other,
                        black_to_move: true,
                        clock: 0,
                    });
                    left -= 1;
                    other_number += 1;
                    other_set = next_subset(other_set).unwrap_or(0);
                }
                other_number = 0;
                own_number += 1;
                own_set = next_subset(own_set).unwrap_or(0);
            }
            own_number = 0;
            men_number += 1;
        }
    }
}

/// The squares of a set, each as a set.
pub(super) struct SquareList<B: DraughtsBoard>(B::List);

impl<B: DraughtsBoard> SquareList<B> {
    #[inline(always)]
    pub fn of(mut set: u64) -> SquareList<B> {
        let mut squares = B::NO_SQUARES;
        for square in squares.as_mut() {
            *square = set & set.wrapping_neg();
            set ^= *square;
        }
        SquareList(squares)
    }

    /// The squares at the places of a subset.
    #[inline(always)]
    pub fn subset(&self, places: u64) -> u64 {
        let squares = self.0.as_ref();
        ones::<usize>(places).fold(0, |set, place| set | squares[place % squares.len()])
    }
}
