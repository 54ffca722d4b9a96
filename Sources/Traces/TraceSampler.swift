/// Decides which traces are recorded.
package struct TraceSampler: Sendable {
    /// The share of the traces that begin here; 0 to 1.
    let ratio: Double
    /// Whether a caller's trace is recorded if, and only if, the caller records it.
    let followsCallers: Bool

    package init(ratio: Double, followsCallers: Bool = true) {
        self.ratio = ratio
        self.followsCallers = followsCallers
    }

    /// By the trace's id, so that servers with the same ratio record the same traces.
    func samples(_ traceID: UInt128, in parent: TraceParent?) -> Bool {
        if followsCallers, let parent { return parent.isSampled }
        let chance = UInt64(truncatingIfNeeded: traceID) >> 11
        return Double(chance) < ratio * 0x1p53
    }
}
