import ArgumentParser
import Entitlements
import EntitlementsAPI

/// Sends a stored webhook event again, as RevenueCat would repeat it.
struct EventsResend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend",
        abstract: "Send a stored webhook event again, authenticated as RevenueCat's.",
        discussion: """
            The server that has the event answers that it is a duplicate. --address sends it to \
            another one, for example to a server under development whose tenant has the same \
            webhook secret. `hearth events retry` applies a failed event without sending it.

            Example: hearth events resend myapp $EVENT_ID --address http://127.0.0.1:8080
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The event's id.")
    var event: String

    @Option(help: "The server; by default, the one of `hearth up`, or HEARTH_PORT on this machine.")
    var address: String?

    @Flag(help: "Print the event, and send nothing.")
    var dryRun = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let shown = try await installation.withAPI(of: id) {
                try await $0.answer(to: OperationCall("getWebhookEvent", of: [event]))
            }
            guard let event = shown["body"].flatMap({ EventBody($0.bytes) })
            else {
                throw OperatorMessage(
                    "the event was not sent",
                    why: "its body was erased or deleted, or is not an event",
                    exitStatus: .missing)
            }
            guard !dryRun else { return printJSON(event.bytes) }
            try await WebhookPost(to: address, of: tenant, in: installation)
                .send(event.bytes, named: event.name)
        }
    }
}
