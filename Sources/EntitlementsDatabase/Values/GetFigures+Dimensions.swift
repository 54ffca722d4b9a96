import Entitlements

extension GetFigures {
    /// By what figures can be asked for, in the order of an answer's rows.
    package static let dimensions = [
        "day", "product", "plan", "plan_type", "store", "country", "entitlement",
    ]

    /// Returns the dimensions in their order; nil if one is unknown or named twice.
    package static func dimensions(named names: [String]) -> [String]? {
        let known = dimensions.filter(names.contains)
        return known.count == names.count ? known : nil
    }

    /// Whether a text is a day of the calendar, such as `2026-11-21`.
    package static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10 && Timestamp(rfc3339: "\(text)T00:00:00Z") != nil
    }
}
