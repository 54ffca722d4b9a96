package import Entitlements
package import Postgres

/// Returns a page of all tenants, by slug; the next page is after its last row.
package struct ListTenants: CrossTenantCall {
    package static let function = "list_tenants"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("after_slug", \.afterSlug),
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("slug", .text),
        Column("name", .text),
        Column("definition_version", .int8),
        Column("updated_at", .timestamptz),
    ]

    package struct Row: Sendable {
        package let tenantID: TenantID
        package let slug: String
        package let name: String
        /// Counts the applied changes of the tenant file.
        package let definitionVersion: Int64
        package let updatedAt: Timestamp
    }

    package let pageLimit: Int32
    package let afterSlug: String?

    package init(pageLimit: Int32, afterSlug: String?) {
        self.pageLimit = pageLimit
        self.afterSlug = afterSlug
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            slug: try row.next(),
            name: try row.next(),
            definitionVersion: try row.next(),
            updatedAt: try row.next()
        )
    }
}

extension ListTenants {
    private static let pageLimit: Int32 = 500

    /// Calls the body with every tenant of the installation, by slug.
    package static func forEach(
        in database: Database, _ body: (Row) async throws -> Void
    ) async throws {
        var last: Row?
        repeat {
            let page = try await database.call(
                ListTenants(pageLimit: pageLimit, afterSlug: last?.slug))
            for tenant in page { try await body(tenant) }
            last = page.count == pageLimit ? page.last : nil
        } while last != nil
    }
}
