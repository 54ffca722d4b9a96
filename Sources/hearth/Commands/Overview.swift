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

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Option(help: "The first day, such as 2026-11-01; by default, 28 days in all.")
    var from: String?

    @Option(help: "The last day; by default, today in the tenant's time zone.")
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
            StandardStream.output.writeLines(FigureReport(figures).lines)
        }
    }

    /// Nil if a word is unknown or named twice.
    private var dimensions: [String]? {
        GetFigures.dimensions(named: by?.split(separator: ",").map(String.init) ?? [])
    }
}
