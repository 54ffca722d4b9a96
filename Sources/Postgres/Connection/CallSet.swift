/// Calls on the wire in one transaction, and the step whose answer comes next.
struct CallSet {
    enum Step {
        case prepare(String, for: Int)
        case scope(of: Int)
        case function(of: Int)
        /// `begin` or `rollback`, around a call that is rolled back.
        case command
        /// The sync after which the position of the commit is asked for.
        case commit
        case position
        case sync
    }

    let calls: [any PendingCall]
    let sentAt: ContinuousClock.Instant
    var steps: [Step] = []
    /// A prepared statement is out of date, so the connection must be replaced.
    var spoilsConnection = false
    /// Whether the transaction has ended, and only its position is missing.
    private(set) var isCommitted = false
    private var step = 0
    /// For each call, whether the server has answered it.
    private var isAnswered: [Bool]

    init(calls: [any PendingCall], sentAt: ContinuousClock.Instant) {
        self.calls = calls
        self.sentAt = sentAt
        isAnswered = Array(repeating: false, count: calls.count)
    }

    var currentStep: Step? { step < steps.count ? steps[step] : nil }

    /// False if the server has ended more steps than were sent.
    mutating func nextStep() -> Bool {
        step += 1
        return step <= steps.count
    }

    /// Notes a sync; false if it was the last of the set.
    ///
    /// Goes on behind the commit in any case: an error at the commit may have ended its step.
    mutating func passCommit() -> Bool {
        let commit = steps.firstIndex { if case .commit = $0 { true } else { false } }
        guard !isCommitted, let commit else { return false }
        isCommitted = true
        step = commit + 1
        return true
    }

    mutating func answer(_ index: Int, by tell: (any PendingCall) -> Void) {
        isAnswered[index] = true
        tell(calls[index])
    }

    /// The only call of a set is always answered; of several, those with an answer.
    var answeredCalls: [any PendingCall] {
        calls.count == 1 ? calls : zip(calls, isAnswered).filter(\.1).map(\.0)
    }

    var unansweredCalls: [any PendingCall] {
        calls.count == 1 ? [] : zip(calls, isAnswered).filter { !$0.1 }.map(\.0)
    }
}
