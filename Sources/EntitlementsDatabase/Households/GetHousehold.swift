package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a household: members, seats, open invites and what each member shares.
///
/// No row: the tenant has no such household at that moment.
package struct GetHousehold: AnswerCall {
    package static let function = "get_household"
    package static let parameters = [
        Parameter("household_id", .uuid),
        Parameter("as_of", .timestamptz),
    ]

    package let householdID: UUID
    package let asOf: Timestamp?

    package init(householdID: UUID, asOf: Timestamp? = nil) {
        self.householdID = householdID
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(householdID)
        try arguments.append(asOf)
    }
}
