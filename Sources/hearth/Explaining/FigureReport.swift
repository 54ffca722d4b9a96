import Entitlements

/// The lines of an overview: names on the left, numbers aligned on the right.
struct FigureReport {
    private(set) var lines: [ShownLine] = []

    init(_ answer: JSONValue) {
        let span = [answer["from"], answer["to"]].map { $0?.string ?? "–" }
        let zone = answer["time_zone"]?.string ?? "–"
        lines.append("\(span.joined(separator: " to ")) (\(zone))")
        let moment = answer["computed_at"]?.string
        lines.append(
            "computed at \(moment ?? "– (not yet in full)", moment == nil ? .yellow : nil)")
        let rows = answer["data"]?.array ?? []
        if rows.isEmpty { lines.append("There is no evidence of purchases.") }
        for row in rows { add(row) }
        for name in ["restores", "limits", "offers", "campaigns", "households"] {
            add(name, answer[name]?.array ?? [])
        }
    }

    private static let places = [
        "day", "product_id", "plan", "plan_type", "store", "country_code", "entitlement_id",
    ]

    private mutating func add(_ row: JSONValue) {
        let place = Self.places.compactMap { row[$0]?.string }.joined(separator: " · ")
        lines += ["", "\(place.isEmpty ? "All" : place, .bold)"]
        for figure in row["figures"]?.object?.members ?? [] {
            add(figure.name, figure.value.plain)
        }
        for name in ["charges", "refunds", "refunds_reversed"] {
            for sum in row[name]?.array ?? [] {
                let money = "\(sum["amount"]?.plain ?? "") \(sum["currency"]?.plain ?? "")"
                add(name, "\(sum["number"]?.plain ?? "") = \(money)")
            }
        }
    }

    private mutating func add(_ list: String, _ entries: [JSONValue]) {
        guard !entries.isEmpty else { return }
        lines += ["", "\(list.prefix(1).uppercased() + list.dropFirst(), .bold)"]
        for entry in entries {
            let words = (entry.object?.members ?? []).filter { $0.value != .null }
            if list == "households" {
                add(
                    words.dropLast().map { "\($0.value.plain) \($0.name)" }.joined(separator: ", "),
                    words.last?.value.plain ?? "")
            } else {
                add(
                    words.dropLast().map(\.value.plain).joined(separator: " "),
                    words.last?.value.plain ?? "")
            }
        }
    }

    private mutating func add(_ name: String, _ value: String) {
        let label = name.replacing("_", with: " ")
        let gap = max(1, 40 - label.count - value.prefix { $0 != " " }.count)
        lines.append("  \(label)\(String(repeating: " ", count: gap))\(value)")
    }
}

extension JSONValue {
    /// A string without quotes; other values as JSON.
    fileprivate var plain: String { string ?? String(decoding: bytes, as: UTF8.self) }
}
