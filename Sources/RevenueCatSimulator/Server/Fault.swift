/// A fault that requests meet on demand.
package struct Fault: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case rateLimited = "rate_limited"
        /// Another request about the customer is in progress: v1's 429 with 7638, v2's 423.
        case busy
        case serverError = "server_error"
        case unavailable
        /// No answer at all.
        case hang
        /// The true answer, cut off in the middle.
        case truncated
        /// 200 with invalid JSON.
        case garbage
        /// A proxy's answer without a backend: 502 in HTML.
        case html
    }

    package var kind: Kind
    /// The number of requests it affects; nil: until removed.
    package var count: Int?
    /// The probability that it affects a request.
    package var rate: Double
    /// If set, affects only requests whose path starts with this.
    package var pathPrefix: String?
    /// The refusal's Retry-After, if any.
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

/// The current faults; a request meets the first that matches.
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
