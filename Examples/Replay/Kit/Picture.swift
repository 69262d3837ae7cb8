/// A drawing area with two axes, as SVG; the second one goes down if its range is reversed.
private struct Chart {
    let width: Double
    let height: Double
    let x, y: (from: Double, to: Double)
    private(set) var body = ""

    private static let (left, top, right, bottom) = (90.0, 76.0, 24.0, 46.0)

    init(width: Double, height: Double, x: (Double, Double), y: (Double, Double)) {
        (self.width, self.height) = (width, height)
        (self.x, self.y) = ((x.0, max(x.1, x.0 + 1e-9)), (y.0, y.1 == y.0 ? y.0 + 1 : y.1))
    }

    func px(_ value: Double) -> Double { Self.left + (value - x.from) / (x.to - x.from) * width }
    func py(_ value: Double) -> Double { Self.top + (value - y.from) / (y.to - y.from) * height }

    mutating func add(_ element: String) { body += "  \(element)\n" }

    mutating func path(_ style: String, _ data: String) {
        add("<path class=\"\(style)\" d=\"\(data)\"/>")
    }

    mutating func label(
        _ text: String, _ x: Double, _ y: Double, anchor: String = "start", style: String = "text"
    ) {
        let text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        add(
            "<text class=\"\(style)\" x=\"\(tenths(x))\" y=\"\(tenths(y))\""
                + " text-anchor=\"\(anchor)\">\(text)</text>")
    }

    /// Lines across at round numbers, and what the axes are.
    mutating func axes(_ xName: String, _ yName: String) {
        let (right, bottom) = (Self.left + width, Self.top + height)
        for value in Self.steps(x.from, x.to, Int(width / 90)) {
            path("grid", "M\(tenths(px(value))),\(tenths(Self.top))V\(tenths(bottom))")
            label(Self.short(value), px(value), bottom + 16, anchor: "middle")
        }
        for value in Self.steps(min(y.from, y.to), max(y.from, y.to), Int(height / 50)) {
            path("grid", "M\(tenths(Self.left)),\(tenths(py(value)))H\(tenths(right))")
            label(Self.short(value), Self.left - 6, py(value) + 4, anchor: "end")
        }
        label(xName, right, bottom + 36, anchor: "end")
        label(yName, 8, Self.top - 8)
    }

    mutating func legend(_ title: String, _ entries: [(style: String, name: String)]) {
        label(title, 8, 18, style: "text title")
        var x = Self.left + 40
        for (style, name) in entries {
            add("<rect class=\"\(style)\" x=\"\(tenths(x))\" y=\"34\" width=\"18\" height=\"10\"/>")
            label(name, x + 24, 43)
            x += 44 + 7 * Double(name.count)
        }
    }

    var svg: String {
        let (width, height) = (Self.left + width + Self.right, Self.top + height + Self.bottom)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(width))" height="\(Int(height))" \
            viewBox="0 0 \(Int(width)) \(Int(height))">
              <style>
                svg { background: #fff; --ink: #222; --grid: #e4e4e4; --range: #d9e8f7; --view: #8fb8e3;
                  --load: #2f7d4f; --gone: #b08a2e; --late: #d4252a }
                @media (prefers-color-scheme: dark) {
                  svg { background: #16181c; --ink: #ddd; --grid: #33363c; --range: #1f3349; --view: #33659b;
                    --load: #56c083; --gone: #c9a44a; --late: #ff5a5f }
                }
                .text { fill: var(--ink); font: 12px system-ui, sans-serif } .title { font-weight: bold }
                .grid { stroke: var(--grid); fill: none } .range { fill: var(--range) }
                .view { fill: var(--view) } .late { fill: var(--late) } path.line { fill: none; stroke: var(--load);
                  stroke-width: 2 } .load { fill: var(--load) } .gone { fill: var(--gone) }
                path.load, path.gone { stroke-width: 1.2; fill: none } path.load { stroke: var(--load) }
                path.gone { stroke: var(--gone) } path.spread { stroke: var(--gone); opacity: .6 }
              </style>
              <rect width="100%" height="100%" style="fill: none"/>
            \(body)</svg>

            """
    }

    private static func steps(_ from: Double, _ to: Double, _ most: Int) -> [Double] {
        var step = 0.001
        let factors = [2, 2.5, 2]
        for round in 0..<60 where (to - from) / step > Double(max(most, 1)) {
            step *= factors[round % 3]
        }
        return Array(stride(from: (from / step).rounded(.up) * step, through: to, by: step))
    }

    private static func short(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : "\((value * 1000).rounded() / 1000)"
    }
}

extension Played {
    /// A part of it, in seconds from its start: what was there as the part began, and until its end.
    func cut(to part: ClosedRange<Double>) throws(Problem) -> Played {
        let (first, last) = (frames.first?.time ?? 0, frames.last?.time ?? 0)
        let (from, to) = (first + part.lowerBound, min(first + part.upperBound, last))
        guard from < to else {
            throw Problem(text: "the session has \(tenths(last - first)) s, so not that part")
        }
        func shown(at time: Double) -> [Frame] {
            guard let frame = frames.last(where: { $0.time <= time }) else { return [] }
            return [Frame(time: time, viewport: frame.viewport, preload: frame.preload)]
        }
        func cut(_ bars: [Bar]) -> [Bar] {
            bars.filter { $0.end > from && $0.start < to }.map { bar in
                var cut = bar
                (cut.start, cut.end) = (max(bar.start, from), min(bar.end, to))
                return cut
            }
        }
        var it = self
        it.start = first
        it.frames =
            shown(at: from) + frames.filter { from < $0.time && $0.time < to } + shown(at: to)
        (it.loads, it.late) = (cut(loads), cut(late))
        return it
    }

    /// Time from left to right, and the list downwards: the viewport, what is preloaded, loads from
    /// their begin to their end, and items that were on screen before they were loaded.
    func picture(title: String) -> String {
        let (begin, end) = (frames.first?.time ?? 0, frames.last?.time ?? 0)
        let start = start ?? begin
        let reach = frames.flatMap { [$0.viewport, $0.preload] }.filter { !$0.isEmpty }
        let (top, bottom) = (
            reach.map(\.lowerBound).min() ?? 0, reach.map(\.upperBound).max() ?? 1
        )
        var chart = Chart(
            width: min(max(60 * (end - begin), 800), 2400), height: 560,
            x: (begin - start, end - start), y: (top, bottom))
        chart.path("range", band(chart, start, \.preload))
        chart.path("view", band(chart, start, \.viewport))
        func lines(_ bars: [Bar]) -> String {
            bars.map { bar in
                let middle = (bar.place.lowerBound + bar.place.upperBound) / 2
                return "M\(tenths(chart.px(bar.start - start))),\(tenths(chart.py(middle)))"
                    + "H\(tenths(chart.px(bar.end - start)))"
            }.joined()
        }
        let (cancelled, ended) = (loads.filter(\.isCancelled), loads.filter { !$0.isCancelled })
        for bar in late {
            let (x, y) = (chart.px(bar.start - start), chart.py(bar.place.lowerBound))
            let width = max(chart.px(bar.end - start) - x, 1.5)
            let height = max(chart.py(bar.place.upperBound) - y - 0.5, 1.5)
            chart.add(
                "<rect class=\"late\" x=\"\(tenths(x))\" y=\"\(tenths(y))\" width=\"\(tenths(width))\""
                    + " height=\"\(tenths(height))\"/>")
        }
        chart.path("gone", lines(cancelled))
        chart.path("load", lines(ended))
        chart.axes("time in seconds", "the list in points")
        chart.legend(
            title,
            [
                ("view", "viewport"), ("range", "preload range"), ("load", "load"),
                ("gone", "cancelled load"), ("late", "late item"),
            ])
        return chart.svg
    }

    /// A band as it is until the next update, at most one step per pixel.
    private func band(_ chart: Chart, _ start: Double, _ part: (Frame) -> Range<Double>) -> String {
        var (upper, lower): ([String], [String]) = ([], [])
        var (last, held): (Double, Range<Double>?) = (-1, nil)
        func add(_ x: Double, _ range: Range<Double>) {
            upper.append("\(tenths(x)),\(tenths(chart.py(range.lowerBound)))")
            lower.append("\(tenths(x)),\(tenths(chart.py(range.upperBound)))")
        }
        for frame in frames {
            let x = chart.px(frame.time - start)
            if x - last < 1, frame.time < frames[frames.count - 1].time { continue }
            if let held { add(x, held) }
            add(x, part(frame))
            (last, held) = (x, part(frame))
        }
        return "M" + (upper + lower.reversed()).joined(separator: "L") + "Z"
    }
}

extension Sweep {
    /// Waste from left to right, lateness upwards: a point per budget, and that of Texture's ranges.
    var picture: String {
        let all = points + [texture]
        func most(_ value: (Point) -> Double) -> Double { max(all.map(value).max() ?? 1, 1) * 1.1 }
        let waste = most { max($0.total.waste, $0.waste?.upperBound ?? 0) }
        let lateness = most { max($0.total.lateness, $0.lateness?.upperBound ?? 0) }
        var chart = Chart(width: 620, height: 420, x: (0, waste), y: (lateness, 0))
        chart.axes("loaded in vain, for 100 items seen", "late, of 100 appearances")
        func place(_ point: Point) -> (x: Double, y: Double) {
            (chart.px(point.total.waste), chart.py(point.total.lateness))
        }
        for point in all {
            guard let across = point.waste, let up = point.lateness else { continue }
            let (x, y) = place(point)
            chart.path(
                "gone spread",
                "M\(tenths(chart.px(across.lowerBound))),\(tenths(y))H\(tenths(chart.px(across.upperBound)))"
                    + "M\(tenths(x)),\(tenths(chart.py(up.lowerBound)))V\(tenths(chart.py(up.upperBound)))"
            )
        }
        let curve = points.map { "\(tenths(place($0).x)),\(tenths(place($0).y))" }
        chart.path("line", "M" + curve.joined(separator: "L"))
        for point in all {
            let (x, y) = place(point)
            let style = point.budget == nil ? "late" : "load"
            chart.add(
                "<circle class=\"\(style)\" cx=\"\(tenths(x))\" cy=\"\(tenths(y))\" r=\"4.5\"/>")
        }
        // One label for points that lie together.
        var labels: [(x: Double, y: Double, text: String)] = []
        for point in all {
            let (x, y) = place(point)
            if let last = labels.last, abs(last.x - x) < 30, abs(last.y - y) < 14 {
                labels[labels.count - 1].text += ", " + point.name
            } else {
                labels.append((x, y, point.name))
            }
        }
        for (x, y, text) in labels { chart.label(text, x + 8, y - 6) }
        let interval = texture.waste == nil ? [] : [("gone", "90 % of sessions drawn again")]
        chart.legend(
            "Waste against lateness, by the budget of foresight",
            [("load", "foresight"), ("late", "Texture's ranges")] + interval)
        return chart.svg
    }
}
