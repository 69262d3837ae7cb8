struct Photo: Sendable {
    let id: Int

    var title: String { "Photo \(id)" + String(repeating: ", a mountain at dawn", count: id % 4) }
    var similar: [Photo] {
        id < 1000 && id % 5 == 0 ? (1...8).map { Photo(id: 1000 * id + $0) } : []
    }

    func download() async throws { try await Task.sleep(for: .milliseconds(5)) }

    /// Stands in for a server that has photos 45 … 1, the newest first.
    static func page(after id: Int) async throws -> [Photo] {
        try await Task.sleep(for: .milliseconds(5))
        return (max(1, id - 20)..<id).reversed().map { Photo(id: $0) }
    }
}
