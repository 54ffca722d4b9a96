import ArgumentParser
import EntitlementsAPI
import EntitlementsDatabase

/// Lists a tenant's runs.
struct RunsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a tenant's runs, latest first.",
        discussion: "Example: hearth runs list myapp")

    @OptionGroup var list: ListOptions

    static let columns: [Column] = [
        "started_at", "run_id", "status", "scope", "dry_run",
        Column("people.read", as: "read"), Column("people.unknown", as: "unknown"),
        Column("people.failed", as: "failed"), Column("people.waiting", as: "waiting"),
        Column("drift.total", as: "differences"),
        Column("drift.access_affected", as: "of access"), "setback",
    ]

    func run() async throws {
        let cursor = try list.cursor(MomentCursor.init(reading:))
        try await list.run(
            ListRuns(
                pageLimit: list.pageLimit, beforeStartedAt: cursor?.moment,
                beforeRunID: cursor?.id),
            Self.columns,
            cursor: \.cursor.text, answer: \.answer)
    }
}
