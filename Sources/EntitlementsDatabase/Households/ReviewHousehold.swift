package import Entitlements
package import Postgres

/// Compares a household's members with its seats, and returns when to look again: nil for never.
///
/// Fails with `household_not_found`.
package struct ReviewHousehold: TenantCall {
    package static let function = "review_household"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("household_id", \.householdID),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("downgraded", .int4),
        Column("next_due_at", .timestamptz),
    ]

    package struct Row: Sendable {
        package let downgraded: Int32
        package let nextDueAt: Timestamp?
    }

    package let householdID: HouseholdID
    package let asOf: Timestamp?

    package init(householdID: HouseholdID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            downgraded: try row.next(),
            nextDueAt: try row.nextIfPresent()
        )
    }
}
