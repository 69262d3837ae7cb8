import Foundation

/// The program `replay`.
public enum ReplayProgram {
    /// Runs it.
    ///
    /// - Parameters:
    ///   - words: of the command line, without the program's name.
    ///   - say: takes what it prints; `complain` what is wrong.
    /// - Returns: the status to exit with: 0, or 1 after a problem.
    public static func run(
        _ words: [String], say: (String) -> Void, complain: (String) -> Void
    ) -> Int32 {
        do {
            let options = try Options(words)
            if options.wantsHelp || options.paths.isEmpty {
                say(Options.help)
                return options.wantsHelp ? 0 : 1
            }
            let recordings = try options.paths.map { try Recording(path: $0) }
            if options.sweeps {
                let sweep = try Sweep(recordings, options.settings)
                sweep.lines.forEach(say)
                try write(sweep.picture, to: options.picture)
                return 0
            }
            for recording in recordings {
                let played = try Player.play(recording, options.settings)
                lines(recording, played).forEach(say)
                if options.picture != nil {
                    let title = "\(recording.name), \(text(played.counters))"
                    let shown = try options.part.map(played.cut) ?? played
                    try write(shown.picture(title: title), to: options.picture)
                }
            }
            return 0
        } catch let problem as Problem {
            complain("replay: \(problem.text)")
        } catch {
            complain("replay: \(error)")
        }
        return 1
    }

    private static func write(_ picture: @autoclosure () -> String, to path: String?) throws {
        guard let path else { return }
        guard FileManager.default.createFile(atPath: path, contents: Data(picture().utf8)) else {
            throw Problem(text: "\(path) cannot be written")
        }
    }

    private static func lines(_ recording: Recording, _ played: Played) -> [String] {
        let (start, end) = (played.frames.first?.time ?? 0, played.frames.last?.time ?? 0)
        let latencies = recording.latencies.sorted()
        let median =
            latencies.isEmpty ? "none recorded" : "\(tenths(latencies[latencies.count / 2])) s"
        return [
            "\(recording.name): \(played.frames.count) updates in \(tenths(end - start)) s,"
                + " median load \(median)",
            "  \(text(played.counters))",
            "  late over time \(played.sparkline)",
        ]
    }

    private static func text(_ it: PlayCounters) -> String {
        "appearances \(it.appearances), late \(it.late), noticed \(it.noticed),"
            + " missed \(it.missed); items seen \(it.seen), loads useful \(it.useful),"
            + " wasted \(it.wasted)"
    }
}

extension Played {
    /// How many items were late, over time.
    var sparkline: String {
        guard let start = frames.first?.time, let end = frames.last?.time, end > start else {
            return ""
        }
        var counts = [Int](repeating: 0, count: 60)
        for bar in late { counts[min(59, Int(60 * (bar.start - start) / (end - start)))] += 1 }
        let most = max(counts.max() ?? 1, 1)
        let steps = Array("▁▂▃▄▅▆▇█")
        return String(counts.map { $0 == 0 ? " " : steps[($0 * 7 + most - 1) / most] })
    }
}
