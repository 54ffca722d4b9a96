import Entitlements
import Foundation
import TestSupport

/// The pooled limits of a few app users, counted use by use: an oracle that shares no line with the
/// SQL.
struct PoolModel {
    struct Limit {
        let id: String
        /// How long a use counts; nil for ever.
        let seconds: Int64?
        let free: Int
        let plus: Int
        let perMember: Int?
    }

    struct Membership {
        let id: String
        let household: Int
        let isFounder: Bool
        let from: Timestamp
        var until: Timestamp?

        func holds(_ moment: Timestamp) -> Bool {
            (isFounder || from <= moment) && until.map { moment < $0 } ?? true
        }
    }

    struct Use {
        let id: String
        let limit: String
        let at: Timestamp
        let amount: Int
        var expiresAt: Timestamp?
        var isReleased = false
        var reservation: UUID?

        func counts(at now: Timestamp) -> Bool {
            !isReleased && (expiresAt.map { $0 > now } ?? true)
        }
    }

    /// The ids of each app user.
    var people: [Set<String>]
    var memberships: [Membership] = []
    var uses: [Use] = []
    /// When the access of the id's subscription ends.
    var subscriptions: [String: Timestamp] = [:]

    func person(with id: String) -> Set<String> { people.first { $0.contains(id) } ?? [id] }

    func household(of id: String) -> Int? {
        let ids = person(with: id)
        return memberships.first { ids.contains($0.id) && $0.until == nil }?.household
    }

    func members(of household: Int) -> [String] {
        memberships.filter { $0.household == household && $0.until == nil }.map(\.id)
    }

    func allowed(_ limit: Limit, for id: String, at now: Timestamp) -> Int {
        let mates = household(of: id).map(members(of:)) ?? []
        let ids = ([id] + mates).reduce(into: Set<String>()) { $0.formUnion(person(with: $1)) }
        return ids.contains { subscriptions[$0].map { now < $0 } ?? false }
            ? limit.plus : limit.free
    }

    /// The uses that count for an app user now, and whether each is their own.
    func counted(
        _ limit: Limit, for id: String, at now: Timestamp
    ) -> [(use: Use, isOwn: Bool)] {
        let (ids, household) = (person(with: id), household(of: id))
        return uses.filter { use in
            guard use.limit == limit.id, use.counts(at: now),
                limit.seconds.map({ now < use.at.advanced(bySeconds: $0) }) ?? true
            else { return false }
            guard let household else { return ids.contains(use.id) }
            let user = person(with: use.id)
            return memberships.contains {
                $0.household == household && user.contains($0.id) && $0.holds(use.at)
            }
        }.map { ($0, ids.contains($0.id)) }
    }

    /// The limit as the API shows it, for the members that this model knows.
    func shown(_ limit: Limit, for id: String, amount: Int, at now: Timestamp) -> JSONValue {
        let counted = counted(limit, for: id, at: now).sorted { $0.use.at < $1.use.at }
        let (used, own) = (Self.sum(counted), Self.sum(counted.filter(\.isOwn)))
        let allowed = allowed(limit, for: id, at: now)
        let left = min(allowed - used, limit.perMember.map { $0 - own } ?? .max)
        var resetsAt: Timestamp?
        var availableAt: Timestamp?
        if let seconds = limit.seconds {
            resetsAt = counted.first?.use.at.advanced(bySeconds: seconds)
            if amount > left, amount <= allowed, amount <= limit.perMember ?? .max {
                // The first moment at which a use has left and the amount fits.
                availableAt = counted.map { $0.use.at.advanced(bySeconds: seconds) }.first {
                    moment in
                    let later = counted.filter {
                        $0.use.at.advanced(bySeconds: seconds) > moment
                    }
                    return Self.sum(later) + amount <= allowed
                        && Self.sum(later.filter(\.isOwn)) + amount <= limit.perMember ?? .max
                }
            }
        }
        return [
            "used": .integer(Int64(used)), "limit": .integer(Int64(allowed)),
            "remaining": .integer(Int64(max(left, 0))), "resets_at": Self.json(resetsAt),
            "next_available_at": Self.json(availableAt),
        ]
    }

    func ownUsed(_ limit: Limit, by id: String, at now: Timestamp) -> Int {
        Self.sum(counted(limit, for: id, at: now).filter(\.isOwn))
    }

    /// Whether a use is allowed; if it is, it counts.
    mutating func use(_ use: Use, of limit: Limit, isTold: Bool, at now: Timestamp) -> Bool {
        let counted = counted(limit, for: use.id, at: now)
        let own = Self.sum(counted.filter(\.isOwn))
        let isFree =
            Self.sum(counted) + use.amount <= allowed(limit, for: use.id, at: now)
            && own + use.amount <= limit.perMember ?? .max
        guard isTold || isFree else { return false }
        uses.append(use)
        return true
    }

    private static func sum(_ counted: [(use: Use, isOwn: Bool)]) -> Int {
        counted.reduce(0) { $0 + $1.use.amount }
    }

    private static func json(_ moment: Timestamp?) -> JSONValue {
        moment.map { .string($0.rfc3339) } ?? .null
    }
}
