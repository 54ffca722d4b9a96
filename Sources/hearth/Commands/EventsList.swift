import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// The statuses of webhook events.
enum EventStatus: String, CaseIterable, ExpressibleByArgument {
    case applied
    case stored
    case failed
}

/// Lists a tenant's webhook events.
struct EventsList: AsyncParsableCommand, ListCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List webhook events, newest first, and why they failed.",
        discussion: "Example: hearth events list myapp --status failed")

    @OptionGroup var list: ListOptions

    @Option(help: "Only events with this status: applied, stored or failed.")
    var status: EventStatus?

    @Option(help: "Only events of this type, as RevenueCat spells it.")
    var type: String?

    @Option(help: "Only events about an app user, under any of their ids.")
    var appUserID: AppUserID?

    @Option(help: "Only events about a transaction, or the purchase that begins with it.")
    var transactionID: String?

    @Option(help: "Only events received at this moment or later, such as 2026-11-21T10:00:00Z.")
    var receivedFrom: Timestamp?

    @Option(help: "Only events received before this moment.")
    var receivedUntil: Timestamp?

    static let columns: [Column] = [
        "received_at", "event_id", "type", "status", "app_user_id", "failure",
    ]

    func run() async throws {
        let cursor = try list.cursor(PlaceCursor.init(reading:))
        var filter = ListWebhookEvents.Filter()
        filter.status = status?.rawValue
        filter.type = type
        filter.appUserID = appUserID
        filter.transactionID = transactionID
        filter.receivedFrom = receivedFrom
        filter.receivedUntil = receivedUntil
        try await list.run(
            ListWebhookEvents(
                filter, pageLimit: list.pageLimit, beforeReceivedAt: cursor?.moment,
                beforeEventID: cursor?.place),
            Self.columns,
            cursor: \.cursor.text, write: { $0.write(to: &$1) })
    }
}
