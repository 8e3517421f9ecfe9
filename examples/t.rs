use hindsight::{game::*, games::*, probe::*, solve::*, space::*, value::*};
fn main() {
    let n: usize = std::env::args().nth(1).map_or(2, |s| s.parse().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap();
    let t = std::time::Instant::now();
    let g = pangki::Pangki::new();
    println!("new {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let s = pool.install(|| solve_all(&g, &()).unwrap());
    println!("solve {:?} entries {}", t.elapsed(), g.slices().iter().map(|s| s.entries).sum::<u64>());
    let t = std::time::Instant::now();
    let mut c = [0u64; 3];
    let mut hist = vec![[0u64; 2]; 200];
    let mut ent = vec![[0u64; 2]; 200];
    let mut l = [0u64; 3];
    let mut mv = 0;
    let mut maxd = 0;
    for (i, sl) in g.slices().iter().enumerate() {
        let leg = g.groups()[0].slices.contains(&SliceId(i as u32));
        for x in 0..sl.entries {
            let e = Entry { slice: SliceId(i as u32), index: x };
            if let Some(p) = g.unrank(e) {
                let w = g.weight(&p);
                let v = s.value(e).unwrap().unwrap();
                let k = match v {
                    Value::Win(d) => {
                        hist[d as usize][0] += w;
                        ent[d as usize][0] += 1;
                        0
                    }
                    Value::Loss(d) => {
                        hist[d as usize][1] += w;
                        ent[d as usize][1] += 1;
                        1
                    }
                    _ => 2,
                };
                c[k] += w;
                if leg {
                    l[k] += w;
                    mv += w * g.moves(&p).count() as u64;
                }
                maxd = maxd.max(v.plies().unwrap_or(0));
            }
        }
    }
    println!("{:?} {:?} moves {mv} max {maxd} {:?}", c, l, t.elapsed());
    println!("start {:?}", s.value(g.rank(&g.start()).unwrap()));
    if std::env::args().nth(2).is_some() {
        for (d, h) in hist.iter().enumerate() {
            if h != &[0, 0] {
                println!("{d} {h:?}");
            }
        }
    }
}
