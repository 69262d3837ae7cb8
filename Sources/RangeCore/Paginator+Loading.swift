extension Paginator {
    /// Loads a page and finishes a flight of the list with what it comes to.
    @discardableResult
    func load(in context: BatchContext) async -> Result<Void, any Error> {
        do {
            try await load()
            if hasMore { context.complete(true) } else { context.completeAndEnd() }
            return .success(())
        } catch RangeCoreError.notFound {
            context.completeAndEnd()
            return .failure(RangeCoreError.notFound)
        } catch {
            if error is CancellationError || Task.isCancelled {
                context.cancel()
            } else {
                context.fail(error)
            }
            return .failure(error)
        }
    }

    func load() async throws {
        let request = try counts.begin()
        change(to: .loading)
        do {
            let page = try await fetch(request.page)
            try Task.checkCancellation()
            try receive(page, for: request)
        } catch {
            try settle(request, after: error)
        }
    }

    // A request that a refresh has made stale changes nothing, whatever became of it.
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

    // Items that are still there keep their nodes and their extents.
    private func replace(with fresh: [Item]) throws {
        let (old, new) = (items.map(id), fresh.map(id))
        let wanted = Set(new)
        // Removed first, so that what is compared is no longer than a page.
        var upper = old.count
        while upper > 0 {
            var lower = upper
            while lower > 0, !wanted.contains(old[lower - 1]) { lower -= 1 }
            if lower < upper { try controller?.remove(lower..<upper) }
            upper = lower - 1
        }
        let kept = old.filter(wanted.contains)
        try controller?.apply(new.difference(from: kept).inferringMoves())
        items = fresh
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
