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
    ) throws(RangeCoreError) { try follow(controller, id: id) }

    /// Loads what the items of a list show, whoever updates it.
    package func follow(
        _ list: some FollowedList, id: @escaping @MainActor (Int) -> ID?
    ) throws(RangeCoreError) {
        leave(list)
        lastList += 1
        let number = lastList
        lists[number] = WeakList(list: list)
        list.followers.append(
            ListAttachment(
                self, by: list.scheduler, didUpdate: { [unowned self] in take($0, number, id) },
                load: { [unowned self] in id($0).flatMap(load) },
                count: { [unowned self] in totals },
                end: { [weak self] in self?.end(number) }))
        if !foresee(list) { try want(of: list, number, id) }
    }

    /// Gives a list foresight that has none, and has it updated, if it ever was; returns whether it
    /// had none.
    private func foresee(_ list: some FollowedList) -> Bool {
        let foresight = settings.foresight
        guard foresight > 0, list.settings.foresight == 0 else { return false }
        list.configure { $0.foresight = foresight }
        list.updateAgain()
        return true
    }

    /// Loads what the items of a host's list show; the same for its controller.
    public func attach<Surface>(
        to host: ListHost<Surface>, id: @escaping @MainActor (Int) -> ID?
    ) throws(RangeCoreError) {
        try attach(to: host.controller, id: id)
    }

    /// Ends what a list wants. Loads that only it wanted are cancelled after a moment.
    public func detach(from controller: RangeController) { leave(controller) }

    /// Follows a list no longer.
    package func leave(_ list: some FollowedList) {
        list.followers.removeAll { $0.serves(self) }
        for (number, each) in lists where each.list === list { end(number) }
    }

    private func take(
        _ list: any FollowedList, _ number: Int64, _ id: @MainActor (Int) -> ID?
    ) {
        do throws(RangeCoreError) {
            try want(of: list, number, id)
        } catch {
            // What was wanted before is wanted still.
            list.report(error)
        }
    }

    private func want(
        of list: some FollowedList, _ number: Int64, _ id: @MainActor (Int) -> ID?
    ) throws(RangeCoreError) {
        let wants = try list.withEngine { list throws(RangeCoreError) -> [rc_ticket_want]? in
            // A list that has changed is about to be updated.
            guard let parts = list.wantedItems else { return nil }
            var (wants, numbers): ([rc_ticket_want], [(index: Int, number: rc_id)]) = ([], [])
            for items in parts {
                let those = items.map { index in id(index).map(self.number) ?? noID }
                wants += try list.wants(of: items, ids: those, cost: estimate)
                if list.recorder == nil { continue }
                let known = zip(items, those).filter { $0.1 != noID }
                numbers += known.map { (index: $0, number: $1) }
            }
            list.recorder?.note(wanted: numbers, by: self)
            return wants
        }
        guard let wants else { return }
        try engine.want(wants, by: number)
        wanted[number] = wants.map(\.id)
        update()
        sweep()
    }

    private func end(_ list: Int64) {
        guard lists.removeValue(forKey: list) != nil else { return }
        wanted[list] = nil
        // Without wants there is nothing to allocate.
        try? engine.want([], by: list)
        update()
    }
}
