import ArgumentParser
import EntitlementsDatabase

/// Makes a webhook event due for a retry.
struct EventsRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Retry a webhook event that was not applied.",
        discussion: """
            A running server applies it at once. An event that was applied stays as it is.

            Example: hearth events retry myapp $EVENT_ID
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The event's id.")
    var event: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let row = try await installation.database.callOne(
                RetryWebhookEvent(eventID: event), in: id)
            printLine("\(event): \(row.status)")
        }
    }
}
