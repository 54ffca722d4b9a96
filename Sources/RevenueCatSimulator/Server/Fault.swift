/// Something that goes wrong with requests, on demand.
package struct Fault: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case rateLimited = "rate_limited"
        case serverError = "server_error"
        case unavailable
        /// No answer at all, for as long as anybody waits.
        case hang
        /// The true answer, broken off in the middle.
        case truncated
        /// 200, and bytes that are no JSON.
        case garbage
        /// What a proxy says when it has nobody behind it: 502, in HTML.
        case html
    }

    package var kind: Kind
    /// How many requests; nil until it is taken away.
    package var count: Int?
    /// The probability that it befalls a request.
    package var rate: Double
    /// Only requests whose path begins so.
    package var pathPrefix: String?
    /// What a refusal says, if anything.
    package var retryAfterSeconds: Int?

    package init(
        _ kind: Kind, count: Int? = nil, rate: Double = 1, pathPrefix: String? = nil,
        retryAfterSeconds: Int? = nil
    ) {
        self.kind = kind
        self.count = count
        self.rate = rate
        self.pathPrefix = pathPrefix
        self.retryAfterSeconds = retryAfterSeconds
    }
}

/// The faults that are set, the first that fits befalling a request.
struct FaultList: Sendable {
    var faults: [Fault] = []
    private var dice: Dice

    init(seed: UInt64) {
        dice = Dice(seed: seed, for: "faults")
    }

    mutating func take(path: String) -> Fault? {
        for index in faults.indices where path.hasPrefix(faults[index].pathPrefix ?? "") {
            guard dice.happens(faults[index].rate) else { continue }
            let fault = faults[index]
            if let count = fault.count {
                faults[index].count = count - 1
                if count <= 1 { faults.remove(at: index) }
            }
            return fault
        }
        return nil
    }
}
