import CRangeCoreCases
import Testing

struct Case: Sendable, CustomTestStringConvertible {
    let index: Int
    let testDescription: String

    static let all = (0..<rc_cases_count()).map {
        Case(index: $0, testDescription: String(cString: rc_cases_name($0)))
    }
}

@Test("The C cases pass", arguments: Case.all)
func casePasses(_ item: Case) {
    // Compiled without optimization, at full length they take a minute; `Scripts/check core` takes it.
    let failure = rc_cases_run(item.index, 0.02).map { String(cString: $0) }
    #expect(failure == nil)
}
