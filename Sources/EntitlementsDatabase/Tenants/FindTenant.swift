package import FoundationEssentials
package import Postgres

/// Returns a tenant by its slug: how its webhooks authenticate, its products and end users' rate.
///
/// No row: the slug is unknown.
package struct FindTenant: CrossTenantCall {
    package static let function = "find_tenant"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [Parameter("slug", \.slug)]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("name", .text),
        Column("requires_authorization", .bool),
        Column("requires_signature", .bool),
        Column("signature_header", .text),
        Column("sandbox_policy", .text),
        Column("product_ids", .textArray),
        Column("writes_per_minute", .int4),
        Column("origins", .textArray),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        package let name: String
        package let requiresAuthorization: Bool
        package let requiresSignature: Bool
        package let signatureHeader: String
        package let sandboxPolicy: String
        package let productIDs: [String]
        /// Nil until the tenant's file has been applied with a rate.
        package let writesPerMinute: Int32?
        package let origins: [String]
    }

    package let slug: String

    package init(slug: String) {
        self.slug = slug
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            name: try row.next(),
            requiresAuthorization: try row.next(),
            requiresSignature: try row.next(),
            signatureHeader: try row.next(),
            sandboxPolicy: try row.next(),
            productIDs: try row.next(),
            writesPerMinute: try row.nextIfPresent(),
            origins: try row.next()
        )
    }
}
