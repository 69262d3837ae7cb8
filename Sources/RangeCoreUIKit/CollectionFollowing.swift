import RangeCore

/// The list of a collection view's layout, as what follows it sees it.
@MainActor
final class CollectionFollowing: FollowedList {
    var followers: [ListAttachment] = []
    let scheduler = ListScheduler.mainActor
    let model: CollectionLayoutModel
    private let update: @MainActor () -> Void

    /// - Parameter update: A closure that updates the list as it is. It must not own the layout.
    init(_ model: CollectionLayoutModel, update: @escaping @MainActor () -> Void) {
        (self.model, self.update) = (model, update)
    }

    var settings: ListSettings { model.list.engine.settings }
    var lastUpdate: ListUpdate? { model.current?.update }
    func configure(_ change: (inout ListSettings) -> Void) { model.configure(change) }
    func updateAgain() { update() }
    func report(_ error: RangeCoreError) { model.onError(error) }
    // The calls of a layout's list are not recorded.
    func noteLoad(of number: Int64, by owner: AnyObject, _ outcome: BatchContext.Outcome?) {}

    func addPreloadTime(_ seconds: Double) {
        do throws(RangeCoreError) {
            try model.list.engine.addPreloadTime(seconds)
        } catch {
            report(error)
        }
    }

    func withEngine<Result>(
        _ body: (borrowing ListEngine) throws(RangeCoreError) -> Result
    ) throws(RangeCoreError) -> Result { try body(model.list.engine) }

    /// What is at an index of the list, for a closure that goes by paths; nil for headers and footers.
    func item(_ index: Int) -> ItemPath? {
        let path = model.list.sections.path(of: index)
        return path.item == nil ? nil : path
    }
}
