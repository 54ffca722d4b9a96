import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Lists what an operator should look at.
struct FindingsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what an operator should look at.",
        discussion: "Example: hearth findings list myapp")

    @OptionGroup var list: ListOptions

    static let columns: [Column] = [
        "kind",
        Column("subject") { finding in
            ["product_id", "entitlement_id", "endpoint_id", "credit_id", "reason"].lazy
                .compactMap { finding[$0]?.string }.first
        },
        "count", "first_seen_at", "last_seen_at",
    ]

    func run() async throws {
        let cursor = try list.cursor(FindingCursor.init(reading:))
        try await list.run(
            ListFindings(
                pageLimit: list.pageLimit, afterKind: cursor?.kind, afterSubject: cursor?.subject),
            Self.columns, cursor: \.cursor.text, write: { $0.write(to: &$1) })
    }
}
