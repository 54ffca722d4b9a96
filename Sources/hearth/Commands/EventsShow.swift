import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Shows a webhook event with its body.
struct EventsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a webhook event, with its body as it was received.",
        discussion: "Example: hearth events show myapp $EVENT_ID")

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The event's id.")
    var event: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let row = try await installation.database.callOne(
                GetWebhookEvent(eventID: event), in: id)
            print(try JSONParser.parse(row.json).indented)
        }
    }
}
