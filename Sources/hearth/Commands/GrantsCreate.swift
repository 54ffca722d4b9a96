import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Gives an app user access without a purchase.
struct GrantsCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Give an app user access without a purchase.",
        discussion: """
            Example: hearth grants create myapp u_42 --entitlement-id plus --duration P1M \
            --reason "the store was down"
            """)

    @OptionGroup var answer: AnswerOptions

    @Argument(help: "Any id of the app user; an unknown one becomes an app user.")
    var user: AppUserID

    @Option(help: "What is given: an entitlement.")
    var entitlementID: String?

    @Option(help: "What is given: all that a product gives.")
    var productID: String?

    @Option(help: "How long: an ISO 8601 duration, such as P1M or P7D.")
    var duration: BillingPeriod?

    @Option(help: "Until when: a moment, such as 2026-11-21T10:00:00Z.")
    var expiresAt: Timestamp?

    @Flag(help: "For ever.")
    var lifetime = false

    @Flag(help: "Begin when the current access ends.")
    var extends = false

    @Option(help: "Your name for this grant; a repeated command with it gives nothing more.")
    var idempotencyKey: String?

    @OptionGroup var because: ReasonOption
    @OptionGroup var environment: EnvironmentOption

    func validate() throws {
        guard (entitlementID == nil) != (productID == nil) else {
            throw ValidationError("Name either --entitlement-id or --product-id.")
        }
        let ends = [duration != nil, expiresAt != nil, lifetime]
        guard ends.count(where: \.self) == 1 else {
            throw ValidationError("Say one of --duration, --expires-at and --lifetime.")
        }
        guard idempotencyKey == nil || idempotency != nil else {
            throw ValidationError(
                "--idempotency-key must be 1 to \(Idempotency.maximumKeyBytes) visible ASCII "
                    + "characters.")
        }
    }

    func run() async throws {
        var grant = CreateGrant.Grant(reason: because.reason)
        grant.entitlementID = entitlementID
        grant.productID = productID
        grant.duration = duration?.rawValue
        grant.expiresAt = expiresAt
        grant.extends = extends
        let call = CreateGrant(
            appUserID: user, grant: grant, actor: AnswerOptions.actor,
            environment: environment.name, idempotencyKey: idempotency?.key,
            requestDigest: idempotency?.requestDigest)
        try await answer.run(
            { try JSONParser.parse(try await $0.callOne(call, in: $1).json) },
            show: { Card(GrantsRevoke.columns, of: $0).print() })
    }

    /// Nil without a key, and for one that is malformed.
    private var idempotency: Idempotency? {
        idempotencyKey.flatMap { key in
            Idempotency(
                key: key,
                ofCommand: [
                    "grants create", user.rawValue, entitlementID ?? "", productID ?? "",
                    duration?.rawValue ?? "", expiresAt?.rfc3339 ?? "", "\(extends)",
                    because.reason, environment.name,
                ])
        }
    }
}

extension BillingPeriod: ExpressibleByArgument {}
