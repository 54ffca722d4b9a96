import FoundationEssentials
import Synchronization

/// The value of the header `Date`, made once a second.
final class DateHeader: Sendable {
    private let clock: @Sendable () -> Int64
    private let made = Mutex((second: Int64.min, text: ""))

    /// `clock` returns the seconds since 1970.
    init(clock: @escaping @Sendable () -> Int64) {
        self.clock = clock
    }

    /// The present time, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    var text: String {
        let second = clock()
        return made.withLock { made in
            if made.second != second {
                made = (second, Self.text(of: Date(timeIntervalSince1970: Double(second))))
            }
            return made.text
        }
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func text(of date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let number = { (part: Int?) in
            let digits = String(part ?? 0)
            return digits.count < 2 ? "0" + digits : digits
        }
        let clock = [parts.hour, parts.minute, parts.second].map(number).joined(separator: ":")
        return "\(days[(parts.weekday ?? 1) - 1]), \(number(parts.day)) "
            + "\(months[(parts.month ?? 1) - 1]) \(number(parts.year)) \(clock) GMT"
    }
}
