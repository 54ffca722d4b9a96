package import Entitlements
package import Postgres

/// Returns the findings of households: a row for each household examined, at most `pageLimit`,
/// after the given one.
///
/// `findings` is a JSON array, empty for nearly all.
package struct ListHouseholdFindings: TenantCall {
    package static let function = "list_household_findings"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("after_household_id", \.afterHouseholdID),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("household_id", .uuid),
        Column("findings", .json),
    ]

    package struct Row: Sendable {
        package let householdID: HouseholdID
        /// JSON text.
        package let findings: [UInt8]
    }

    package let pageLimit: Int32
    package let afterHouseholdID: HouseholdID?
    package let asOf: Timestamp?

    package init(pageLimit: Int32, afterHouseholdID: HouseholdID?, asOf: Timestamp? = nil) {
        self.pageLimit = pageLimit
        self.afterHouseholdID = afterHouseholdID
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            householdID: try row.next(),
            findings: try row.next(JSONText.self).bytes
        )
    }
}
