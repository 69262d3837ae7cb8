import RangeCore

@testable import RangeCoreUIKit

/// A collection view as far as its layout can tell: what it asks, in which order, and when it applies
/// an adjustment of its offset.
final class FakeCollectionView {
    let model: CollectionLayoutModel
    fileprivate(set) var data: SectionModel
    /// How high a cell wants to be at a breadth, by id.
    var wanted: (_ id: Int, _ breadth: Double) -> Double = { id, breadth in
        Double(20 + abs(id) * 37 % 90) + (breadth < 400 ? 15 : 0)
    }
    var geometry = CollectionLayoutModel.Geometry(offset: 0, length: 600, breadth: 320)
    /// Whether an adjustment is applied at once, or at the end of the layout pass.
    var adjustsAtOnce = true
    /// The places of what is on screen, by id.
    private(set) var shown: [Int: SectionedEngine.Place] = [:]
    /// The ids that have been sized at the present breadth.
    private(set) var sized: Set<Int> = []
    private(set) var prefetched: Set<Int> = []
    private(set) var faults: [String] = []
    fileprivate var isInvalid = true
    private var waiting = 0.0

    init(
        _ data: SectionModel, estimate: Double = 50, spacing: Double = 0,
        kinds: SectionKinds = SectionKinds(hasHeaders: true)
    ) throws {
        self.data = data
        model = try CollectionLayoutModel(estimate: estimate, spacing: spacing, kinds: kinds)
        model.onError = { [unowned self] in faults.append("\($0)") }
        model.invalidate(everything: true, counts: true)
        layOut()
    }

    /// Tells the app what is to be prefetched, and what no longer.
    func deliver() {
        let news = model.takeNews()
        prefetched.formIntersection(data.ids)
        for path in news.left where prefetched.remove(data.id(of: path)) == nil {
            faults.append("\(path) cancelled, but not prefetched")
        }
        for path in news.entered where !prefetched.insert(data.id(of: path)).inserted {
            faults.append("\(path) prefetched twice")
        }
    }

    fileprivate func adjust(_ adjustment: Double) {
        if adjustsAtOnce { move(by: adjustment) } else { waiting += adjustment }
    }

    // Whoever sets the offset, it is a change of the bounds.
    private func move(by distance: Double) {
        if distance == 0 { return }
        var next = geometry
        next.offset += distance
        let isInvalidated = model.boundsChange(to: next, isUserDriven: false)
        geometry = next
        if isInvalidated { move(by: model.adjustment()) }
    }

    /// A layout pass: cells for what is on screen, which may size themselves.
    func layOut() {
        if isInvalid { model.prepare(geometry) { data.counts } }
        isInvalid = false
        for _ in 0..<10 {
            let (start, end) = (geometry.offset, geometry.offset + geometry.length)
            guard let places = model.places(in: start..<end) else {
                faults.append("no places")
                return
            }
            shown = [:]
            var isSized = true
            for place in places {
                let id = data.id(of: place.path)
                shown[id] = place
                guard sized.insert(id).inserted else { continue }
                if model.setExtent(wanted(id, geometry.breadth), of: place.path) {
                    adjust(model.correctionAfterSizing(geometry))
                    isSized = false
                }
            }
            move(by: waiting)
            waiting = 0
            if isSized { return }
        }
        faults.append("the cells are sized for ever")
    }

    func scroll(to offset: Double, isUserDriven: Bool = true) {
        var next = geometry
        next.offset = offset
        change(to: next, isUserDriven: isUserDriven)
    }

    func resize(length: Double, breadth: Double) {
        var next = geometry
        (next.length, next.breadth) = (length, breadth)
        sized = []
        change(to: next, isUserDriven: false)
    }

    private func change(to next: CollectionLayoutModel.Geometry, isUserDriven: Bool) {
        let isInvalidated = model.boundsChange(to: next, isUserDriven: isUserDriven)
        geometry = next
        if isInvalidated { move(by: model.adjustment()) }
        layOut()
    }

    func perform(_ updates: [CollectionUpdate], becoming next: SectionModel) {
        model.invalidate(everything: false, counts: true)
        model.prepare(geometry) { next.counts }
        if model.places(in: 0..<100) != nil { faults.append("places of unknown items") }
        for case .reloadItem(let path) in updates { sized.remove(data.id(of: path)) }
        data = next
        model.apply(updates, counts: next.counts, geometry)
        move(by: model.target(geometry.offset) - geometry.offset)
        layOut()
        move(by: model.finishUpdates())
        layOut()
    }

    /// How far each item that is shown begins from the top of the screen.
    var screen: [Int: Double] { shown.mapValues { $0.start - geometry.offset } }

    /// The item at the top of the screen, as long as it is one that can be seen to move.
    var top: Int? {
        shown.filter { !$0.value.isPinned && $0.value.start + $0.value.extent > geometry.offset }
            .min { $0.value.start < $1.value.start }?.key
    }
}

extension SectionModel {
    /// That of a footer is that of the section's header, negative.
    func id(of path: ItemPath) -> Int {
        if path.isFooter { return -sections[path.section][0] }
        return sections[path.section][path.item.map { $0 + 1 } ?? 0]
    }
}

extension FakeCollectionView {
    /// Updates as the layout does once its data has been taken in, or when it is told to scroll.
    func updateAgain() {
        adjust(model.updateAgain(geometry))
        // The first pass may end with the new offset, which is followed by another.
        layOut()
        layOut()
    }

    /// New data, of which nothing is known.
    func reload(_ next: SectionModel) {
        data = next
        isInvalid = true
        model.invalidate(everything: true, counts: true)
        layOut()
        if model.isToScroll { updateAgain() }
    }
}
