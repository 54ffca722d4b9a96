/// Calls on the wire in one transaction, and which of their answers comes next.
struct CallSet {
    enum Step {
        case prepare(String, for: Int)
        case scope(of: Int)
        case function(of: Int)
        case sync
    }

    let calls: [any PendingCall]
    let sentAt: ContinuousClock.Instant
    var steps: [Step] = []
    /// A statement is no longer what the connection prepared.
    var spoilsConnection = false
    private var step = 0
    /// Which calls the server has said something about.
    private var isAnswered: [Bool]

    init(calls: [any PendingCall], sentAt: ContinuousClock.Instant) {
        self.calls = calls
        self.sentAt = sentAt
        isAnswered = Array(repeating: false, count: calls.count)
    }

    var currentStep: Step? { step < steps.count ? steps[step] : nil }

    /// False when the server has ended more steps than there are.
    mutating func nextStep() -> Bool {
        step += 1
        return step <= steps.count
    }

    mutating func answer(_ index: Int, by tell: (any PendingCall) -> Void) {
        isAnswered[index] = true
        tell(calls[index])
    }

    /// A call alone is answered whatever happened; one of several only if it was heard of.
    var answeredCalls: [any PendingCall] {
        calls.count == 1 ? calls : zip(calls, isAnswered).filter(\.1).map(\.0)
    }

    var unansweredCalls: [any PendingCall] {
        calls.count == 1 ? [] : zip(calls, isAnswered).filter { !$0.1 }.map(\.0)
    }
}
