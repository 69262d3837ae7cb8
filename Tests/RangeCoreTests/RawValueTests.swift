import CRangeCore
import Testing

@testable import RangeCore

// Every raw value is C's; a value that C gains or renumbers is found here.

private func raw<C: RawRepresentable>(_ values: [C]) -> [UInt32]
where C.RawValue: FixedWidthInteger {
    values.map { UInt32($0.rawValue) }
}

private func raw<S: RawRepresentable & CaseIterable>(_: S.Type) -> [UInt32]
where S.RawValue == UInt32 {
    S.allCases.map(\.rawValue)
}

@Suite("Raw values")
struct RawValueTests {
    @Test("Errors match C's statuses")
    func errors() {
        let c = [
            RC_STATUS_ARGUMENT, RC_STATUS_LIMIT, RC_STATUS_NO_MEMORY, RC_STATUS_NOT_FOUND,
            RC_STATUS_STALE, RC_STATUS_BUSY, RC_STATUS_CORRUPT,
        ]
        #expect(raw(RangeCoreError.self) == raw(c))
        #expect(throws: Never.self) { try check(RC_STATUS_OK) }
        for (status, error) in zip(c, RangeCoreError.allCases) {
            #expect(throws: error) { try check(status) }
            #expect(error.description == String(cString: rc_status_text(status)))
        }
    }

    @Test("States have C's bits")
    func states() {
        let c: [rc_state] = [
            .init(RC_STATE_MEASURE_LAYOUT), .init(RC_STATE_PRELOAD), .init(RC_STATE_DISPLAY),
            .init(RC_STATE_VISIBLE), .init(RC_STATE_APP_0), .init(RC_STATE_APP_1),
            .init(RC_STATE_APP_2), .init(RC_STATE_APP_3), .init(RC_STATE_IN_HIERARCHY),
        ]
        let swift: [InterfaceState] = [
            .measureLayout, .preload, .display, .visible, .app0, .app1, .app2, .app3, .inHierarchy,
        ]
        #expect(swift.map(\.rawValue) == c)
        #expect(InterfaceState.inHierarchy == [.measureLayout, .preload, .display, .visible])
        #expect(!InterfaceState.measureLayout.isInRange && InterfaceState.app3.isInRange)
        #expect(InterfaceState([.preload, .app1]).description == "[preload, app1]")
        #expect(MemoryLayout<InterfaceState>.size == MemoryLayout<rc_state>.size)
    }

    @Test("Enums have C's raw values")
    func enums() {
        #expect(
            raw(RangeMode.self)
                == raw([
                    RC_RANGE_MODE_FULL, RC_RANGE_MODE_MINIMUM, RC_RANGE_MODE_VISIBLE_ONLY,
                    RC_RANGE_MODE_LOW_MEMORY,
                ]))
        #expect(RangeMode.allCases.count == Int(RC_RANGE_MODE_COUNT))
        #expect(
            raw(RangeKind.self)
                == raw([
                    RC_RANGE_DISPLAY, RC_RANGE_PRELOAD, RC_RANGE_APP_0, RC_RANGE_APP_1,
                    RC_RANGE_APP_2, RC_RANGE_APP_3,
                ]))
        #expect(RangeKind.allCases.count == Int(RC_RANGE_COUNT))
        #expect(
            raw(ScrollDirection.self)
                == raw([RC_DIRECTION_NONE, RC_DIRECTION_FORWARD, RC_DIRECTION_BACKWARD]))
        #expect(
            raw(ListSettings.Presence.self)
                == raw([RC_PRESENCE_ON_SCREEN, RC_PRESENCE_NEAR, RC_PRESENCE_AWAY]))
        #expect(
            raw(ListSettings.MemoryPressure.self)
                == raw([RC_PRESSURE_NORMAL, RC_PRESSURE_WARNING, RC_PRESSURE_CRITICAL]))
    }

    @Test("Batch enums have C's raw values")
    func batchEnums() {
        #expect(raw(BatchEnd.self) == raw([RC_END_TAIL, RC_END_HEAD]))
        #expect(
            raw(BatchDecision.Answer.self)
                == raw([RC_BATCH_ANSWER_NO, RC_BATCH_ANSWER_YES, RC_BATCH_ANSWER_DEFER]))
        #expect(
            raw(BatchDecision.Reason.self)
                == raw([
                    RC_BATCH_REASON_FETCHING, RC_BATCH_REASON_EXHAUSTED, RC_BATCH_REASON_PAUSED,
                    RC_BATCH_REASON_BACKING_OFF, RC_BATCH_REASON_INSERTION_PENDING,
                    RC_BATCH_REASON_DISABLED, RC_BATCH_REASON_EMPTY_VIEWPORT,
                    RC_BATCH_REASON_NO_ITEMS,
                    RC_BATCH_REASON_SHORT_CONTENT, RC_BATCH_REASON_SHORT_CONTENT_POLICY,
                    RC_BATCH_REASON_NOT_ON_SCREEN, RC_BATCH_REASON_MOVING_AWAY,
                    RC_BATCH_REASON_NEAR_END, RC_BATCH_REASON_FAR_FROM_END,
                    RC_BATCH_REASON_HOST_DECIDES,
                ]))
        #expect(
            Set(BatchDecision.Reason.allCases.map(\.description)).count
                == BatchDecision.Reason.allCases.count)
        #expect(
            raw(BatchContext.Outcome.self)
                == raw([
                    RC_BATCH_OUTCOME_FETCHING, RC_BATCH_OUTCOME_COMPLETED,
                    RC_BATCH_OUTCOME_DECLINED, RC_BATCH_OUTCOME_FAILED,
                    RC_BATCH_OUTCOME_CANCELLED, RC_BATCH_OUTCOME_EXHAUSTED, RC_BATCH_OUTCOME_STALE,
                ]))
        #expect(
            raw(ListSettings.ShortContentPolicy.self)
                == raw([
                    RC_SHORT_CONTENT_POLICY_FETCH, RC_SHORT_CONTENT_POLICY_AFTER_SCROLL,
                    RC_SHORT_CONTENT_POLICY_NEVER,
                ]))
    }

    @Test("Presets have C's raw values")
    func presets() {
        #expect(
            raw(RangeTuning.Preset.self)
                == raw([RC_TUNING_PRESET_LIST, RC_TUNING_PRESET_PAGER]))
        #expect(RC_TICKS_PER_POINT == 960)
    }

    @Test("Priorities and states of loads match C's bands and tickets")
    func loads() {
        let bands = [RC_TICKET_BAND_VISIBLE, RC_TICKET_BAND_DISPLAY, RC_TICKET_BAND_PRELOAD]
        #expect(raw(PreloadPriority.self) == raw(bands))
        let states = [
            RC_TICKET_STATE_WAITING, RC_TICKET_STATE_RUNNING, RC_TICKET_STATE_READY,
            RC_TICKET_STATE_FAILED,
        ]
        #expect(raw(PreloadState.self) == raw(states))
    }
}
