// Plays recorded sessions with other settings.

import Foundation
import ReplayKit

let status = ReplayProgram.run(Array(CommandLine.arguments.dropFirst())) {
    print($0)
} complain: {
    FileHandle.standardError.write(Data("\($0)\n".utf8))
}
exit(status)
