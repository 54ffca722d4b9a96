import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Prints a file that was applied to a tenant.
struct TenantShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the file that was applied to a tenant.",
        discussion: """
            Prints the text of the file. If only its content is known, prints that as JSON.

            Example: hearth tenant show myapp
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Option(
        name: .customLong("file-version"), help: "A version of `hearth tenant history`; the last.")
    var version: Int64?

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let row = try await installation.database.callOne(
                GetDefinition(definitionVersion: version), in: id)
            if let source = row.source {
                StandardStream.output.write(Array(source.utf8))
            } else {
                print(try JSONParser.parse(row.definition).indented)
            }
        }
    }
}
