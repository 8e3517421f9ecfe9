//! The drawings of the pieces, made for this project: see [`Figure::Drawing`](crate::game::Figure::Drawing).

pub const GOAT: &str = "<g fill=\"#a58a6b\"><path d=\"M-12 -24C-15 -43 -31 -52 -45 -45C-35 -42 -28 -31 -24 -15Z\"/>\
                        <path d=\"M12 -24C15 -43 31 -52 45 -45C35 -42 28 -31 24 -15Z\"/></g>\
                        <path d=\"M-20 -15C-33 -20 -44 -12 -48 -1C-37 3 -27 0 -20 -4ZM20 -15C33 -20 44 -12 48 -1C37 3 27 0 20 -4Z\"/>\
                        <path d=\"M-9 36L0 50L9 36Z\"/>\
                        <path d=\"M0 -33C19 -33 28 -18 25 -2C22 12 17 24 13 34C9 43 -9 43 -13 34C-17 24 -22 12 -25 -2C-28 -18 -19 -33 0 -33Z\"/>\
                        <path d=\"M-11 -7L-10.9 -7M11 -7L10.9 -7\" stroke-width=\"8\"/>\
                        <path d=\"M-7 24L0 29L7 24M0 29V35\" fill=\"none\"/>";

pub const TIGER: &str = "<g fill=\"#f08a24\"><path d=\"M-30 -18A15 15 0 1 1 -16 -38ZM30 -18A15 15 0 1 0 16 -38Z\"/>\
                         <path d=\"M0 -44C28 -44 46 -22 46 4C46 31 24 49 0 49C-24 49 -46 31 -46 4C-46 -22 -28 -44 0 -44Z\"/></g>\
                         <path d=\"M0 11C14 6 28 15 28 27C28 41 14 47 0 47C-14 47 -28 41 -28 27C-28 15 -14 6 0 11Z\" fill=\"#fff\"/>\
                         <path d=\"M-9 13H9L0 23Z\" fill=\"#7a2d1a\"/>\
                         <path d=\"M0 23V31M-11 35Q-4 37 0 31Q4 37 11 35\" fill=\"none\"/>\
                         <path d=\"M-19 -5L-18.9 -5M19 -5L18.9 -5\" stroke-width=\"10\"/>\
                         <path d=\"M0 -43V-24M-14 -40L-10 -25M14 -40L10 -25M-44 -2L-32 3M-45 14L-34 15M44 -2L32 3M45 14L34 15\" \
                         stroke-width=\"5.5\"/>";
