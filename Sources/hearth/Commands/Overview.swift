import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Shows the figures of a tenant's business.
struct Overview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show figures of the business: active, trials, churn, money, households.",
        discussion: """
            Prints what GET /v1/admin/metrics answers: a block for each row, then the lists. \
            docs/METRICS.md defines each figure.

            Example: hearth overview myapp --by plan
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "The first day, such as 2026-11-01. The default is 28 days in all.")
    var from: String?

    @Option(help: "The last day. The default is today, in the tenant's time zone.")
    var to: String?

    @Option(
        help: ArgumentHelp(
            "By what: \(GetFigures.dimensions.joined(separator: ", ")); with commas between them.",
            valueName: "dimensions"))
    var by: String?

    @Flag(help: "Print JSON, as the API answers it.")
    var json = false

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        for day in [from, to].compactMap(\.self) where !GetFigures.isDay(day) {
            throw ValidationError("\"\(day)\" is no day such as 2026-11-21.")
        }
        guard dimensions != nil else {
            throw ValidationError(
                "--by takes some of \(GetFigures.dimensions.joined(separator: ", ")).")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let call = GetFigures(firstDay: from, lastDay: to, dimensions: dimensions ?? [])
            let answer = try await installation.database.callOne(call, in: id)
            let figures = try GetFigures.parsed(answer.json)
            guard !json else { return print(figures.indented) }
            FigureReport(figures).lines.forEach { print($0.showingControlCharacters) }
        }
    }

    /// Nil if a word is unknown or named twice.
    private var dimensions: [String]? {
        GetFigures.dimensions(named: by?.split(separator: ",").map(String.init) ?? [])
    }
}

/// The lines of an overview: names on the left, numbers aligned on the right.
private struct FigureReport {
    private(set) var lines: [String] = []

    init(_ answer: JSONValue) {
        let span = [answer["from"], answer["to"]].map { $0?.string ?? "–" }
        let zone = answer["time_zone"]?.string ?? "–"
        lines.append("\(span.joined(separator: " to ")) (\(zone))")
        lines.append("computed at \(answer["computed_at"]?.string ?? "– (not yet in full)")")
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
        lines += ["", place.isEmpty ? "All" : place]
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
        lines += ["", list.prefix(1).uppercased() + list.dropFirst()]
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
