/// The contents of a tenant file.
package struct TenantDefinition: Sendable, Equatable {
    package var slug: TenantSlug
    package var name: String

    /// The name of the plan without an active entitlement.
    package var freePlan: String
    package var sandbox: SandboxPolicy
    package var webhooks: WebhookPolicy
    package var entitlements: [Entitlement]
    package var products: [Product]
    package var features: [Feature]
    /// The answer about a feature that is not among them.
    package var unmappedFeatures = UnmappedFeatures.error
    package var limits: [Limit]
    package var households: HouseholdRules
    package var people: PeopleRules
    package var snapshotPolicy: SnapshotPolicy

    /// How many hours a credit order waits for its purchase.
    package var orderExpiryHours = defaultOrderExpiryHours
    package static let defaultOrderExpiryHours = 24
    package static let orderExpiryHoursRange = 1...8_760

    /// What a refund does to credits that were spent.
    package var refundedCredits: RefundedCredits

    /// Where days begin, by its name in the time zone database.
    package var timeZone = defaultTimeZone
    package static let defaultTimeZone = "UTC"
    package static let maximumTimeZoneBytes = 100

    package var codes: CodeRules

    /// How many days an app can read a change of the change log.
    package var changesKeptDays = defaultChangesKeptDays
    package static let defaultChangesKeptDays = 30
    package static let changesKeptDaysRange = 1...400

    /// Whether the worker computes figures of the business.
    package var computesFigures = true

    /// How long is kept what is repeated elsewhere.
    package var retention = Retention()

    /// What a support key may do for people.
    package var support = SupportRules()

    /// Nil if the tenant offers no referrals.
    package var referrals: ReferralRules?

    /// The issuers of the end users' tokens; if empty, no token is accepted.
    package var tokenIssuers: [TokenIssuer]
    package var endUsers: EndUserRules

    /// The app users whose sandbox purchases count as production for a time.
    package var sandboxTesters: [SandboxTester] = []

    /// When notices begin, and how long they are shown.
    package var notices = NoticeRules()

    package init(
        slug: TenantSlug, name: String, freePlan: String, sandbox: SandboxPolicy,
        webhooks: WebhookPolicy, entitlements: [Entitlement], products: [Product],
        features: [Feature], limits: [Limit], households: HouseholdRules, people: PeopleRules,
        snapshotPolicy: SnapshotPolicy, orderExpiryHours: Int = defaultOrderExpiryHours,
        refundedCredits: RefundedCredits = .forgive, timeZone: String = defaultTimeZone,
        codes: CodeRules = CodeRules(), changesKeptDays: Int = defaultChangesKeptDays,
        referrals: ReferralRules? = nil, tokenIssuers: [TokenIssuer],
        endUsers: EndUserRules = EndUserRules()
    ) {
        self.slug = slug
        self.name = name
        self.freePlan = freePlan
        self.sandbox = sandbox
        self.webhooks = webhooks
        self.entitlements = entitlements
        self.products = products
        self.features = features
        self.limits = limits
        self.households = households
        self.people = people
        self.snapshotPolicy = snapshotPolicy
        self.orderExpiryHours = orderExpiryHours
        self.refundedCredits = refundedCredits
        self.timeZone = timeZone
        self.codes = codes
        self.changesKeptDays = changesKeptDays
        self.referrals = referrals
        self.tokenIssuers = tokenIssuers
        self.endUsers = endUsers
    }
}

extension TenantDefinition {
    /// What is answered about a feature that the file does not map.
    package enum UnmappedFeatures: String, CaseIterable, Encodable, Sendable {
        case free, deny, error
    }

    /// What a refund does to credits that were spent.
    package enum RefundedCredits: String, CaseIterable, Encodable, Sendable {
        /// They stay spent, and nothing is owed.
        case forgive
        /// The balance goes below zero.
        case allowNegative = "allow_negative"
        /// The balance goes below zero, and spends are refused until later credits repay it.
        case blockUntilRepaid = "block_until_repaid"
    }

    /// What happens to sandbox purchases.
    package enum SandboxPolicy: String, CaseIterable, Encodable, Sendable {
        /// Recorded, and returned by lookups for the sandbox.
        case accept
        /// The events are stored, but not applied.
        case ignore
    }

    package struct WebhookPolicy: Sendable, Equatable {
        /// The mechanisms that a webhook must pass.
        ///
        /// If empty, webhooks are refused outside development.
        package var authentication: Set<WebhookMechanism>
        package var signatureHeader: String

        package static let defaultSignatureHeader = "X-RevenueCat-Webhook-Signature"

        package init(authentication: Set<WebhookMechanism>, signatureHeader: String) {
            self.authentication = authentication
            self.signatureHeader = signatureHeader
        }
    }

    package struct Entitlement: Sendable, Equatable {
        package var id: EntitlementID

        /// The plan is the active entitlement with the highest rank.
        ///
        /// Ranks are unique.
        package var rank: Int

        /// Whether a member's purchase serves the whole household.
        package var isShared: Bool

        /// The entitlements that this one includes.
        package var implies: [EntitlementID]

        package init(id: EntitlementID, rank: Int, isShared: Bool, implies: [EntitlementID]) {
            self.id = id
            self.rank = rank
            self.isShared = isShared
            self.implies = implies
        }
    }

    package struct Product: Sendable, Equatable {
        package var id: ProductID
        package var kind: ProductKind

        /// Set for subscriptions and one-time products only.
        package var duration: BillingPeriod?
        package var trial: BillingPeriod?
        package var entitlements: [EntitlementID]

        /// The seats of a household whose member has this product.
        ///
        /// They raise the household's `maxMembers` and never lower it. Nil raises nothing; a
        /// consumable has none.
        package var seats: Int?

        /// How much of each credit one purchase gives; only for consumables.
        package var credits: [CreditID: Int]

        package init(
            id: ProductID, kind: ProductKind, duration: BillingPeriod? = nil,
            trial: BillingPeriod? = nil, entitlements: [EntitlementID], seats: Int? = nil,
            credits: [CreditID: Int] = [:]
        ) {
            self.id = id
            self.kind = kind
            self.duration = duration
            self.trial = trial
            self.entitlements = entitlements
            self.seats = seats
            self.credits = credits
        }
    }

    package enum ProductKind: String, CaseIterable, Encodable, Sendable {
        case subscription
        /// Paid once, valid for a time.
        case oneTime = "one_time"
        case nonConsumable = "non_consumable"
        case consumable
    }

    package struct Feature: Encodable, Sendable, Equatable {
        package var id: FeatureID

        /// Nil if the feature is free.
        package var entitlement: EntitlementID?

        package init(id: FeatureID, entitlement: EntitlementID? = nil) {
            self.id = id
            self.entitlement = entitlement
        }
    }
}

/// A mechanism that proves that RevenueCat sent a webhook.
package enum WebhookMechanism: String, CaseIterable, Sendable {
    /// A fixed value in the Authorization header.
    case authorization
    /// An HMAC over the time and the raw body, in its own header.
    case signature
}
