package import Entitlements
package import Postgres

/// Returns an applied definition of a tenant, and its difference to another.
///
/// Fails with `definition_not_found`.
package struct GetDefinition: TenantCall {
    package static let function = "get_definition"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("definition_version", \.version),
        Parameter("compared_version", \.comparedVersion),
    ]
    package static let columns = [
        Column("shown_version", .int8),
        Column("definition", .json),
        Column("source", .text),
        Column("applied_at", .timestamptz),
        Column("applied_by", .text),
        Column("changes", .json),
    ]

    package struct Row: Sendable {
        package let version: Int64
        /// The definition in canonical form, as JSON.
        package let definition: [UInt8]
        /// The file's text, if it is known.
        package let source: String?
        package let appliedAt: Timestamp
        package let appliedBy: String
        /// The changes since the compared version, as JSON.
        package let changes: [UInt8]
    }

    /// Nil for the present definition.
    package let version: Int64?
    /// Nil for the version before.
    package let comparedVersion: Int64?

    package init(version: Int64? = nil, comparedVersion: Int64? = nil) {
        self.version = version
        self.comparedVersion = comparedVersion
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            version: try row.next(),
            definition: try row.next(JSONText.self).bytes,
            source: try row.nextIfPresent(),
            appliedAt: try row.next(),
            appliedBy: try row.next(),
            changes: try row.next(JSONText.self).bytes
        )
    }
}
