import Entitlements
import Foundation
import TestSupport

/// The limits of one history, counted use by use: an oracle that shares nothing with the SQL.
struct LimitModel {
    struct Limit {
        let id: String
        let period: TenantDefinition.LimitPeriod?
        let free: Int
    }

    struct Use {
        let id: String
        let limit: String
        let at: Timestamp
        let amount: Int
        let reference: String?
        /// When the reservation expires; nil for a use.
        var expiresAt: Timestamp?
        var isReleased = false
        var reservation: UUID?

        /// Whether the use counts now, if it is in the window.
        func counts(at now: Timestamp) -> Bool {
            !isReleased && (expiresAt.map { $0 > now } ?? true)
        }
    }

    /// The ids of each app user.
    var people: [Set<String>]
    var uses: [Use] = []

    func person(with id: String) -> Set<String> { people.first { $0.contains(id) } ?? [id] }

    /// The uses that count for an app user now.
    func counted(_ limit: Limit, of id: String, at now: Timestamp) -> [Use] {
        let (ids, start) = (person(with: id), Self.start(of: limit, at: now))
        return uses.filter { use in
            ids.contains(use.id) && use.limit == limit.id && use.counts(at: now)
                && start.map { use.at >= $0 } ?? true
        }
    }

    /// The limit as the API shows it.
    func shown(_ limit: Limit, of id: String, for amount: Int, at now: Timestamp) -> JSONValue {
        let counted = counted(limit, of: id, at: now).sorted { $0.at < $1.at }
        let used = counted.reduce(0) { $0 + $1.amount }
        var resetsAt = Self.end(of: limit, at: now)
        var availableAt = resetsAt
        if case .rolling(let hours) = limit.period {
            let seconds = Int64(hours) * 3_600
            resetsAt = counted.first?.at.advanced(bySeconds: seconds)
            var left = used
            availableAt = counted.first { use in
                left -= use.amount
                return left + amount <= limit.free
            }?.at.advanced(bySeconds: seconds)
        }
        let isLater = used + amount > limit.free && amount <= limit.free
        return [
            "limit_id": .string(limit.id), "is_unlimited": false, "used": .integer(Int64(used)),
            "limit": .integer(Int64(limit.free)),
            "remaining": .integer(Int64(max(limit.free - used, 0))),
            "resets_at": Self.json(resetsAt),
            "next_available_at": Self.json(isLater ? availableAt : nil),
        ]
    }

    /// The refusal of a use; nil if it counts, or counted already under its reference.
    mutating func use(_ use: Use, of limit: Limit) -> String? {
        let ids = person(with: use.id)
        let earlier = uses.filter {
            ids.contains($0.id) && $0.limit == limit.id && $0.counts(at: use.at)
                && $0.reference == use.reference && use.reference != nil
        }
        if let first = earlier.min(by: { $0.at < $1.at }) {
            return first.amount == use.amount ? nil : "reference_reused"
        }
        let used = counted(limit, of: use.id, at: use.at).reduce(0) { $0 + $1.amount }
        if used + use.amount > limit.free { return "limit_reached" }
        uses.append(use)
        return nil
    }

    private static func json(_ moment: Timestamp?) -> JSONValue {
        moment.map { .string($0.rfc3339) } ?? .null
    }
}

extension LimitModel {
    /// When the window began, the moment itself included; nil if the limit never resets.
    private static func start(of limit: Limit, at now: Timestamp) -> Timestamp? {
        switch limit.period {
        case .calendar(let period): moment(interval(of: period, at: now).start)
        case .rolling(let hours):
            Timestamp(
                microsecondsSinceEpoch: now.advanced(bySeconds: Int64(hours) * -3_600)
                    .microsecondsSinceEpoch + 1)
        case nil: nil
        }
    }

    private static func end(of limit: Limit, at now: Timestamp) -> Timestamp? {
        guard case .calendar(let period) = limit.period else { return nil }
        return moment(interval(of: period, at: now).end)
    }

    private static func interval(
        of period: TenantDefinition.CalendarPeriod, at now: Timestamp
    ) -> DateInterval {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let unit: Calendar.Component =
            switch period {
            case .day: .day
            case .week: .weekOfYear
            case .month: .month
            case .year: .year
            }
        let date = Date(timeIntervalSince1970: Double(now.secondsSinceEpoch))
        return calendar.dateInterval(of: unit, for: date) ?? DateInterval()
    }

    private static func moment(_ date: Date) -> Timestamp? {
        Timestamp(microsecondsSinceEpoch: Int64(date.timeIntervalSince1970) * 1_000_000)
    }
}
