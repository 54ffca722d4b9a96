import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists what an operator should look at among households.
struct FindingsHouseholds: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "households",
        abstract: "List entitlements that a household pays twice, and moved purchases it keeps.",
        discussion: """
            --limit counts the households that are looked at, most of them without a finding.

            Example: hearth findings households myapp --limit 1000
            """)

    @OptionGroup var list: ListOptions

    static let columns: [Column] = [
        "kind", "household_id", "entitlement_id",
        Column("purchases") { finding in
            finding["purchases"]?.array?.map { purchase in
                ["product_id", "app_user_id"].compactMap { purchase[$0]?.string }
                    .joined(separator: " of ")
            }.joined(separator: ", ")
        },
    ]

    func run() async throws {
        let cursor = try list.cursor(HouseholdFindingCursor.init(reading:))
        try await list.run(
            ListHouseholdFindings(
                pageLimit: list.pageLimit, afterHouseholdID: cursor?.householdID),
            Self.columns, cursor: \.cursor.text, write: { $1.elements(ofJSON: $0.findings) })
    }
}
