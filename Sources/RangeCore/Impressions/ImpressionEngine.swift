package import CRangeCore

/// The engine of ``Impressions``: it has ids as numbers.
@safe
package struct ImpressionEngine: ~Copyable {
    // Destroyed with this, and used by nobody else. What it lends is copied at once.
    private let impressions: OpaquePointer

    package init(rules: [ImpressionRule], thresholds: [Double]) throws(RangeCoreError) {
        let (mostRules, mostThresholds) = (
            Int(RC_IMPRESSION_RULE_COUNT), Int(RC_IMPRESSION_THRESHOLD_COUNT)
        )
        guard 1...mostRules ~= rules.count else { throw .argument("rules.count", rules.count) }
        guard thresholds.count <= mostThresholds else {
            throw .argument("thresholds.count", thresholds.count)
        }
        var options = rc_impressions_options()
        unsafe withUnsafeMutableBytes(of: &options.rules) { bytes in
            let all = unsafe bytes.bindMemory(to: rc_impression_rule.self)
            for (index, rule) in rules.enumerated() {
                unsafe all[index] = rc_impression_rule(
                    fraction: rule.fraction, seconds: rule.seconds)
            }
        }
        unsafe withUnsafeMutableBytes(of: &options.thresholds) { bytes in
            let all = unsafe bytes.bindMemory(to: Double.self)
            for (index, threshold) in thresholds.enumerated() { unsafe all[index] = threshold }
        }
        options.rule_count = UInt32(rules.count)
        options.threshold_count = UInt32(thresholds.count)
        var impressions: OpaquePointer?
        let status = unsafe rc_impressions_create(&options, nil, &impressions)
        try check(status, Self.refused(rules, thresholds))
        unsafe self.impressions = try unsafe created(impressions, status)
    }

    deinit {
        unsafe rc_impressions_destroy(impressions)
    }

    private static func refused(
        _ rules: [ImpressionRule], _ thresholds: [Double]
    ) -> RefusedArgument {
        let isRule: (ImpressionRule) -> Bool = {
            0...1 ~= $0.fraction && $0.seconds >= 0 && $0.seconds.isFinite
        }
        if let index = rules.firstIndex(where: { !isRule($0) }) {
            return ("rules[\(index)]", rules[index])
        }
        return ("thresholds", thresholds)
    }

    package mutating func show(
        _ views: [rc_impression_view], in list: Int64
    ) throws(RangeCoreError) {
        try check(unsafe rc_impressions_set_views(impressions, list, views, views.count))
    }

    /// Never fails for a finite time.
    package mutating func update(
        _ time: Double, isActive: Bool
    ) -> (events: [rc_impression], nextTime: Double) {
        var report = unsafe rc_impressions_report()
        mustSucceed(unsafe rc_impressions_update(impressions, time, isActive, &report))
        let events = unsafe UnsafeBufferPointer(start: report.events, count: report.event_count)
        return unsafe (Array(events), report.next_time)
    }

    package mutating func reset() { mustSucceed(unsafe rc_impressions_reset(impressions)) }

    package mutating func forget(_ ids: [rc_id]) {
        mustSucceed(unsafe rc_impressions_forget(impressions, ids, ids.count))
    }

    package func isSeen(_ id: rc_id) -> Bool { unsafe rc_impressions_is_seen(impressions, id) }
}

extension ListEngine {
    /// What is on screen of the items `visible` of the last update, and of a header that is pinned apart;
    /// nil if the list has changed since.
    package func impressionViews(
        of visible: Range<Int>, cross: Double, id: (Int) -> (number: rc_id, rule: UInt32)
    ) throws(RangeCoreError) -> [rc_impression_view]? {
        var parts = [visible]
        if let header = pinnedHeader?.index, !visible.contains(header) {
            parts.append(header..<header + 1)
        }
        var all: [rc_impression_view] = []
        for items in parts {
            let those = items.map(id)
            let (ids, rules) = (those.map(\.number), those.map(\.rule))
            var views = [rc_impression_view](repeating: rc_impression_view(), count: items.count)
            var count = 0
            let status = unsafe rc_list_copy_impression_views(
                list, Int64(items.lowerBound), Int64(items.upperBound), ids, rules, cross, &views,
                &count)
            if status == RC_STATUS_NOT_FOUND { return nil }
            try check(status, ("cross", cross))
            all += views[..<count]
        }
        return all
    }
}
