extension Paginator {
    /// Loads a page and finishes a fetch of the list with the result.
    ///
    /// - Throws: The error or cancellation that the fetch was finished with.
    func load(in context: BatchContext) async throws {
        try await context.finish {
            // A fetch that was cancelled before it began must not disturb one that has begun since.
            if !context.isFetching || Task.isCancelled { throw CancellationError() }
            // An earlier request is over for the list, even if its fetch has not noticed yet.
            if let request { try? counts.cancel(request) }
            guard hasMore else {
                context.completeAndExhaust()
                throw RangeCoreError.notFound
            }
            try await load(for: context)
            return !hasMore
        }
    }

    /// Loads a page, for the fetch of the list if there is one.
    func load(for context: BatchContext? = nil) async throws {
        let request = try counts.begin()
        self.request = request
        change(to: .loading)
        do {
            let page = try await withTaskCancellationHandler {
                try await fetch(request.page)
            } onCancel: {
                // Immediately, since the fetch may notice late or not at all.
                context?.cancel()
                Task { @MainActor in self.abandon(request) }
            }
            if context?.isFetching == false || Task.isCancelled { throw CancellationError() }
            try receive(page, for: request)
        } catch {
            try settle(request, after: error)
        }
    }

    private func abandon(_ request: PageCounts.Request) {
        guard (try? counts.cancel(request)) != nil else { return }
        change(to: hasMore ? .idle : .finished)
    }

    // A request that was cancelled, or made stale by a refresh, changes nothing, whatever its
    // result.
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

    private func receive(_ page: FetchedPage<Item>, for request: PageCounts.Request) throws {
        var seen = replaces ? [] : seen
        let fresh = page.items.filter { seen.insert(id($0)).inserted }
        var counts = counts
        try counts.receive(
            itemCount: page.items.count, droppedCount: page.items.count - fresh.count,
            totalPages: page.totalPages, totalItems: page.totalItems, for: request)
        if replaces {
            try replace(with: fresh)
        } else {
            try controller?.insertItems(count: fresh.count, at: items.count)
            items += fresh
        }
        self.counts = counts
        self.seen = seen
        replaces = false
        change(to: hasMore ? .idle : .finished)
    }

    // Items that remain keep their nodes and extents. Items and list change together, edit by edit:
    // if an edit fails they still agree, and the next first page replaces the items.
    private func replace(with fresh: [Item]) throws {
        for edit in try ListEdit.edits(from: items.map(id), to: fresh.map(id)) {
            try apply(edit, of: fresh)
        }
        items = fresh
    }

    // One of the edits that turn the items into the new ones.
    private func apply(_ edit: ListEdit, of fresh: [Item]) throws {
        try controller?.apply(edit)
        switch edit {
        case .insert(let range, let index):
            items.insert(contentsOf: fresh[range], at: index)
        case .remove(let range):
            items.removeSubrange(range)
        case .move(let range, let index):
            let moved = Array(items[range])
            items.removeSubrange(range)
            items.insert(contentsOf: moved, at: index)
        }
    }

    private func change(to state: State) {
        self.state = state
        updateLoadingRow()
        onChange?()
    }

    // Reserves space for the loading row after the last item.
    private func updateLoadingRow() {
        guard let controller, loadingRowExtent != 0 else { return }
        do throws(RangeCoreError) {
            try controller.configure { $0.extraLengthAtTail = hasMore ? loadingRowExtent : 0 }
        } catch {
            controller.report(error)
        }
    }
}
