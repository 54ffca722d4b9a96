import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TenantFiles

/// Applies tenant files to the database.
struct TenantApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Create or update tenants from their YAML files.",
        discussion: """
            Each file is one tenant, and is applied in one transaction; applying it again changes \
            nothing. No file is applied unless all are valid. If products were sold that a file \
            lacks, they are printed after its tenant: they give no entitlements.
            """)

    @Argument(help: "Tenant files, such as examples/tenants/stockpot.yaml.", completion: .file())
    var files: [String]

    @Flag(help: "Only check the files.")
    var dryRun = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let definitions = try files.map(Self.definition)
        if dryRun {
            for definition in definitions { print("\(definition.slug.rawValue): valid") }
            return
        }
        try await database.run { installation in
            for definition in definitions {
                let row = try await installation.database.callOne(ApplyTenant(definition))
                print("\(definition.slug.rawValue): \(row.outcome)")
                try await Self.printProductsLacking(of: row.tenantID, installation.database)
            }
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

    /// Returns the tenant that a file defines.
    static func definition(path: String) throws -> TenantDefinition {
        try TenantFile.parse(yaml: try text(of: path), path: path)
    }

    private static func text(of path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw OperatorMessage(
                "the tenant file cannot be read", why: "there is no readable file \(path)",
                exitStatus: .invalidData)
        }
        guard data.count <= TenantFile.maximumBytes, let text = String(data: data, encoding: .utf8)
        else {
            throw OperatorMessage(
                "the tenant file is not valid",
                why: "\(path) is not UTF-8 text of at most \(TenantFile.maximumBytes) bytes",
                exitStatus: .invalidData)
        }
        return text
    }
}
