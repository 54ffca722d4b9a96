/// A moment in whole microseconds, between the years 0001 and 9999.
///
/// Postgres can store every value, and RFC 3339 can express it. The type has no `now`: the time is
/// an argument.
package struct Timestamp: Sendable, Hashable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package let microsecondsSinceEpoch: Int64

    /// Nil outside the years 0001…9999.
    package init?(microsecondsSinceEpoch: Int64) {
        guard Self.range.contains(microsecondsSinceEpoch) else { return nil }
        self.microsecondsSinceEpoch = microsecondsSinceEpoch
    }

    /// Nil outside the years 0001…9999.
    package init?(milliseconds: Int64) {
        let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return nil }
        self.init(microsecondsSinceEpoch: microseconds)
    }

    /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999Z.
    private static let range: ClosedRange<Int64> =
        -62_135_596_800_000_000...253_402_300_799_999_999
}

extension Timestamp {
    /// Whole seconds since the epoch, rounded towards the past.
    package var secondsSinceEpoch: Int64 {
        CivilTime.quotient(microsecondsSinceEpoch, 1_000_000)
    }

    /// Returns this moment moved by some seconds, clamped to the range.
    package func advanced(bySeconds seconds: Int64) -> Timestamp {
        let (distance, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (moved, isTooLate) = microsecondsSinceEpoch.addingReportingOverflow(distance)
        let limit = seconds < 0 ? Self.range.lowerBound : Self.range.upperBound
        let microseconds = isTooFar || isTooLate ? limit : moved
        return Timestamp(clamping: microseconds)
    }

    private init(clamping microseconds: Int64) {
        microsecondsSinceEpoch = min(
            max(microseconds, Self.range.lowerBound), Self.range.upperBound)
    }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microsecondsSinceEpoch < right.microsecondsSinceEpoch
    }
}

extension Timestamp: CustomStringConvertible {
    package var description: String { rfc3339 }
}
