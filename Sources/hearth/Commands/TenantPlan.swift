import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Shows what a tenant file would change.
struct TenantPlan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show what a tenant file would change, and change nothing.",
        discussion: """
            Lists what the file adds, removes and changes, how many app users would gain and lose \
            which entitlements, with the first ten ids, and products that were sold and that the \
            file lacks.
            """)

    @Argument(help: "A tenant file.", completion: .file())
    var file: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let given = try GivenTenantFile(path: file)
        try await database.run { installation in
            let row = try await installation.database.callOne(
                given.application(allowsRemoval: true, isDryRun: true))
            let slug = given.definition.slug.rawValue
            guard let plan = row.plan else { return print("\(slug): \(row.outcome)") }
            let report = try PlanReport(plan)
            print("\(slug): would be \(row.outcome)")
            for line in report.lines { print(line) }
            if report.removes {
                print("  ! removes what people have: apply it with --allow-removal")
            }
        }
    }
}
