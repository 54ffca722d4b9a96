package import Postgres

/// Returns the issuers of a tenant's end user tokens, with the sealed secrets of each.
package struct GetTokenIssuers: TenantCall {
    package static let function = "get_token_issuers"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("issuer", .text),
        Column("algorithms", .textArray),
        Column("jwks_url", .text),
        Column("audience", .text),
        Column("authorized_parties", .textArray),
        Column("anonymous_claim", .text),
        Column("app_user_id_prefix", .text),
        Column("first_secret", .bytea),
        Column("second_secret", .bytea),
    ]

    package struct Row: Sendable {
        package let issuer: String
        /// As a token's header names them.
        package let algorithms: [String]
        package let jwksURL: String?
        package let audience: String?
        package let authorizedParties: [String]
        package let anonymousClaim: String
        package let appUserIDPrefix: String
        package let firstSecret: [UInt8]?
        package let secondSecret: [UInt8]?
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            issuer: try row.next(),
            algorithms: try row.next(),
            jwksURL: try row.nextIfPresent(),
            audience: try row.nextIfPresent(),
            authorizedParties: try row.next(),
            anonymousClaim: try row.next(),
            appUserIDPrefix: try row.next(),
            firstSecret: try row.nextIfPresent(),
            secondSecret: try row.nextIfPresent()
        )
    }
}
