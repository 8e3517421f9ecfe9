use hindsight::{games::*, solve::*, space::*};
fn main() {
    let n: usize = std::env::args().nth(1).map_or(2, |s| s.parse().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap();
    let g = pangki::Pangki::new();
    let mut v: Vec<_> = (0..10)
        .map(|_| {
            let t = std::time::Instant::now();
            let c = pool.install(|| sets::solve(&g, &g.steps().unwrap()).unwrap());
            std::hint::black_box(c);
            t.elapsed().as_micros()
        })
        .collect();
    v.sort();
    println!("{n} threads: min {} med {} max {}", v[0], v[5], v[9]);
}
