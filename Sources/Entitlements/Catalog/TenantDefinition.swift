/// Everything a tenant file says: who the tenant is, how its webhooks prove themselves, its
/// catalog of entitlements, products, features and limits, the rules of its households and people,
/// how these are read back from RevenueCat, and whose tokens its end users show.
package struct TenantDefinition: Sendable, Equatable {
    package var slug: TenantSlug
    package var name: String

    /// What the plan of somebody without an active entitlement is called.
    package var freePlan: String
    package var sandbox: SandboxPolicy
    package var webhooks: WebhookPolicy
    package var entitlements: [Entitlement]
    package var products: [Product]
    package var features: [Feature]
    package var limits: [Limit]
    package var households: HouseholdRules
    package var people: PeopleRules
    package var readBack: ReadBackPolicy

    /// How long an order of a credit waits for its purchase.
    package var orderExpiryHours = defaultOrderExpiryHours
    package static let defaultOrderExpiryHours = 24
    package static let orderExpiryHoursRange = 1...8_760

    /// Without one, nobody calls with a token of their own.
    package var tokenIssuers: [TokenIssuer]
}

extension TenantDefinition {
    /// What happens to purchases that were made with play money.
    package enum SandboxPolicy: String, CaseIterable, Sendable {
        /// Recorded, and served to reads that ask for the sandbox.
        case accept
        /// Kept as events, and nothing else.
        case ignore
    }

    package struct WebhookPolicy: Sendable, Equatable {
        /// All of them must pass.
        ///
        /// None: webhooks are refused outside development.
        package var authentication: Set<WebhookMechanism>
        package var signatureHeader: String

        package static let defaultSignatureHeader = "X-RevenueCat-Webhook-Signature"
    }

    package struct Entitlement: Sendable, Equatable {
        package var id: EntitlementID

        /// The plan is the active entitlement of the highest rank; no two have the same.
        package var rank: Int

        /// Whether a member's purchase serves the whole household.
        package var isShared: Bool

        /// The entitlements that whoever has this one has as well.
        package var implies: [EntitlementID]
    }

    package struct Product: Sendable, Equatable {
        package var id: ProductID
        package var kind: ProductKind

        /// Set exactly for subscriptions and what is paid once for a time.
        package var duration: BillingPeriod?
        package var trial: BillingPeriod?
        package var entitlements: [EntitlementID]

        /// The seats of a household whose member has this product: they raise the household's
        /// `maxMembers`, and never lower it.
        ///
        /// Nil: it raises nothing, as no consumable does.
        package var seats: Int?

        /// How much of each credit one purchase gives; only a consumable gives any.
        package var credits: [CreditID: Int] = [:]
    }

    package enum ProductKind: String, CaseIterable, Sendable {
        case subscription
        /// Paid once, for a time.
        case oneTime = "one_time"
        case nonConsumable = "non_consumable"
        case consumable
    }

    package struct Feature: Sendable, Equatable {
        package var id: FeatureID

        /// Nil: free for everybody.
        package var entitlement: EntitlementID?
    }
}

/// How a webhook can prove that RevenueCat sent it.
package enum WebhookMechanism: String, CaseIterable, Sendable {
    /// A value in the Authorization header, the same in every request.
    case authorization
    /// An HMAC over the time and the raw body, in a header of its own.
    case signature
}
