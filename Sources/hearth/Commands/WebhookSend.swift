import ArgumentParser
import Curl
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import RevenueCatSimulator

/// Sends one webhook event to a server under development.
struct WebhookSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send an event to a tenant, authenticated as RevenueCat's.",
        discussion: """
            The event happens now. Events of one app user and product name the same subscription, \
            so a CANCELLATION follows an INITIAL_PURCHASE. Goes to the running `hearth up`, or to \
            a server on the Postgres of DATABASE_URL if HEARTH_ENVIRONMENT is development: an \
            event gives access, so a production server is refused.

            Example: hearth webhook send myapp INITIAL_PURCHASE u_42
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Argument(
        help: "The type: \(StagedEvent.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var type: StagedEvent.Kind

    @Argument(help: "The app user.")
    var appUserID: String

    @Option(help: "The product; by default, the tenant file's first that fits the type.")
    var product: String?

    @Option(help: "The receiver of a TRANSFER, or the new product of a PRODUCT_CHANGE.")
    var to: String?

    @Flag(help: "Send an event of the sandbox.")
    var sandbox = false

    @Flag(help: "The CANCELLATION is a refund.")
    var refund = false

    @Flag(help: "Print the event, and send nothing.")
    var dryRun = false

    @Option(help: "The server; by default, the one of `hearth up`, or HEARTH_PORT on this machine.")
    var address: String?

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        if [.transfer, .productChange].contains(type) != (to != nil) {
            throw ValidationError("--to is for TRANSFER and PRODUCT_CHANGE, which need it.")
        }
        if refund, type != .cancellation {
            throw ValidationError("--refund is for CANCELLATION.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            guard dryRun || installation.isPrivate || installation.configuration.isDevelopment
            else {
                throw OperatorMessage(
                    "the event was not sent", why: "it would give access in production",
                    advice: "Set HEARTH_ENVIRONMENT=development if this server is for trying. "
                        + "--dry-run shows the event.",
                    exitStatus: .invalidConfiguration)
            }
            let event = try await event(in: installation)
            guard !dryRun else { return printJSON(event.body) }
            try await send(event, from: installation)
        }
    }

    private func event(
        in installation: DatabaseOption.Installation
    ) async throws -> SimulatedEvent {
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

    /// Sends the event and prints the answer.
    private func send(
        _ event: SimulatedEvent, from installation: DatabaseOption.Installation
    ) async throws {
        let secrets = try await installation.webhookSecrets(of: tenant)
        let signing = WebhookSigning(
            authorization: secrets[.authorization], secret: secrets[.signature])
        let ownAddress = await installation.directory.announcedServer()?.address
        let localAddress = "http://127.0.0.1:\(installation.configuration.http.port)"
        let address = address ?? (installation.isPrivate ? ownAddress : nil) ?? localAddress
        let answer = try await LocalServer(address: address).send(
            "POST", "/v1/webhooks/revenuecat/\(tenant)",
            headers: signing.headers(for: event.body, at: systemTime()), body: event.body)
        let body = String(decoding: answer.body, as: UTF8.self)
        printLine("\(event.type) \(event.id): \(answer.status) \(body)")
        guard answer.status == 200 else { throw ExitCode.failure }
    }
}

extension StagedEvent.Kind: ExpressibleByArgument {}
