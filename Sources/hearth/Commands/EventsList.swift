import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// The statuses of webhook events.
enum EventStatus: String, CaseIterable, ExpressibleByArgument {
    case applied
    case stored
    case failed
}

/// Lists a tenant's webhook events.
struct EventsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: """
            List webhook events, newest first: time, id, type, status, app user, and why it failed.
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "Only events with this status: applied, stored or failed.")
    var status: EventStatus?

    @Option(help: "How many events, at most 1,000.")
    var limit: Int32 = 50

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard (1...1_000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 1000.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            var filter = ListWebhookEvents.Filter()
            filter.status = status?.rawValue
            let rows = try await installation.database.call(
                ListWebhookEvents(
                    filter, pageLimit: limit, beforeReceivedAt: nil, beforeEventID: nil),
                in: id)
            for row in rows {
                let cells = [
                    "\(row.receivedAt)", row.eventID, row.eventType, row.status,
                    row.appUserID?.rawValue ?? "–",
                ]
                printRow(cells + [row.failure].compactMap { $0 })
            }
        }
    }
}
