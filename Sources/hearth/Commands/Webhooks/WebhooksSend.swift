import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import RevenueCatSimulator

/// Sends one webhook event to a server under development.
struct WebhooksSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send an event to a tenant, authenticated as RevenueCat's.",
        discussion: """
            The event happens now. Events of one app user and product name the same subscription, \
            so a CANCELLATION follows an INITIAL_PURCHASE. Goes to the running `hearth up`, or to \
            a server on the Postgres of DATABASE_URL if HEARTH_ENVIRONMENT is development: an \
            event gives access, so a production server is refused. --file sends an event that \
            you have, as it is.

            Example: hearth webhooks send myapp INITIAL_PURCHASE u_42
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(
        help: "The type: \(StagedEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var type: StagedEvent.Kind?

    @Argument(help: "The app user.")
    var appUserID: String?

    @Option(
        help: "Instead of type and app user: a file with the event's JSON; - is standard input.",
        completion: .file())
    var file: String?

    @Option(help: "The product; by default, the tenant file's first that fits the type.")
    var product: String?

    @Option(help: "The receiver of a TRANSFER, or the new product of a PRODUCT_CHANGE.")
    var to: String?

    @Flag(help: "Send a sandbox event.")
    var sandbox = false

    @Flag(help: "The CANCELLATION is a refund.")
    var refund = false

    @Flag(help: "Print the event, and send nothing.")
    var dryRun = false

    @Option(help: "The server; by default, the one of `hearth up`, or HEARTH_PORT on this machine.")
    var address: String?

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard (file == nil) == (type != nil), (type != nil) == (appUserID != nil) else {
            throw ValidationError("Name a type of event and an app user, or a --file.")
        }
        if file != nil, product != nil || to != nil || sandbox || refund {
            throw ValidationError("--file is sent as it is; it takes no other option.")
        }
        if let type, [.transfer, .productChange].contains(type) != (to != nil) {
            throw ValidationError("--to is for TRANSFER and PRODUCT_CHANGE, which need it.")
        }
        if refund, type != .cancellation {
            throw ValidationError("--refund is for CANCELLATION.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            if !dryRun { try WebhookPost.requireDevelopment(in: installation) }
            let event: (body: [UInt8], name: String)
            if let file {
                let given = try EventBody(ofFile: file)
                event = (given.bytes, given.name)
            } else {
                let staged = try await stagedEvent(in: installation)
                event = (staged.body, "\(staged.type) \(staged.id)")
            }
            guard !dryRun else { return printJSON(event.body) }
            try await WebhookPost(to: address, of: tenant, in: installation)
                .send(event.body, named: event.name)
        }
    }

    private func stagedEvent(
        in installation: DatabaseOption.Installation
    ) async throws -> SimulatedEvent {
        guard let type, let appUserID else { throw ValidationError("There is no event to send.") }
        let id = try await installation.tenantID(tenant)
        let catalog = World.Catalog(definition: try await installation.definition(of: id))
        let fitting = catalog.products.filter {
            ($0.kind != .subscription) == type.isOfOneTimePurchase
        }
        guard let sold = fitting.first(where: { product == nil || $0.id == product }) else {
            let ids = fitting.map(\.id).joined(separator: ", ")
            throw OperatorMessage(
                "the event was not sent",
                why: "the tenant file has no product for it",
                advice: ids.isEmpty ? nil : "Name one of these with --product: \(ids).",
                exitStatus: .invalidData)
        }
        let event = StagedEvent(
            type, of: appUserID, product: sold, target: to,
            environment: sandbox ? .sandbox : .production, isRefund: refund)
        var random = SystemRandomNumberGenerator()
        do {
            return try event.event(in: catalog, at: systemTime(), using: &random)
        } catch {
            throw OperatorMessage(
                "the event was not sent", why: "RevenueCat would refuse it: \(error.rawValue)",
                exitStatus: .invalidData)
        }
    }
}

extension StagedEvent.Kind: ExpressibleByArgument {}
