import Entitlements
import Foundation
import TestSupport

/// The limits of one history, counted use by use: an oracle that shares nothing with the SQL.
struct LimitModel {
    struct Limit {
        let id: String
        let period: TenantDefinition.LimitPeriod?
        let free: Int
        /// What a subscriber may use instead.
        let premium: Int
    }

    /// The period of a subscription.
    struct Subscription {
        let id: String
        let start: Timestamp
        let end: Timestamp
        var isRefunded = false
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
        /// Whether it was told with a moment of its own.
        var isTold = false

        /// Whether the use counts now, if it is in the window.
        func counts(at now: Timestamp) -> Bool {
            !isReleased && (expiresAt.map { $0 > now } ?? true)
        }
    }

    /// The ids of each app user.
    var people: [Set<String>]
    var uses: [Use] = []
    var subscriptions: [Subscription] = []

    func person(with id: String) -> Set<String> { people.first { $0.contains(id) } ?? [id] }

    func subscription(of id: String, at now: Timestamp) -> Subscription? {
        let ids = person(with: id)
        return subscriptions.first {
            ids.contains($0.id) && $0.start <= now && now < $0.end && !$0.isRefunded
        }
    }

    func allowed(_ limit: Limit, of id: String, at now: Timestamp) -> Int {
        subscription(of: id, at: now) == nil ? limit.free : limit.premium
    }

    /// The uses that count for an app user now.
    func counted(_ limit: Limit, of id: String, at now: Timestamp) -> [Use] {
        let (ids, start) = (person(with: id), window(of: limit, of: id, at: now).start)
        return uses.filter { use in
            ids.contains(use.id) && use.limit == limit.id && use.counts(at: now)
                && start.map { use.at >= $0 } ?? true
        }
    }

    /// The limit as the API shows it.
    func shown(_ limit: Limit, of id: String, for amount: Int, at now: Timestamp) -> JSONValue {
        let counted = counted(limit, of: id, at: now).sorted { $0.at < $1.at }
        let used = counted.reduce(0) { $0 + $1.amount }
        let allowed = allowed(limit, of: id, at: now)
        var resetsAt = window(of: limit, of: id, at: now).end
        var availableAt = resetsAt
        if case .rolling(let hours) = limit.period {
            let seconds = Int64(hours) * 3_600
            resetsAt = counted.first?.at.advanced(bySeconds: seconds)
            var left = used
            availableAt = counted.first { use in
                left -= use.amount
                return left + amount <= allowed
            }?.at.advanced(bySeconds: seconds)
        }
        let isLater = used + amount > allowed && amount <= allowed
        return [
            "limit_id": .string(limit.id), "is_unlimited": false, "used": .integer(Int64(used)),
            "limit": .integer(Int64(allowed)),
            "remaining": .integer(Int64(max(allowed - used, 0))),
            "resets_at": Self.json(resetsAt),
            "next_available_at": Self.json(isLater ? availableAt : nil),
        ]
    }

    /// The refusal of a use; nil if it counts, or counted already under its reference.
    mutating func use(_ use: Use, of limit: Limit, at now: Timestamp) -> String? {
        let ids = person(with: use.id)
        let earlier = uses.filter {
            ids.contains($0.id) && $0.limit == limit.id && $0.counts(at: now)
                && $0.reference == use.reference && use.reference != nil
        }
        if let first = earlier.min(by: { $0.at < $1.at }) {
            return first.amount == use.amount ? nil : "reference_reused"
        }
        let used = counted(limit, of: use.id, at: now).reduce(0) { $0 + $1.amount }
        if !use.isTold, used + use.amount > allowed(limit, of: use.id, at: now) {
            return "limit_reached"
        }
        uses.append(use)
        return nil
    }

    /// The history of a limit: a line for each use, newest first.
    func history(of limit: Limit, by id: String) -> [String] {
        let ids = person(with: id)
        let used = uses.filter {
            ids.contains($0.id) && $0.limit == limit.id && !$0.isReleased && $0.expiresAt == nil
        }
        let kept = used.filter { $0.reservation != nil }.map {
            "\($0.at) \($0.id) \($0.amount) \($0.reference ?? "")"
        }
        let rest = Dictionary(grouping: used.filter { $0.reservation == nil }) {
            "\($0.at) \($0.id)"
        }.map { "\($0.key) \($0.value.reduce(0) { $0 + $1.amount }) " }
        return (kept + rest).sorted()
    }

    private static func json(_ moment: Timestamp?) -> JSONValue {
        moment.map { .string($0.rfc3339) } ?? .null
    }
}

extension LimitModel {
    /// Where the days of the histories begin; its clock changes within them.
    static let zone = "Europe/London"

    private static let calendar = {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return calendar
    }()

    /// The window's first moment, nil if the limit never resets, and the end of its period.
    private func window(
        of limit: Limit, of id: String, at now: Timestamp
    ) -> (start: Timestamp?, end: Timestamp?) {
        switch limit.period {
        case .every(.day): Self.period(.day, at: now)
        case .every(.week): Self.period(.weekOfYear, at: now)
        case .every(.month): Self.period(.month, at: now)
        case .every(.year): Self.period(.year, at: now)
        case .every(.subscription):
            subscription(of: id, at: now).map { ($0.start, $0.end) } ?? Self.period(.month, at: now)
        case .monthDay(let day): Self.month(beginningOn: day, at: now)
        case .rolling(let hours):
            (
                Timestamp(
                    microsecondsSinceEpoch: now.advanced(bySeconds: Int64(hours) * -3_600)
                        .microsecondsSinceEpoch + 1), nil
            )
        case nil: (nil, nil)
        }
    }

    private static func period(
        _ unit: Calendar.Component, at now: Timestamp
    ) -> (start: Timestamp?, end: Timestamp?) {
        let interval = calendar.dateInterval(of: unit, for: date(now)) ?? DateInterval()
        return (moment(interval.start), moment(interval.end))
    }

    /// Looks at one day after the other.
    private static func month(
        beginningOn day: Int, at now: Timestamp
    ) -> (start: Timestamp?, end: Timestamp?) {
        let today = calendar.startOfDay(for: date(now))
        let days = (-31...31).compactMap { calendar.date(byAdding: .day, value: $0, to: today) }
        let begins = days.filter {
            let length = calendar.range(of: .day, in: .month, for: $0)?.count ?? 0
            return calendar.component(.day, from: $0) == min(day, length)
        }
        return (
            begins.last { $0 <= today }.flatMap(moment), begins.first { $0 > today }.flatMap(moment)
        )
    }

    private static func date(_ moment: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(moment.secondsSinceEpoch))
    }

    private static func moment(_ date: Date) -> Timestamp? {
        Timestamp(microsecondsSinceEpoch: Int64(date.timeIntervalSince1970) * 1_000_000)
    }
}
