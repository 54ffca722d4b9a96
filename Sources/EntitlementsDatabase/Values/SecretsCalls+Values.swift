import Entitlements
import FoundationEssentials

extension ListSealedSecrets.Row {
    /// The context that it was sealed in; nil for a kind that this release does not know.
    package func sealingContext(of tenant: TenantID) -> String? {
        switch kind {
        case "token_secret": TokenSecret.sealingContext(of: name, of: tenant)
        case "signing_key": PublicSigningKey.sealingContext(ofKey: name, of: tenant)
        case "endpoint_secret":
            UUID(uuidString: name).map { EndpointSecret.sealingContext(of: $0, of: tenant) }
        case "revenuecat_api_key": UpstreamKey.sealingContext(of: tenant)
        default:
            WebhookMechanism(rawValue: kind).map {
                WebhookSecret.sealingContext($0, of: tenant)
            }
        }
    }
}

extension ResealSecret {
    package init(_ listed: ListSealedSecrets.Row, sealed: [UInt8]) {
        self.init(
            kind: listed.kind, name: listed.name, slot: listed.slot, former: listed.sealed,
            sealed: sealed)
    }
}
