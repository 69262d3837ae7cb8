// Carries out a recorded session; see Examples/Session/README.md.

import Foundation
import SessionKit

func fail(_ message: String) -> Never {
    fflush(nil)
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
}

/// The lines of the file that is the argument, or without one of standard input.
func lines() -> AnySequence<Substring> {
    guard CommandLine.arguments.count > 1 else {
        return AnySequence(sequence(state: ()) { _ in readLine().map { $0[...] } })
    }
    let path = CommandLine.arguments[1]
    guard let data = FileManager.default.contents(atPath: path) else {
        fail("\(path) cannot be read")
    }
    let text = String(decoding: data, as: UTF8.self)
    return AnySequence(text.split(separator: "\n", omittingEmptySubsequences: false))
}

let session = try Session()
for (index, text) in lines().enumerated() {
    var line = Line(text)
    guard let command = line.words.first else { continue }
    print("> \(line.words.joined(separator: " "))")
    do {
        print(try session.carryOut(String(command), &line))
    } catch {
        fail("line \(index + 1): \(error.text); Examples/Session/README.md has the commands")
    }
}
