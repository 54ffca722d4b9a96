import EntitlementsDatabase

extension MeasureClockSkew.Row {
    /// A lead up to which answers and events are merely slow, and one up to which RevenueCat's time
    /// still orders events (see `order_of`).
    private static let limits = (warn: Int32(30), fail: Int32(900))

    /// Says how far RevenueCat's clock is ahead of the database's.
    ///
    /// An answer shows a lead and a lag. An event arrives late, so it shows a lead only.
    var finding: Finding {
        let name = "revenuecat_clock"
        let leads = [answers, events.flatMap { $0 > 0 ? $0 : nil }].compactMap(\.self)
        guard let lead = leads.max(by: { abs($0) < abs($1) }) else {
            return .ok(name, "no answer and no event of the last day is ahead of its receipt")
        }
        let words =
            "RevenueCat's clock is \(abs(lead)) seconds "
            + "\(lead < 0 ? "behind" : "ahead of") the database's, by what it told in the last day"
        let advice =
            "Synchronise the clock of the database's machine. Up to 15 minutes RevenueCat's time "
            + "still orders its events; beyond, they count in the order of their arrival."
        if abs(lead) > Self.limits.fail { return .fail(name, words, advice: advice) }
        if abs(lead) > Self.limits.warn { return .warn(name, words, advice: advice) }
        return .ok(name, words)
    }
}
