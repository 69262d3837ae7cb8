internal import CRangeCore

extension Preloader {
    /// Loads what the items of a list show, from its last update on.
    ///
    /// The controller holds the preloader, not the other way round. When the controller is released,
    /// the list wants nothing any more. A list without ``ListSettings/foresight`` is given that of the
    /// ``PreloadSettings``, and updates at once.
    ///
    /// - Parameters:
    ///   - controller: The controller of any list; if it is attached already, the closure is replaced.
    ///   - id: A closure that returns the id for an index of the list; nil for an item without
    ///     anything to load, such as a placeholder. Must not change the list.
    /// - Throws: ``RangeCoreError/outOfMemory``.
    public func attach(
        to controller: RangeController, id: @escaping @MainActor (Int) -> ID?
    ) throws(RangeCoreError) {
        detach(from: controller)
        lastList += 1
        let list = lastList
        controllers[list] = WeakController(controller: controller)
        controller.followers.append(
            ListAttachment(
                self, by: controller.scheduler, didUpdate: { [unowned self] in take($0, list, id) },
                load: { [unowned self] in id($0).flatMap(load) },
                count: { [unowned self] in totals },
                end: { [weak self] in self?.end(list) }))
        if !foresee(controller) { try want(of: controller, list, id) }
    }

    /// Gives a list foresight that has none, and has it updated, if it ever was; returns whether it
    /// had none.
    private func foresee(_ controller: RangeController) -> Bool {
        let foresight = settings.foresight
        guard foresight > 0, controller.settings.foresight == 0 else { return false }
        controller.configure { $0.foresight = foresight }
        controller.updateAgain()
        return true
    }

    /// Loads what the items of a host's list show; the same for its controller.
    public func attach<Surface>(
        to host: ListHost<Surface>, id: @escaping @MainActor (Int) -> ID?
    ) throws(RangeCoreError) {
        try attach(to: host.controller, id: id)
    }

    /// Ends what a list wants. Loads that only it wanted are cancelled after a moment.
    public func detach(from controller: RangeController) {
        controller.followers.removeAll { $0.serves(self) }
        for (list, each) in controllers where each.controller === controller { end(list) }
    }

    private func take(
        _ controller: RangeController, _ list: Int64, _ id: @MainActor (Int) -> ID?
    ) {
        do throws(RangeCoreError) {
            try want(of: controller, list, id)
        } catch {
            // What was wanted before is wanted still.
            controller.report(error)
        }
    }

    private func want(
        of controller: RangeController, _ list: Int64, _ id: @MainActor (Int) -> ID?
    ) throws(RangeCoreError) {
        // A list that has changed is about to be updated.
        guard let parts = controller.core.wantedItems else { return }
        var (wants, numbers): ([rc_ticket_want], [(index: Int, number: rc_id)]) = ([], [])
        for items in parts {
            let those = items.map { index in id(index).map(number) ?? noID }
            wants += try controller.core.wants(of: items, ids: those, cost: estimate)
            if controller.core.recorder == nil { continue }
            let known = zip(items, those).filter { $0.1 != noID }
            numbers += known.map { (index: $0, number: $1) }
        }
        try engine.want(wants, by: list)
        controller.core.recorder?.note(wanted: numbers, by: self)
        wanted[list] = wants.map(\.id)
        update()
        sweep()
    }

    private func end(_ list: Int64) {
        guard controllers.removeValue(forKey: list) != nil else { return }
        wanted[list] = nil
        // Without wants there is nothing to allocate.
        try? engine.want([], by: list)
        update()
    }
}
