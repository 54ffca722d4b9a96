import Curl
import Entitlements

/// How long an answer asks the client to wait.
enum RetryAfter {
    /// Returns seconds, rounded up; nil if the answer has none.
    ///
    /// The header is in seconds, but once was in milliseconds, as `backoff_ms` of the body is. If
    /// both have the same number, it is milliseconds. Otherwise the longer time counts.
    static func seconds(
        header: String?, body: JSONObject?, at now: Timestamp, atMost maximum: Int
    ) -> Int? {
        var milliseconds: Int64?
        if case .integer(let number) = body?["backoff_ms"], number >= 0 { milliseconds = number }
        let isHeaderInMilliseconds = milliseconds != nil && header == milliseconds.map(String.init)
        let seconds = isHeaderInMilliseconds ? nil : header.flatMap(now.seconds(untilRetryAfter:))
        let backoff = milliseconds.map { ($0 / 1_000) + ($0.isMultiple(of: 1_000) ? 0 : 1) }
        guard let longest = [seconds, backoff].compactMap({ $0 }).max() else { return nil }
        return Int(min(max(1, longest), Int64(maximum)))
    }
}
