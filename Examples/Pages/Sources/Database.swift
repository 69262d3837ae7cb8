import CSQLite
import RangeCore

/// A database of SQLite.
///
/// An actor, so that queries run one after another, and off the main actor.
public actor Database {
    /// An error of SQLite.
    public struct Failure: Error {
        public let code: Int32
        public let message: String
    }

    // Closed when the last reference is gone, where nobody else can use it.
    nonisolated(unsafe) private let connection: OpaquePointer

    /// Opens a database, or creates it; `:memory:` for one in memory.
    public init(path: String) throws {
        var connection: OpaquePointer?
        let code = sqlite3_open(path, &connection)
        guard code == SQLITE_OK, let connection else {
            sqlite3_close(connection)
            throw Failure(code: code, message: "cannot open \(path)")
        }
        self.connection = connection
    }

    deinit {
        sqlite3_close(connection)
    }

    /// Carries out statements without results.
    public func execute(_ statements: String) throws {
        try check(sqlite3_exec(connection, statements, nil, nil, nil))
    }

    /// Returns the rows of a query, with numbers for its `?`.
    public func rows<Item>(
        _ query: String, _ numbers: [Int] = [], row: (borrowing Row) -> Item
    ) throws -> [Item] {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(connection, query, -1, &statement, nil))
        guard let statement else { return [] }
        defer { sqlite3_finalize(statement) }
        for (index, number) in numbers.enumerated() {
            try check(sqlite3_bind_int64(statement, Int32(index + 1), Int64(number)))
        }
        var items: [Item] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return items }
            guard code == SQLITE_ROW else { throw failure(code) }
            items.append(row(Row(statement: statement)))
        }
    }

    private func count(_ query: String, _ numbers: [Int] = []) throws -> Int {
        try rows(query, numbers) { $0[0] as Int }.first ?? 0
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: Int32) -> Failure {
        Failure(code: code, message: String(cString: sqlite3_errmsg(connection)))
    }

    // -- pages --

    /// Replies to a request of a store of positions.
    ///
    /// SQLite walks over all rows before the position: for a million rows it takes some milliseconds.
    ///
    /// - Parameter query: Any query whose order is the same each time: `… ORDER BY title, id`.
    public func page<Item: Sendable>(
        of query: String, _ request: PositionRequest, row: @Sendable (borrowing Row) -> Item
    ) throws -> PageReply<Item, Never> {
        // No suspension between the two, so nobody changes the table there.
        let total = try count("SELECT count(*) FROM (\(query))")
        let items = try rows(
            "SELECT * FROM (\(query)) LIMIT ? OFFSET ?", [request.count, request.position],
            row: row)
        return PageReply(items, total: total)
    }

    /// Replies to a request of a store of keys, in the order of the ids: at any place of the table it
    /// takes as long.
    ///
    /// - Parameters:
    ///   - columns: The columns that `row` needs: `id, title`.
    ///   - table: A table with the integer primary key `id`.
    public func page<Item: Sendable>(
        _ columns: String, from table: String, _ request: KeyRequest<Int, Never>,
        row: @Sendable (borrowing Row) -> Item
    ) throws -> PageReply<Item, Never> {
        func after(_ condition: String, _ number: Int, _ count: Int) throws -> [Item] {
            try rows(
                "SELECT \(columns) FROM \(table) WHERE \(condition) ORDER BY id LIMIT ?",
                [number, count], row: row)
        }
        func before(_ id: Int, _ count: Int) throws -> [Item] {
            try rows(
                "SELECT \(columns) FROM \(table) WHERE id < ? ORDER BY id DESC LIMIT ?",
                [id, count], row: row
            ).reversed()
        }
        let count = request.count
        let items: [Item] =
            switch request.target {
            case .first: try after("id >= ?", .min, count)
            case .last: try before(.max, count)
            case .after(let id): try after("id > ?", id, count)
            case .before(let id): try before(id, count)
            case .around(let id):
                try before(id, count / 2) + after("id >= ?", id, count - count / 2)
            case .position(let position):
                try rows(
                    "SELECT \(columns) FROM \(table) ORDER BY id LIMIT ? OFFSET ?",
                    [count, position], row: row)
            }
        // Fewer than asked for: that was the end.
        let isShort = items.count < count
        switch request.target {
        case .first: return PageReply(items, before: .none, after: isShort ? .none : .some)
        case .last: return PageReply(items, before: isShort ? .none : .some, after: .none)
        case .after: return PageReply(items, after: isShort ? .none : .unknown)
        case .before: return PageReply(items, before: isShort ? .none : .unknown)
        default: return PageReply(items)
        }
    }

    /// A row of a result, while it is read.
    public struct Row: ~Copyable {
        let statement: OpaquePointer

        /// The number in a column.
        public subscript(column: Int32) -> Int {
            Int(sqlite3_column_int64(statement, column))
        }

        /// The text in a column.
        public subscript(column: Int32) -> String {
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        }
    }
}
