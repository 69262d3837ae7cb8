import PageSources
import RangeCore
import Testing

struct Photo: Codable, Identifiable, Sendable, Equatable {
    let id: Int
    var title = ""
}

/// Waits until something is so, or fails after ten seconds.
@MainActor
func eventually(_ what: String, _ condition: () -> Bool) async {
    for _ in 0..<5000 where !condition() { try? await Task.sleep(for: .milliseconds(2)) }
    #expect(condition(), "\(what)")
}

@MainActor
@Suite("Pages of SQLite")
struct DatabaseTests {
    private func database() async throws -> Database {
        let database = try Database(path: ":memory:")
        try await database.execute(
            """
            CREATE TABLE photos (id INTEGER PRIMARY KEY, title TEXT);
            WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
            INSERT INTO photos SELECT i * 2, printf('photo %05d', 20000 - i) FROM n;
            """)
        return database
    }

    @Test("A list shows any query, and loads only what is near")
    func positions() async throws {
        let database = try await database()
        let photos = PageStore { request in
            try await database.page(of: "SELECT id, title FROM photos ORDER BY title", request) {
                Photo(id: $0[0], title: $0[1])
            }
        }
        let list = RangeController(estimate: 100)
        try photos.attach(to: list)
        try await photos.refresh()
        #expect(list.count == 10_000 && photos[0]?.title == "photo 10001")
        _ = try list.update(ListViewport(offset: 500_000, length: 1000))
        await eventually("the middle") { photos[5000] != nil && photos[5009] != nil }
        #expect(photos[5000]?.title == "photo 15001" && photos.itemCount < 120)
        await #expect(throws: Database.Failure.self) { try await database.execute("nonsense") }
    }

    @Test("A table is read by its key in both directions")
    func keys() async throws {
        let database = try await database()
        let photos = PageStore<Photo>(cursors: Never.self, hasPlaceholders: false) { request in
            try await database.page("id, title", from: "photos", request) {
                Photo(id: $0[0], title: $0[1])
            }
        }
        try await photos.refresh(.id(10_000))
        #expect(photos.snapshot.items.map(\.id) == Array(stride(from: 9980, to: 10_020, by: 2)))
        try photos.update(visible: 0..<20)
        await eventually("both sides") { photos.count >= 60 }
        let ids = photos.snapshot.items.map(\.id)
        #expect(ids == Array(stride(from: ids[0], to: ids[0] + ids.count * 2, by: 2)))
        try photos.jump(to: .tail)
        await eventually("the end") { photos.slot(of: 19_998) != nil }
        #expect(photos.state(at: .tail) == .exhausted && photos.state(at: .head) == .idle)
    }
}
