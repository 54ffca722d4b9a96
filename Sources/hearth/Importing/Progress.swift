/// Shows on standard error how far a command is: a bar on a terminal, else a line now and then.
struct Progress {
    private static let barWidth = 30
    private static let barInterval = Duration.milliseconds(100)
    private static let lineInterval = Duration.seconds(10)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let startedAt: ContinuousClock.Instant
    private let isTerminal = StandardStream.error.isTerminal
    private var shownAt: ContinuousClock.Instant

    init(now: @Sendable @escaping () -> ContinuousClock.Instant) {
        self.now = now
        startedAt = now()
        shownAt = startedAt
    }

    /// Shows that `count` rows are done, which are `share` of all, with a note.
    mutating func show(count: Int, share: Double, note: String) {
        let moment = now()
        let interval = isTerminal ? Self.barInterval : Self.lineInterval
        guard shownAt.duration(to: moment) >= interval else { return }
        shownAt = moment
        let text = "\(Int(share * 100)) %, \(count) rows, \(rate(of: count)) a second\(note)"
        if isTerminal {
            let full = min(Self.barWidth, Int(share * Double(Self.barWidth)))
            let bar =
                String(repeating: "#", count: full)
                + String(repeating: ".", count: Self.barWidth - full)
            write("\r\u{1B}[K[\(bar)] \(text)")
        } else {
            write(text + "\n")
        }
    }

    /// Clears the bar.
    func end() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    /// Rows per second since the start.
    func rate(of count: Int) -> Int {
        Int(Double(count) / max(startedAt.duration(to: now()) / .seconds(1), 0.001))
    }

    private func write(_ text: String) { StandardStream.error.write(Array(text.utf8)) }
}
