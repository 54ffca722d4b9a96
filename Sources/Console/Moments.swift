package import Entitlements

/// A moment as the template `time` shows it.
package enum Moment {
    /// Returns `iso` (RFC 3339), `relative` (“3 days ago”) and `exact` (UTC, to the second).
    package static func shown(_ moment: Timestamp, now: Timestamp) -> JSONValue {
        let iso = moment.rfc3339
        return .members([
            "iso": .string(iso),
            "relative": .string(relative(moment, now: now)),
            "exact": .string("\(iso.prefix(10)) \(iso.dropFirst(11).prefix(8)) UTC"),
        ])
    }

    /// Returns a moment of an answer in the same form; null for null, an absent one and other text.
    package static func shown(_ moment: JSONValue?, now: Timestamp) -> JSONValue {
        (moment?.string).flatMap { Timestamp(rfc3339: $0) }.map { shown($0, now: now) } ?? .null
    }

    private static func relative(_ moment: Timestamp, now: Timestamp) -> String {
        let seconds = now.secondsSinceEpoch - moment.secondsSinceEpoch
        guard let unit = units.first(where: { abs(seconds) >= $0.seconds }) else {
            return "now"
        }
        let count = abs(seconds) / unit.seconds
        let distance = "\(count) \(unit.name)\(count == 1 ? "" : "s")"
        return seconds < 0 ? "in \(distance)" : "\(distance) ago"
    }

    /// From the longest on; a month is a twelfth of a mean year.
    private static let units: [(name: String, seconds: Int64)] = [
        ("year", 31_556_952), ("month", 2_629_746), ("day", 86_400), ("hour", 3_600),
        ("minute", 60), ("second", 1),
    ]
}
