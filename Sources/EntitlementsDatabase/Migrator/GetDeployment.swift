package import Postgres

/// Returns the database's schema version (its newest migration) and the hash of the functions that
/// schema api was built from.
package struct GetDeployment: CrossTenantCall {
    package static let function = "get_deployment"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("schema_version", .int4),
        Column("functions_hash", .text),
    ]

    package struct Row: Sendable, Equatable {
        package let schemaVersion: Int32
        package let functionsHash: String
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(schemaVersion: try row.next(), functionsHash: try row.next())
    }
}
