//! What is seen of lists that scroll, change, hide and cover, and when it is told.

use std::cell::Cell;
use std::rc::Rc;

use rangecore::*;

/// A window of 300 points, with rows of 100 and a header of 40.
struct Page {
    offset: f64,
    breadth: f64,
    bar: f64,
    header: Option<i64>,
}

impl Surface for Page {
    type View = ();
    fn viewport(&mut self) -> Viewport {
        let (offset, inset_end) = (self.offset, self.bar);
        Viewport { offset, length: 300.0, inset_end, ..Viewport::default() }
    }
    fn breadth(&mut self) -> f64 {
        self.breadth
    }
    fn set_scroll_length(&mut self, _length: f64) {}
    fn set_offset(&mut self, offset: f64, _animated: bool) {
        self.offset = offset;
    }
    fn make_view(&mut self, _item: i64) {}
    fn measure(&mut self, _view: &mut (), item: i64, _columns: u32) -> f64 {
        if self.header == Some(item) {
            40.0
        } else {
            100.0
        }
    }
    fn place(&mut self, _view: &mut (), _frame: &Frame) {}
    fn recycle(&mut self, _view: ()) {}
    fn wake(&mut self, _seconds: f64) {}
}

struct World {
    time: Rc<Cell<f64>>,
    host: ListHost<Page>,
    impressions: Impressions<String>,
    ids: Vec<String>,
}

impl World {
    fn new(rules: &[ImpressionRule], thresholds: &[f64], header: Option<i64>) -> Self {
        let time = Rc::new(Cell::new(0.0));
        let page = Page { offset: 0.0, breadth: 320.0, bar: 0.0, header };
        let mut host = ListHost::new(page, &ListOptions::default()).unwrap();
        let mut impressions = Impressions::new(rules, thresholds).unwrap();
        let (now, also) = (time.clone(), time.clone());
        host.clock = Box::new(move || now.get());
        impressions.clock = Box::new(move || also.get());
        host.list_mut().set_estimate(100.0).unwrap();
        host.list_mut().insert(0, 1000).unwrap();
        if let Some(header) = header {
            let mut settings = host.list().settings().unwrap();
            settings.pins_headers = true;
            host.list_mut().set_settings(&settings).unwrap();
            host.list_mut().mark_header(header, 1).unwrap();
        }
        let ids = (0..1000).map(|id| id.to_string()).collect();
        Self { time, host, impressions, ids }
    }

    fn plain() -> Self {
        Self::new(&[ImpressionRule::default()], &[], None)
    }

    /// Scrolls, and tells what has happened: `+` and `-` with the id and the time, and `#` with the
    /// level.
    fn at(&mut self, time: f64, offset: f64) -> Vec<String> {
        self.time.set(time);
        self.host.surface_mut().offset = offset;
        self.host.update().unwrap();
        let ids = &self.ids;
        let items = |index: i64| Some((ids[index as usize].clone(), 0)).filter(|it| it.0 != "none");
        let told = self.impressions.follow(&self.host, items).unwrap();
        self.impressions.validate().unwrap();
        told.iter().map(text).collect()
    }
}

fn text(it: &Impression<String>) -> String {
    let Impression { id, time, .. } = it;
    match it.kind {
        ImpressionKind::Seen { seconds, .. } => format!("+{id} {time} {seconds}"),
        ImpressionKind::Left { seconds, .. } => format!("-{id} {time} {seconds}"),
        ImpressionKind::Crossed { level, fraction } => format!("#{id} {level} {fraction}"),
        _ => unreachable!(),
    }
}

const NOTHING: [&str; 0] = [];

#[test]
fn what_stays_is_seen_at_the_exact_time() {
    let mut world = World::plain();
    assert_eq!(world.at(0.0, 0.0), NOTHING);
    assert_eq!(world.impressions.next_time(), 1.0);
    assert_eq!(world.at(6.0, 0.0), ["+0 1 1", "+1 1 1", "+2 1 1"]);
    assert_eq!(world.impressions.next_time(), f64::INFINITY);
    assert_eq!(world.at(6.0, 160.0), ["-0 6 6", "-1 6 6"]);
    assert!(world.impressions.is_seen(&"0".into()) && !world.impressions.is_seen(&"3".into()));
    assert!(!world.impressions.is_seen(&"unknown".into()));
    world.time.set(7.5);
    let told = world.impressions.update().unwrap();
    assert_eq!(told.iter().map(text).collect::<Vec<_>>(), ["+3 7 1", "+4 7 1"]);
}

#[test]
fn what_is_scrolled_past_is_not_seen() {
    let mut world = World::plain();
    for step in 0..100 {
        assert_eq!(world.at(f64::from(step) * 0.5, f64::from(step) * 300.0), NOTHING);
    }
}

#[test]
fn nobody_looks() {
    let mut world = World::plain();
    world.at(0.0, 0.0);
    world.impressions.is_active = false;
    assert_eq!(world.at(0.5, 0.0), NOTHING);
    world.impressions.is_active = true;
    assert_eq!(world.at(5.0, 0.0), NOTHING);
    assert_eq!(world.at(6.0, 0.0), ["+0 6 1", "+1 6 1", "+2 6 1"]);
    // A hidden list shows nothing.
    world.host.surface_mut().breadth = 0.0;
    assert_eq!(world.at(7.0, 0.0), ["-0 7 2", "-1 7 2", "-2 7 2"]);
}

#[test]
fn a_session_and_what_is_forgotten() {
    let mut world = World::plain();
    world.at(0.0, 0.0);
    world.impressions.reset();
    let told = world.at(2.0, 0.0);
    assert_eq!(told[..4], ["+0 1 1", "+1 1 1", "+2 1 1", "-0 2 2"]);
    assert!(!world.impressions.is_seen(&"0".into()));
    assert_eq!(world.at(3.0, 200.0).len(), 5);
    for id in ["0", "2", "unknown"] {
        world.impressions.forget(&id.into());
    }
    let seen: Vec<_> = ["0", "1", "2"].map(|id| world.impressions.is_seen(&id.into())).into();
    assert_eq!(seen, [false, true, true]);
    world.impressions.detach(world.host.list());
    let told = world.impressions.update().unwrap();
    assert_eq!(told.iter().map(text).collect::<Vec<_>>(), ["-2 3 1"]);
}

#[test]
fn what_a_bar_or_a_header_covers_is_not_seen() {
    let mut world = World::new(&[ImpressionRule::default()], &[], Some(0));
    world.host.surface_mut().bar = 100.0;
    // 40 points of header, 1 has 50 of its 100 below it, 2 is whole, and 3 has 10 above the bar.
    world.at(0.0, 50.0);
    assert_eq!(world.at(1.0, 50.0), ["+0 1 1", "+1 1 1", "+2 1 1"]);
    assert_eq!(world.at(2.0, 51.0), ["-1 2 2"]);
    assert_eq!(world.at(3.0, 50_000.0), ["-2 3 3"]);
}

#[test]
fn ids_go_with_their_items_and_have_rules() {
    let mut world = World::plain();
    world.ids[2] = "none".into();
    world.at(0.0, 0.0);
    world.ids.insert(0, "new".into());
    world.host.list_mut().insert(0, 1).unwrap();
    let early = world.impressions.follow(&world.host, |_| panic!("it is about to be updated"));
    assert_eq!(early.unwrap(), []);
    let offset = world.host.surface().offset;
    assert_eq!(world.at(1.0, offset), ["+0 1 1", "+1 1 1"]);

    let rules = [ImpressionRule::default(), ImpressionRule { fraction: 1.0, seconds: 0.0 }];
    let mut impressions = Impressions::new(&rules, &[]).unwrap();
    let told = impressions.follow(&world.host, |index| Some((index, (index % 2) as usize)));
    let kinds: Vec<_> = told.unwrap().iter().map(|it| (it.id, it.kind)).collect();
    let seen = ImpressionKind::Seen { seconds: 0.0, rule: 1 };
    assert_eq!(kinds, [(1, seen), (3, seen)]);
}

#[test]
fn thresholds_are_crossed() {
    let mut world = World::new(&[ImpressionRule::default()], &[0.0, 0.5, 1.0], None);
    assert_eq!(world.at(0.0, 25.0), ["#0 2 0.75", "#1 3 1", "#2 3 1", "#3 1 0.25"]);
    assert_eq!(world.at(0.0, 100.0), ["#0 0 0", "#3 3 1"]);
}

#[test]
fn a_carousel_that_is_scrolled_out_counts_in_part() {
    let mut world = World::plain();
    world.host.update().unwrap();
    let mut follow = |time, cross| {
        world.time.set(time);
        let visible = world.host.latest().unwrap().visible;
        let items = |index: i64| Some((index.to_string(), 0));
        let (list, visible) = (world.host.list(), visible.lower..visible.upper);
        world.impressions.follow_list(list, visible, cross, items).unwrap().len()
    };
    assert_eq!((follow(0.0, 0.25), follow(5.0, 0.25)), (0, 0));
    assert_eq!((follow(5.0, 0.5), follow(6.0, 0.5)), (0, 3));
}

#[test]
fn little_is_remembered() {
    let kept = Rc::new(());
    let mut world = World::plain();
    // Crossings tell of what is not seen, too.
    let mut impressions = Impressions::new(&[ImpressionRule::default()], &[0.0]).unwrap();
    let now = world.time.clone();
    impressions.clock = Box::new(move || now.get());
    world.host.list_mut().insert(0, 9000).unwrap();
    #[derive(Clone)]
    struct Counted {
        id: i64,
        _kept: Rc<()>,
    }
    impl PartialEq for Counted {
        fn eq(&self, other: &Self) -> bool {
            self.id == other.id
        }
    }
    impl Eq for Counted {}
    impl std::hash::Hash for Counted {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            self.id.hash(state);
        }
    }
    for step in 0..1500 {
        world.time.set(f64::from(step).min(2.0));
        world.host.surface_mut().offset = f64::from((step - 2).max(0)) * 300.0;
        world.host.update().unwrap();
        let items = |id| Some((Counted { id, _kept: kept.clone() }, 0));
        assert!(impressions.follow(&world.host, items).unwrap().len() < 10);
    }
    assert!(Rc::strong_count(&kept) < 2 * 2100, "{}", Rc::strong_count(&kept));
    assert!(impressions.is_seen(&Counted { id: 0, _kept: kept.clone() }));
    drop(impressions);
    assert_eq!(Rc::strong_count(&kept), 1);
}

#[test]
fn mistakes_are_named() {
    let rule = |fraction, seconds| ImpressionRule { fraction, seconds };
    let half = ImpressionRule::default();
    let made = |rules: &[_], thresholds: &[_]| Impressions::<i64>::new(rules, thresholds).err();
    for (text, error) in [
        ("rules is 0", made(&[], &[])),
        ("rules is 5", made(&[half; 5], &[])),
        ("rules[1] is 1.5", made(&[half, rule(1.5, 1.0)], &[])),
        ("rules[0] is -1", made(&[rule(0.5, -1.0)], &[])),
        ("rules[0] is NaN", made(&[rule(f64::NAN, 1.0)], &[])),
        ("thresholds is 33", made(&[half], &[0.5; 33])),
        ("thresholds[1] is 0.25", made(&[half], &[0.5, 0.25])),
    ] {
        assert_eq!(error.unwrap().to_string(), format!("invalid argument: {text}"));
    }
    let mut world = World::plain();
    world.host.update().unwrap();
    let list = world.host.list();
    let mut refused = |visible, cross, rule| {
        let items = |index: i64| Some((index.to_string(), rule));
        world.impressions.follow_list(list, visible, cross, items).unwrap_err().to_string()
    };
    assert_eq!(refused(0..1001, 1.0, 0), "invalid argument: visible is 0..1001");
    assert_eq!(refused(0..3, 1.5, 0), "invalid argument: cross is 1.5");
    assert_eq!(refused(0..3, 1.0, 1), "invalid argument: rule is 1");
    world.impressions.clock = Box::new(|| f64::NAN);
    let error = world.impressions.update().unwrap_err();
    assert_eq!(error.to_string(), "invalid argument: clock is NaN");
}
