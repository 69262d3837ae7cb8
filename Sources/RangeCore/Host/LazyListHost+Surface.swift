// A stack that asks where rows are to be, and places them there: a surface, whose host makes the updates.

extension LazyListHost {
    /// Shows the list on a surface, which places the rows where the list has them; the ids come as for any stack.
    ///
    /// Of what a stack tells, ``setViewport(_:)`` and ``movement`` count. The host holds the surface weakly, and is
    /// held by nothing: once it is gone, the list follows a stack again.
    package func show<Surface>(
        on surface: Surface, didUpdate: @escaping @MainActor () -> Void
    ) -> ListHost<Surface> {
        let host = ListHost(surface: surface, controller: controller)
        host.lanesForBreadth = { [unowned controller] _ in controller.laneCount }
        host.onError = { [weak self] in self?.report($0) }
        host.onUpdate = { [weak self] _ in
            didUpdate()
            self?.publish()
        }
        note(.settings)
        return host
    }

    /// Has the surface's host update, at the end of the main actor's turn.
    package func setNeedsUpdate() { note(.settings) }

    /// Takes in the offset that the list itself has set.
    package func noteOffset(_ offset: Double) { viewport.offset = offset }

    /// Has the host of a surface update, and scroll to what is to be restored.
    func update(by host: any ControllerHost) {
        if movement == .user, news.contains(.movement) { (restoration, aim) = (nil, nil) }
        if host.extentsAreKnown != (extent != nil) { host.extentsAreKnown = extent != nil }
        news = []
        if let offset = wantedOffset {
            wantedOffset = nil
            host.scroll(toOffset: offset, animated: false)
        } else if let aim, viewport.length > 0, let index = indices[aim.id] {
            // Before there is a viewport it would be at the start.
            self.aim = nil
            host.scroll(toItem: index, at: aim.alignment, animated: false)
        } else {
            host.update()
        }
    }
}
