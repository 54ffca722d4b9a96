import ArgumentParser
import EntitlementsDatabase

/// Prints the endpoints of a tenant.
struct EndpointList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print the tenant's endpoints, one a line.")

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            for row in try await installation.database.call(ListEndpoints(), in: id) {
                printJSON(row.answer)
            }
        }
    }
}
