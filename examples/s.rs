use hindsight::{games::*, probe::*, solve::*, space::*, value::*};
fn main() {
    let n: usize = std::env::args().nth(1).map_or(2, |s| s.parse().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap();
    let g = pangki::Pangki::new();
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let c = pool.install(|| sets::solve(&g, &g.steps().unwrap()).unwrap());
        println!("sets {:?}", t.elapsed());
        if std::env::args().nth(2).is_some() {
            let s = pool.install(|| solve_all(&g, &()).unwrap());
            let mut bad = 0;
            let mut n = 0;
            for (i, sl) in g.slices().iter().enumerate() {
                for x in 0..sl.entries {
                    let e = Entry { slice: SliceId(i as u32), index: x };
                    n += 1;
                    if s.value(e).unwrap() != c[i].value(x) {
                        bad += 1;
                        if bad < 10 {
                            println!("{} {x} {:?} {:?} {:?}", sl.name, s.value(e), c[i].value(x), g.unrank(e));
                        }
                    }
                }
            }
            println!("{bad} bad of {n}");
            break;
        }
    }
}
