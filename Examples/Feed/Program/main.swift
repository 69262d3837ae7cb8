import FeedKit
import Foundation

exit(await FeedProgram.run(Array(CommandLine.arguments.dropFirst())))
