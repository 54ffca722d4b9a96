import Entitlements
import FoundationEssentials
package import Postgres

/// Returns every sealed secret of a tenant.
package struct ListSealedSecrets: TenantCall {
    package static let function = "list_sealed_secrets"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("kind", .text),
        Column("name", .text),
        Column("slot", .int4),
        Column("sealed", .bytea),
    ]

    package struct Row: Sendable {
        /// `authorization`, `signature`, `token_secret`, `signing_key`, `endpoint_secret` or
        /// `revenuecat_api_key`.
        package let kind: String
        /// The issuer of a token secret, or the id of a signing key or an endpoint; empty for other
        /// kinds.
        package let name: String
        package let slot: Int32
        package let sealed: [UInt8]

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

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            kind: try row.next(),
            name: try row.next(),
            slot: try row.next(),
            sealed: try row.next()
        )
    }
}
