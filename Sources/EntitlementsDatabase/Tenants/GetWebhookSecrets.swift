package import Postgres

/// Returns the sealed secrets of a tenant's webhooks: at most two of kind `authorization`, two of
/// `signature`.
package struct GetWebhookSecrets: TenantCall {
    package static let function = "get_webhook_secrets"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("kind", .text),
        Column("slot", .int4),
        Column("sealed", .bytea),
    ]

    package struct Row: Sendable {
        package let kind: String
        package let slot: Int32
        package let sealed: [UInt8]
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            kind: try row.next(),
            slot: try row.next(),
            sealed: try row.next()
        )
    }
}
