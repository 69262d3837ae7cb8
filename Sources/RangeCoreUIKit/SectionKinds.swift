/// What sections have besides their items: headers, footers, and space around the items.
struct SectionKinds {
    /// The space around the items of a section, in points: along the list and across it.
    struct Insets: Hashable {
        var top = 0.0
        var bottom = 0.0
        var leading = 0.0
        var trailing = 0.0
    }

    var hasHeaders = false
    var hasFooters = false
    /// The extents of headers and footers that have not been sized; nil for that of items.
    var headerEstimate: Double?
    var footerEstimate: Double?
    /// Asked when rows are formed; nil for none.
    var insets: ((_ section: Int) -> Insets)?

    /// Whether a section begins with a row of its own. Space before the items is part of it: of the header's,
    /// after the header, or of a row without a view.
    var hasFirst: Bool { hasHeaders || insets != nil }
    /// Whether it ends with one, whose space comes before the footer.
    var hasLast: Bool { hasFooters || insets != nil }

    /// The space in the first row of a section, where rows are so far apart: a row without a view brings one
    /// gap more.
    func space(_ insets: Insets, isFooter: Bool, spacing: Double) -> Double {
        let (hasView, inset) =
            isFooter ? (hasFooters, insets.bottom) : (hasHeaders, insets.top)
        return hasView ? inset : max(inset - spacing, 0)
    }
}
