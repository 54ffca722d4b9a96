package import Entitlements
package import Postgres

/// Writes down that a server can take webhooks now.
///
/// A row: none could for longer than RevenueCat goes on trying, and everybody is to be read back.
package struct NotePresence: CrossTenantCall {
    package static let function = "note_presence"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("as_of", .timestamptz)
    ]
    package static let columns = [
        Column("absent_since", .timestamptz)
    ]

    package struct Row: Sendable {
        package let absentSince: Timestamp
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(asOf)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(absentSince: try row.next())
    }
}
