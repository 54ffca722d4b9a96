/// Everything a tenant file says: who the tenant is, how its webhooks prove themselves, and its
/// catalog of entitlements, products and features.
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

        /// Set exactly for subscriptions.
        package var duration: BillingPeriod?
        package var trial: BillingPeriod?
        package var entitlements: [EntitlementID]
    }

    package enum ProductKind: String, CaseIterable, Sendable {
        case subscription
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

extension TenantDefinition {
    /// The definition as SQL's `apply_tenant` takes it.
    ///
    /// Equal definitions are equal bytes, in whatever order their files list things.
    package var canonicalJSON: [UInt8] {
        var writer = JSONWriter(reservingBytes: 4_096)
        writer.beginObject()
        writer.name("entitlements")
        writer.array(entitlements.sorted { $0.id < $1.id }) { $0.entitlement($1) }
        writer.name("features")
        writer.array(features.sorted { $0.id < $1.id }) { $0.feature($1) }
        writer.name("free_plan")
        writer.string(freePlan)
        writer.name("name")
        writer.string(name)
        writer.name("products")
        writer.array(products.sorted { $0.id < $1.id }) { $0.product($1) }
        writer.name("sandbox")
        writer.string(sandbox.rawValue)
        writer.name("slug")
        writer.string(slug.rawValue)
        writer.name("webhooks")
        writer.webhooks(webhooks)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func array<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    fileprivate mutating func entitlement(_ entitlement: TenantDefinition.Entitlement) {
        beginObject()
        name("id")
        string(entitlement.id.rawValue)
        name("implies")
        array(entitlement.implies.sorted()) { $0.string($1.rawValue) }
        name("is_shared")
        bool(entitlement.isShared)
        name("rank")
        integer(entitlement.rank)
        endObject()
    }

    fileprivate mutating func product(_ product: TenantDefinition.Product) {
        beginObject()
        name("duration")
        stringOrNull(product.duration?.rawValue)
        name("entitlements")
        array(product.entitlements.sorted()) { $0.string($1.rawValue) }
        name("id")
        string(product.id.rawValue)
        name("kind")
        string(product.kind.rawValue)
        name("trial")
        stringOrNull(product.trial?.rawValue)
        endObject()
    }

    fileprivate mutating func feature(_ feature: TenantDefinition.Feature) {
        beginObject()
        name("entitlement")
        stringOrNull(feature.entitlement?.rawValue)
        name("id")
        string(feature.id.rawValue)
        endObject()
    }

    fileprivate mutating func webhooks(_ policy: TenantDefinition.WebhookPolicy) {
        beginObject()
        name("authentication")
        array(policy.authentication.map(\.rawValue).sorted()) { $0.string($1) }
        name("signature_header")
        string(policy.signatureHeader)
        endObject()
    }

    private mutating func stringOrNull(_ text: String?) {
        if let text { string(text) } else { null() }
    }
}
