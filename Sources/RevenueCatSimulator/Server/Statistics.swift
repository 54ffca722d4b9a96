import Entitlements

/// Counts of requests since the simulator's start, or since the last reset.
package struct Statistics: Sendable, Equatable {
    package var requests = 0
    /// Requests before the time that an earlier refusal named.
    package var earlyRequests = 0
    package var rateLimited = 0
    package var faults = 0
    /// Customers that a read by v1 created.
    package var created = 0
    /// By status.
    package var statuses: [Int: Int] = [:]
    /// By what was read: `subscriber`, `customer`, `subscriptions` and so on.
    package var reads: [String: Int] = [:]

    func write(_ counts: DeliveryQueue.Counts, waiting: Int, to json: inout JSONWriter) {
        json.member("requests", integer: Int64(requests))
        json.member("early_requests", integer: Int64(earlyRequests))
        json.member("rate_limited", integer: Int64(rateLimited))
        json.member("faults", integer: Int64(faults))
        json.member("created", integer: Int64(created))
        json.name("statuses")
        json.object(statuses.map { (String($0.key), $0.value) })
        json.name("reads")
        json.object(reads.map { ($0.key, $0.value) })
        json.name("webhooks")
        json.object([
            ("events", counts.events), ("lost", counts.lost), ("duplicated", counts.duplicated),
            ("attempts", counts.attempts), ("accepted", counts.accepted),
            ("refused", counts.refused), ("unreachable", counts.unreachable),
            ("given_up", counts.givenUp), ("waiting", waiting),
        ])
    }
}

extension JSONWriter {
    fileprivate mutating func object(_ members: [(String, Int)]) {
        beginObject()
        for (name, count) in members.sorted(by: { $0.0 < $1.0 }) {
            member(name, integer: Int64(count))
        }
        endObject()
    }
}
