import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials

/// Applies tenant files to the database.
struct TenantApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Create or update tenants from their YAML files.",
        discussion: """
            Each file is one tenant, and is applied in one transaction; applying it again changes \
            nothing. No file is applied unless all are valid. A file that removes what people have \
            is refused without --allow-removal; `hearth tenant plan` shows what a file changes. If \
            products were sold that a file lacks, they are printed after its tenant: they give no \
            entitlements.
            """)

    @Argument(help: "Tenant files, such as examples/tenants/stockpot.yaml.", completion: .file())
    var files: [String]

    @Flag(help: "Only check the files, without a database.")
    var dryRun = false

    @Flag(help: "Apply also what takes access, or names that apps ask for, from people.")
    var allowRemoval = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let given = try files.map { try GivenTenantFile(path: $0) }
        if dryRun {
            for file in given { print("\(file.definition.slug.rawValue): valid") }
            return
        }
        try await database.run { installation in
            for file in given {
                let row = try await Self.applied(
                    file, allowsRemoval: allowRemoval, installation.database)
                print("\(file.definition.slug.rawValue): \(row.outcome)")
                try await Self.printProductsLacking(of: row.tenantID, installation.database)
            }
        }
    }

    /// Applies a file; a refused removal becomes a message with the plan.
    private static func applied(
        _ file: GivenTenantFile, allowsRemoval: Bool, _ database: Database
    ) async throws -> ApplyTenant.Row {
        do {
            return try await database.callOne(file.application(allowsRemoval: allowsRemoval))
        } catch let failure as Failure where failure.code == .removalNotAllowed {
            let members = try JSONParser.parse(failure.members ?? Array("{}".utf8))
            let report = try PlanReport((members["plan"] ?? .null).canonicalBytes)
            throw OperatorMessage(
                "\(file.definition.slug.rawValue) was not changed",
                why: (["the file removes what people have"] + report.lines)
                    .joined(separator: "\n"),
                advice: "Keep these names in the file, or apply it with --allow-removal.")
        }
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
                print("  sold but not in the file: \(row.subject) (purchases: \(row.count))")
            }
            last = page.last
        } while last != nil
    }
}
