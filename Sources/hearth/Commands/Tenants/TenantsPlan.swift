import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Shows what tenant files would change.
struct TenantsPlan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show what tenant files would change, and change nothing.",
        discussion: """
            Lists what each file adds, removes and changes; how many app users would gain and \
            lose which entitlements, with the first ten ids; and products that were sold but are \
            not in the file.

            Example: hearth tenants plan myapp.yaml
            """)

    @OptionGroup var files: TenantFilesArgument

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let given = try files.read()
        try await database.run { installation in
            for file in given {
                let row = try await file.apply(
                    in: installation.database, allowsRemoval: true, isDryRun: true)
                for line in try Self.lines(for: row, of: file.definition) { print(line) }
            }
        }
    }

    private static func lines(
        for row: ApplyTenant.Row, of definition: TenantDefinition
    ) throws -> [String] {
        let slug = definition.slug.rawValue
        guard let plan = row.plan else { return ["\(slug): \(row.outcome)"] }
        // Each setting of a new tenant is a change, also those that its file leaves out.
        if row.outcome == "created" {
            return ["\(slug): would be created, with \(definition.counts)"]
        }
        let report = try PlanReport(plan)
        let change = row.outcome == "unchanged" ? row.outcome : "would be \(row.outcome)"
        return ["\(slug): \(change)"] + report.lines
            + (report.removes
                ? ["  ! removes what people have: apply it with --allow-removal"] : [])
    }
}

extension TenantDefinition {
    /// What a file defines, counted: `2 entitlements, 3 products`.
    var counts: String {
        let sections: [(count: Int, noun: String)] = [
            (entitlements.count, "entitlement"), (products.count, "product"),
            (features.count, "feature"), (limits.count, "limit"),
            (codes.campaigns.count, "campaign"), (tokenIssuers.count, "token issuer"),
        ]
        return sections.filter { $0.count > 0 }
            .map { $0.count == 1 ? "1 \($0.noun)" : "\($0.count) \($0.noun)s" }
            .joined(separator: ", ")
    }
}
