extension Paginator {
    /// Loads a page and finishes a flight of the list with what it comes to.
    ///
    /// - Throws: what the flight was finished with, if not a page.
    func load(in context: BatchContext) async throws {
        try await context.finish {
            // A flight that was over before it began leaves alone what began since.
            if context.wasCancelled || Task.isCancelled { throw CancellationError() }
            // What flew before is over for the list, even where its fetch has not noticed.
            if let request { try? counts.cancel(request) }
            guard hasMore else {
                context.completeAndEnd()
                throw RangeCoreError.notFound
            }
            try await load(for: context)
            return !hasMore
        }
    }

    /// Loads a page, for a flight of the list where there is one.
    func load(for context: BatchContext? = nil) async throws {
        let request = try counts.begin()
        self.request = request
        change(to: .loading)
        do {
            let page = try await withTaskCancellationHandler {
                try await fetch(request.page)
            } onCancel: {
                // At once: the fetch may take its time to notice, or not care.
                context?.cancel()
                Task { @MainActor in self.giveUp(request) }
            }
            if context?.wasCancelled == true || Task.isCancelled { throw CancellationError() }
            try receive(page, for: request)
        } catch {
            try settle(request, after: error)
        }
    }

    private func giveUp(_ request: PageCounts.Request) {
        guard (try? counts.cancel(request)) != nil else { return }
        change(to: hasMore ? .idle : .finished)
    }

    // A request that was given up, or that a refresh has made stale, changes nothing, whatever
    // became of it.
    private func settle(_ request: PageCounts.Request, after error: any Error) throws {
        do {
            if error is CancellationError || Task.isCancelled {
                try counts.cancel(request)
                change(to: hasMore ? .idle : .finished)
            } else {
                try counts.fail(request)
                change(to: .failed(error))
            }
        } catch {
            throw CancellationError()
        }
        throw error
    }

    private func receive(_ page: Page<Item>, for request: PageCounts.Request) throws {
        var seen = replaces ? [] : seen
        let fresh = page.items.filter { seen.insert(id($0)).inserted }
        let reply = PageCounts.Reply(
            itemCount: page.items.count, droppedCount: page.items.count - fresh.count,
            totalPages: page.totalPages, totalItems: page.totalItems)
        var counts = counts
        try counts.receive(reply, for: request)
        if replaces {
            try replace(with: fresh)
        } else {
            try controller?.insert(fresh.count, at: items.count)
            items += fresh
        }
        self.counts = counts
        self.seen = seen
        replaces = false
        change(to: hasMore ? .idle : .finished)
    }

    // Items that are still there keep their nodes and their extents. The items follow edit by edit:
    // where one is refused, they are what the list holds, and the next first page replaces them.
    private func replace(with fresh: [Item]) throws {
        let (old, new) = (items.map(id), fresh.map(id))
        let wanted = Set(new)
        // Removed first, so that what is compared is no longer than a page.
        var upper = old.count
        while upper > 0 {
            var lower = upper
            while lower > 0, !wanted.contains(old[lower - 1]) { lower -= 1 }
            if lower < upper { try apply(.remove(lower..<upper), of: fresh) }
            upper = lower - 1
        }
        let kept = old.filter(wanted.contains)
        let difference = new.difference(from: kept).inferringMoves()
        for edit in try ListEdit.edits(of: difference, count: kept.count) {
            try apply(edit, of: fresh)
        }
        items = fresh
    }

    // One edit of those that turn the items into others; what is inserted has its place by then.
    private func apply(_ edit: ListEdit, of fresh: [Item]) throws {
        try controller?.apply(edit)
        switch edit {
        case .insert(let count, let index):
            items.insert(contentsOf: fresh[index..<index + count], at: index)
        case .remove(let range):
            items.removeSubrange(range)
        case .move(let range, let index):
            let moved = Array(items[range])
            items.removeSubrange(range)
            items.insert(contentsOf: moved, at: index)
        // A difference makes no others.
        case .insertMeasured, .reload, .measure, .setEstimate: break
        }
    }

    private func change(to state: LoadingState) {
        self.state = state
        updateLoadingRow()
        onChange?()
    }

    /// Gives the loading row its room after the last item.
    func updateLoadingRow() {
        guard let controller, loadingRowExtent != 0 else { return }
        var settings = controller.settings
        settings.extraLengths.tail = hasMore ? loadingRowExtent : 0
        try? controller.configure(settings)
    }
}
