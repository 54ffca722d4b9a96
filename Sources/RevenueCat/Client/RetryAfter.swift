import Curl
import Entitlements

/// How long an answer asks us to stay away.
enum RetryAfter {
    /// Seconds, rounded up; nil when the answer says nothing of it.
    ///
    /// The header counts seconds, and has counted milliseconds once, as `backoff_ms` of the body
    /// still does. So where both have the same number it is that; else the longer time holds.
    static func seconds(
        header: String?, body: JSONObject?, at now: Timestamp, atMost maximum: Int
    ) -> Int? {
        var milliseconds: Int64?
        if case .integer(let number) = body?["backoff_ms"], number >= 0 { milliseconds = number }
        let isHeaderInMilliseconds = milliseconds != nil && header == milliseconds.map(String.init)
        let seconds = isHeaderInMilliseconds ? nil : header.flatMap { Self.seconds($0, at: now) }
        let backoff = milliseconds.map { ($0 / 1_000) + ($0.isMultiple(of: 1_000) ? 0 : 1) }
        guard let longest = [seconds, backoff].compactMap({ $0 }).max() else { return nil }
        return Int(min(max(1, longest), Int64(maximum)))
    }

    /// A number of seconds, or the moment when they are over.
    private static func seconds(_ header: String, at now: Timestamp) -> Int64? {
        if let seconds = Int64(header) { return seconds }
        guard let end = Timestamp(httpDate: header) else { return nil }
        return end.secondsSinceEpoch - now.secondsSinceEpoch
    }
}
