import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Lists the files that were applied to a tenant.
struct TenantHistory: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the files that were applied to a tenant.",
        discussion: "Example: hearth tenant history myapp")

    @OptionGroup var answer: AnswerOptions

    static let columns: [Column] = ["version", "applied_at", "applied_by"]

    func run() async throws {
        try await answer.run(
            { database, tenant in
                .page(
                    try await database.call(ListDefinitions(), in: tenant).map { row in
                        .members([
                            "version": .integer(row.definitionVersion),
                            "applied_at": .string(row.appliedAt.rfc3339),
                            "applied_by": .string(row.appliedBy),
                        ])
                    })
            }, show: { AnswerOptions.show($0, Self.columns) })
    }
}
