extension Timestamp {
    /// Reads the form that servers write (RFC 9110): `Sun, 06 Nov 1994 08:49:37 GMT`.
    package init?(httpDate text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].utf8.count == 4, words[5] == "GMT",
            let month = Self.monthNames.firstIndex(of: String(words[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init(rfc3339: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    }

    /// Reads a `Retry-After` that came at this moment: a number of seconds, or an HTTP date.
    ///
    /// Negative if the date is in the past.
    package func seconds(untilRetryAfter header: String) -> Int64? {
        if let seconds = Int64(header) { return seconds }
        guard let end = Timestamp(httpDate: header) else { return nil }
        return end.secondsSinceEpoch - secondsSinceEpoch
    }

    /// The form that servers write, in whole seconds.
    package var httpDate: String {
        let parts = rfc3339.split(whereSeparator: { !$0.isNumber }).map(String.init)
        let day = Self.dayNames[Int((secondsSinceEpoch / 86_400 % 7 + 7) % 7)]
        let month = Self.monthNames[(Int(parts[1]) ?? 1) - 1]
        return "\(day), \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
    }

    /// From the epoch's day on.
    private static let dayNames = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
