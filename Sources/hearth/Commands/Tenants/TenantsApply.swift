import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Applies tenant files to the database.
struct TenantsApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Create or update tenants from their YAML files.",
        discussion: """
            Each file is one tenant, and is applied in one transaction. Applying it again \
            changes nothing, and no file is applied unless all are valid. Without \
            --allow-removal, a file that removes what people have is refused; `hearth tenants \
            plan` shows what a file changes. Products that were sold but are not in the file are \
            printed after its tenant, because they give no entitlements.

            Example: hearth tenants apply myapp.yaml
            """)

    @OptionGroup var files: TenantFilesArgument

    @Flag(help: "Only check the files, without a database.")
    var dryRun = false

    @Flag(help: "Apply the file even if people lose access, or names that apps ask for are gone.")
    var allowRemoval = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let given = try files.read()
        if dryRun {
            for file in given { print("\(file.definition.slug.rawValue): valid") }
            return
        }
        try await database.run { installation in
            if given.count > 1 {
                // Before the first is applied, the database checks all.
                for file in given { _ = try await apply(file, isDryRun: true, installation) }
            }
            for file in given {
                let row = try await apply(file, isDryRun: false, installation)
                print("\(file.definition.slug.rawValue): \(row.outcome)")
                try await Self.printProductsLacking(of: row.tenantID, installation.database)
            }
        }
    }

    /// Applies a file, or checks that it may be; a refused removal becomes a message with the plan.
    private func apply(
        _ file: GivenTenantFile, isDryRun: Bool, _ installation: DatabaseOption.Installation
    ) async throws -> ApplyTenant.Row {
        do {
            let row = try await file.apply(
                in: installation.database, allowsRemoval: allowRemoval, isDryRun: isDryRun)
            // A dry run answers with the plan of a removal that is not allowed.
            if isDryRun, !allowRemoval, let plan = row.plan {
                try Self.refuseRemoval(plan, by: file)
            }
            return row
        } catch let failure as Failure where failure.code == .removalNotAllowed {
            let members = try JSONParser.parse(failure.members ?? Array("{}".utf8))
            try Self.refuseRemoval((members["plan"] ?? .null).canonicalBytes, by: file)
            throw failure
        }
    }

    private static func refuseRemoval(_ plan: [UInt8], by file: GivenTenantFile) throws {
        let report = try PlanReport(plan)
        guard report.removes else { return }
        throw OperatorMessage(
            "\(file.definition.slug.rawValue) was not changed",
            why: (["the file removes what people have"] + report.lines).joined(separator: "\n"),
            advice: "Keep these names in the file, or apply it with --allow-removal.",
            exitStatus: .invalidData)
    }

    /// Prints the id of each sold product that the tenant file lacks.
    private static func printProductsLacking(of tenant: UUID, _ database: Database) async throws {
        var last: ListFindings.Row?
        repeat {
            let page = try await database.call(
                ListFindings(
                    pageLimit: 100, afterKind: last?.kind, afterSubject: last?.subject),
                in: tenant)
            for row in page where row.kind == "product_not_in_catalog" {
                printLine("  sold but not in the file: \(row.subject) (purchases: \(row.count))")
            }
            last = page.last
        } while last != nil
    }
}
