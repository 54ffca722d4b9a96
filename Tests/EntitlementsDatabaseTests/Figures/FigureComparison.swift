import Entitlements

/// Compares the rows of an answer with a year that was counted by hand.
struct FigureComparison {
    static let names = [
        "active_subscriptions", "active_trials", "active_one_time", "active_grants",
        "trials_begun", "trials_converted", "trials_cancelled", "subscriptions_begun",
        "subscriptions_renewed", "subscriptions_returned", "churned_voluntarily",
        "churned_involuntarily", "payments_failed", "payments_recovered", "one_time_purchases",
    ]
    static let money = ["charges", "refunds", "refunds_reversed"]

    let year: FigureYear
    private(set) var differences: [String] = []
    /// What the year counts at the places of the rows, by figure.
    private(set) var seen: [String: Int64] = [:]
    /// What is active so far, without the day.
    private var active: [String: [FigureYear.Place: Int64]] = [:]

    init(year: FigureYear) { self.year = year }

    /// Adds a row; rows come by day.
    mutating func add(_ row: JSONValue) {
        var place = FigureYear.Place(
            day: row["day"]?.string ?? "", product: row["product_id"]?.string ?? "",
            store: row["store"]?.string ?? "", country: row["country_code"]?.string ?? "")
        for name in Self.names {
            let expected = expected(name, at: place)
            if row["figures"]?[name] != .integer(expected) {
                let shown = row["figures"]?[name] ?? .null
                differences.append("\(name) \(place): \(shown), not \(expected)")
            }
        }
        for name in Self.money {
            for currency in ["EUR", "USD"] {
                place.currency = currency
                let sum = row[name]?.array?.first { $0["currency"]?.string == currency }
                let number = year.counts[name]?[place]
                seen[name, default: 0] += number ?? 0
                if sum?["number"] != number.map(JSONValue.integer)
                    || (sum?["amount"]?.cents ?? 0) != year.cents[name]?[place] ?? 0
                {
                    differences.append("\(name) \(place): \(sum ?? .null), not \(number ?? 0)")
                }
            }
        }
    }

    private mutating func expected(_ name: String, at place: FigureYear.Place) -> Int64 {
        let counted = year.counts[name]?[place] ?? 0
        seen[name, default: 0] += counted
        guard name.hasPrefix("active_") else { return counted }
        var anyDay = place
        anyDay.day = ""
        active[name, default: [:]][anyDay, default: 0] += counted
        return active[name]?[anyDay] ?? 0
    }
}
