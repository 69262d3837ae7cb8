import Foundation
import SessionKit

/// What is wrong with a file or the command line.
struct Problem: Error, Equatable {
    let text: String
}

/// A recorded session: its lines, and how long its loads took.
struct Recording {
    let name: String
    /// The lines that say something, with their numbers.
    let lines: [(number: Int, line: Line)]
    /// What loads took, in seconds; empty if none was recorded.
    let latencies: [Double]

    init(path: String) throws(Problem) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Problem(text: "\(path) cannot be read")
        }
        try self.init(name: path, text: String(decoding: data, as: UTF8.self))
    }

    init(name: String, text: String) throws(Problem) {
        self.name = name
        var lines: [(number: Int, line: Line)] = []
        var latencies: [Double] = []
        var starts: [Int: Double] = [:]
        let all = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, text) in all.enumerated() {
            var line = Line(text)
            guard let command = line.words.first else { continue }
            lines.append((index + 1, line))
            do throws(Refusal) {
                if command == "load" {
                    let (load, _) = (try line.integer(), try line.integer())
                    starts[load] = try line.seconds()
                } else if command == "loaded" {
                    let (load, outcome) = (try line.integer(), try line.word())
                    let time = try line.seconds()
                    guard let start = starts.removeValue(forKey: load) else { continue }
                    if outcome != "cancelled" { latencies.append(max(0, time - start)) }
                }
            } catch {
                throw Problem(text: "\(name):\(index + 1): \(error.text)")
            }
        }
        guard lines.first?.line.words.first == "create" else {
            throw Problem(text: "\(name): a recording begins with create; this is something else")
        }
        (self.lines, self.latencies) = (lines, latencies)
    }
}

/// Numbers for the items of a list, which keep them through edits, as runs: a list can be long.
struct ItemNumbers {
    private var runs: [Range<Int64>] = []
    private var next: Int64 = 0

    mutating func insert(_ count: Int, at index: Int) {
        runs.insert(next..<next + Int64(count), at: split(at: index))
        next += Int64(count)
    }

    mutating func remove(_ items: Range<Int>) { _ = take(items) }

    mutating func move(_ items: Range<Int>, to index: Int) {
        let moved = take(items)
        runs.insert(contentsOf: moved, at: split(at: index))
    }

    /// The numbers of some items.
    func callAsFunction(_ items: Range<Int>) -> [Int64] {
        var (numbers, start): ([Int64], Int) = ([], 0)
        for run in runs where start < items.upperBound {
            let part = items.clamped(to: start..<start + run.count)
            for index in part { numbers.append(run.lowerBound + Int64(index - start)) }
            start += run.count
        }
        return numbers
    }

    private mutating func take(_ items: Range<Int>) -> [Range<Int64>] {
        let (lower, upper) = (split(at: items.lowerBound), split(at: items.upperBound))
        defer { runs.removeSubrange(lower..<upper) }
        return Array(runs[lower..<upper])
    }

    /// The position of the run that begins with an item, which it makes begin there.
    private mutating func split(at index: Int) -> Int {
        var start = 0
        for (position, run) in runs.enumerated() {
            if start >= index { return position }
            if index < start + run.count {
                let middle = run.lowerBound + Int64(index - start)
                runs[position] = run.lowerBound..<middle
                runs.insert(middle..<run.upperBound, at: position + 1)
                return position + 1
            }
            start += run.count
        }
        return runs.count
    }
}
