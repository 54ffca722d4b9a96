package import Entitlements

/// The figures of some days as charts of bars.
package struct FigureCharts: Sendable {
    private let rows: [String: JSONValue]
    private let days: [String]
    private let place: Place

    /// - Parameters:
    ///   - figures: The answer of `getFigures` by day.
    ///   - place: Where and when the page is shown.
    package init(_ figures: JSONValue, in place: Place) {
        self.place = place
        let listed = (figures["data"]?.array ?? []).map { ($0.word("day") ?? "", $0) }
        rows = Dictionary(listed) { first, _ in first }
        days = Self.days(from: figures.word("from") ?? "", to: figures.word("to") ?? "")
    }

    package static let height = 60
    package static let width = 300

    /// Each chart as the template `chart` reads it.
    package var shown: JSONValue {
        let counted = [
            chart("Active subscriptions", .last, of: [("sort", "end"), ("source", "own")]) {
                $0.count("active_subscriptions")
            },
            chart("New subscriptions", .sum, of: [("source", "own")]) {
                $0.count("subscriptions_begun")
            },
            chart("Trials begun", .sum, of: [("sort", "end"), ("status", "trialing")]) {
                $0.count("trials_begun")
            },
            chart("Trials converted", .sum, of: [("sort", "change"), ("status", "active")]) {
                $0.count("trials_converted")
            },
            chart("Churned", .sum, of: ended) { row in
                row.count("churned_voluntarily") + row.count("churned_involuntarily")
            },
            chart("Payments failed", .sum, of: [("sort", "end"), ("status", "billing_issue")]) {
                $0.count("payments_failed")
            },
        ]
        let charged = currencies.prefix(2).map { currency in
            chart("Charges, \(currency)", .sum, decimals: true) { $0.charged(in: currency) }
        }
        return .array(counted + charged)
    }

    /// The people whose access ended on the days of the chart.
    private var ended: [(name: String, value: String?)] {
        [
            ("sort", "end"), ("status", "expired"),
            ("ends_after", days.first.map { "\($0)T00:00:00Z" }),
            ("ends_before", place.now.rfc3339),
        ]
    }

    /// What stands above a chart.
    private enum Head {
        case last, sum
    }

    private func chart(
        _ title: String, _ head: Head, of people: [(name: String, value: String?)]? = nil,
        decimals: Bool = false, _ value: (JSONValue) -> Double
    ) -> JSONValue {
        let values = days.map { rows[$0].map(value) ?? 0 }
        let text = { Self.text($0, decimals: decimals) }
        let total = head == .sum ? values.reduce(0, +) : values.last ?? 0
        let note = head == .sum ? "in \(days.count) days" : "on the last day"
        let maximum = values.max() ?? 0
        return .members([
            "title": .string(title), "total": .string(text(total)), "note": .string(note),
            "href": people.map { .string(place.path("search", $0)) } ?? .null,
            "path": .string(Self.bars(values)), "maximum": .string(text(maximum)),
            "first": days.first.map(JSONValue.string) ?? .null,
            "last": days.last.map(JSONValue.string) ?? .null,
            "rows": .array(
                zip(days, values).map { day, value in
                    .members(["day": .string(day), "value": .string(text(value))])
                }),
        ])
    }

    /// The outlines of all bars, the highest as high as the chart.
    private static func bars(_ values: [Double]) -> String {
        guard let maximum = values.max(), maximum > 0 else { return "" }
        let slot = width * 10 / values.count
        let bar = tenths(slot * 4 / 5)
        return values.enumerated().filter { $0.element > 0 }.map { index, value in
            let top = height * 10 - max(10, Int(value / maximum * Double(height) * 10))
            return "M\(tenths(index * slot)) \(height)V\(tenths(top))h\(bar)V\(height)z"
        }.joined()
    }

    private static func tenths(_ number: Int) -> String {
        number % 10 == 0 ? "\(number / 10)" : "\(number / 10).\(number % 10)"
    }

    private static func text(_ value: Double, decimals: Bool) -> String {
        let hundredths = Int64((value * 100).rounded())
        let whole = Number.text(hundredths / 100)
        guard decimals else { return whole }
        let rest = String(abs(hundredths % 100))
        return "\(whole).\(rest.count == 1 ? "0" : "")\(rest)"
    }

    /// The currencies that were charged in, the one with the most charges first.
    private var currencies: [String] {
        var counts: [String: Int64] = [:]
        for charge in rows.values.flatMap({ $0["charges"]?.array ?? [] }) {
            counts[charge.word("currency") ?? "", default: 0] += charge.integer("number")
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// All days from one to another, 366 at most; none if one is no day.
    private static func days(from first: String, to last: String) -> [String] {
        guard var moment = Timestamp(rfc3339: "\(first)T00:00:00Z"),
            Timestamp(rfc3339: "\(last)T00:00:00Z") != nil
        else { return [] }
        var days: [String] = []
        while days.count < 366, days.last != last {
            days.append(String(moment.rfc3339.prefix(10)))
            moment = moment.advanced(bySeconds: 86_400)
        }
        return days
    }
}

extension JSONValue {
    fileprivate func count(_ name: String) -> Double { Double(integer("figures", name)) }

    fileprivate func charged(in currency: String) -> Double {
        (self["charges"]?.array ?? []).filter { $0.word("currency") == currency }
            .reduce(0) { sum, charge in
                switch charge["amount"] {
                case .integer(let number)?: sum + Double(number)
                case .decimal(let number)?: sum + number.value
                default: sum
                }
            }
    }
}
