/// The date part of an ISO 8601 duration, such as `P1M`, `P7D` or `P1Y6M`.
package struct BillingPeriod: RawRepresentable, Encodable, Sendable, Equatable {
    package let rawValue: String

    /// Nil unless the text is `P` followed by years, months, weeks and days in this order.
    ///
    /// Each unit occurs at most once, at least one occurs, and each number is from 1 to 999.
    package init?(rawValue: String) {
        var rest = Substring(rawValue)
        guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
        var units = Substring("YMWD")
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 3, let number = Int(digits), number > 0,
                let unit = rest.popFirst(), let position = units.firstIndex(of: unit)
            else { return nil }
            units = units[position...].dropFirst()
        }
        self.rawValue = rawValue
    }
}
