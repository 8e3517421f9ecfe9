//! The drawings of the chess men, made for this project: see [`Figure::Drawing`](crate::game::Figure::Drawing).

/// A drawing with the foot that all men but the pawn have.
macro_rules! on_foot {
    ($upper:literal) => {
        concat!($upper, "<path d=\"M-35 48V42Q-35 35 -27 34H27Q35 35 35 42V48Z\"/>")
    };
}

/// The drawings by [`PieceType`](super::position::PieceType).
pub const MEN: [&str; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

const PAWN: &str = "<path d=\"M-30 48V42Q-30 35 -22 33Q-10 22 -9 3H-14Q-18 0 -15 -4Q-11 -7 -9 -8A18 18 0 1 1 9 -8Q11 -7 15 -4\
                    Q18 0 14 3H9Q10 22 22 33Q30 35 30 42V48Z\"/>\
                    <path d=\"M-22 34H22\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"/>";

const KNIGHT: &str = on_foot!(
    "<path d=\"M-28 34C-27 17 -7 9 -4 -7C-10 -2 -16 1 -21 3C-25 12 -30 15 -36 11C-42 8 -43 2 -40 -4C-33 -14 -31 -19 -27 -27\
     C-24 -32 -19 -36 -14 -38L-13 -50L-3 -41C27 -38 36 -6 31 34Z\"/>\
     <path d=\"M-25 -21L-17 -24\" stroke=\"currentColor\" stroke-width=\"6\"/>\
     <path d=\"M-35 3L-34 2\" stroke=\"currentColor\" stroke-width=\"4.5\"/>\
     <path d=\"M2 -32C19 -25 25 -4 22 25\" fill=\"none\" stroke=\"currentColor\"/>"
);

const BISHOP: &str = on_foot!(
    "<path d=\"M-10 12C-10 23 -20 29 -25 34H25C20 29 10 23 10 12Z\"/>\
     <path d=\"M-10 4C-29 -8 -17 -28 0 -39C17 -28 29 -8 10 4Z\"/>\
     <path d=\"M-17 12Q-20 8 -16 4H16Q20 8 17 12Z\"/>\
     <path d=\"M0 -50A6 6 0 1 1 -.1 -50Z\"/>\
     <path d=\"M8 -27L-3 -11\" stroke=\"currentColor\"/>"
);

const ROOK: &str = on_foot!(
    "<path d=\"M-27 34Q-20 27 -20 14V-16L-29 -23V-46H-17V-37H-6V-46H6V-37H17V-46H29V-23L20 -16V14Q20 27 27 34Z\"/>\
     <path d=\"M-19 -16H19M-19 14H19\" stroke=\"currentColor\" stroke-width=\"2.5\"/>"
);

const QUEEN: &str = on_foot!(
    "<path d=\"M-25 19L-40 -22L-21 1L-20 -33L-6 -2L0 -37L6 -2L20 -33L21 1L40 -22L25 19Z\"/>\
     <path d=\"M-25 19C-20 26 -23 30 -27 34H27C23 30 20 26 25 19Z\"/>\
     <path d=\"M-40 -31A5 5 0 1 1 -40.1 -31ZM-20 -43A5 5 0 1 1 -20.1 -43ZM0 -48A5.5 5.5 0 1 1 -.1 -48Z\
     M20 -43A5 5 0 1 1 19.9 -43ZM40 -31A5 5 0 1 1 39.9 -31Z\"/>\
     <path d=\"M-21 20Q0 13 21 20\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"/>"
);

const KING: &str = on_foot!(
    "<path d=\"M-3.5 -50H3.5V-44H10V-37H3.5V-27H-3.5V-37H-10V-44H-3.5Z\"/>\
     <path d=\"M0 -9C-7 -34 -42 -31 -40 -6C-39 8 -27 12 -25 20H25C27 12 39 8 40 -6C42 -31 7 -34 0 -9Z\"/>\
     <path d=\"M0 -8C-8 -17 -7 -25 0 -30C7 -25 8 -17 0 -8Z\"/>\
     <path d=\"M-25 20C-21 26 -23 30 -27 34H27C23 30 21 26 25 20Z\"/>\
     <path d=\"M-20 19Q0 12 20 19M0 -8V14\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\"/>"
);
