package import Postgres

/// Numbers committed changes of all tenants, at most `maximum`, in the order of their commits.
package struct NumberChanges: CrossTenantCall {
    package static let function = "number_changes"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("maximum", \.maximum)]
    package static let columns = [
        Column("numbered", .int8),
        Column("is_done", .bool),
        Column("delay_milliseconds", .int8),
    ]

    package struct Row: Sendable {
        package let numbered: Int64
        /// False if changes may be left: call again.
        package let isDone: Bool
        /// How long one of the changes that are left waits.
        package let delayMilliseconds: Int64
    }

    package let maximum: Int32

    package init(maximum: Int32) {
        self.maximum = maximum
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            numbered: try row.next(),
            isDone: try row.next(),
            delayMilliseconds: try row.next()
        )
    }
}
