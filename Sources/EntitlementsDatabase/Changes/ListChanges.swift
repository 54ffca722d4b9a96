package import Entitlements
package import Postgres

/// Returns at most `maximum` changes after a number, oldest first.
///
/// Without `after`, from the oldest change that is kept. With an app user, only theirs. Only those
/// of the environments. There is at least one row, for the last number of the log.
package struct ListChanges: TenantCall {
    package static let function = "list_changes"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("after", \.after),
        Parameter("maximum", \.maximum),
        Parameter("app_user_id", \.appUserID),
        Parameter("environments", \.environmentNames),
    ]
    package static let columns = [
        Column("last_number", .int8),
        Column("number", .int8),
        Column("changed_app_user_id", .text),
        Column("change", .json),
        Column("own_app_user_ids", .textArray),
        Column("changed_environment", .text),
    ]

    package struct Row: Sendable {
        /// The number of the newest change of the log.
        package let lastNumber: Int64
        /// Nil if there is no change.
        package let change: Change?
        /// All ids of the app user who was named; nil without one.
        package let ownAppUserIDs: [String]?
    }

    package struct Change: Sendable {
        package let number: Int64
        package let appUserID: String
        package let environment: PurchaseEnvironment
        /// JSON text, in one line.
        package let json: [UInt8]
    }

    package let after: Int64?
    package let maximum: Int32
    package let appUserID: AppUserID?
    package let environments: Set<PurchaseEnvironment>

    package init(
        after: Int64?, maximum: Int32, appUserID: AppUserID? = nil,
        environments: Set<PurchaseEnvironment> = [.production]
    ) {
        self.after = after
        self.maximum = maximum
        self.appUserID = appUserID
        self.environments = environments
    }

    private var environmentNames: [String] { environments.map(\.rawValue).sorted() }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        let lastNumber: Int64 = try row.next()
        let number = try row.nextIfPresent(Int64.self)
        let appUserID = try row.nextIfPresent(String.self)
        let json = try row.nextIfPresent(JSONText.self)
        let ownAppUserIDs = try row.nextIfPresent([String].self)
        let environment = try row.nextIfPresent(String.self)
        guard let number, let appUserID, let json else {
            return Row(lastNumber: lastNumber, change: nil, ownAppUserIDs: ownAppUserIDs)
        }
        return Row(
            lastNumber: lastNumber,
            // Line breaks are between values only. A stream's event cannot have them, and all
            // streams share the bytes.
            change: Change(
                number: number, appUserID: appUserID,
                environment: environment.flatMap(PurchaseEnvironment.init) ?? .production,
                json: json.bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }),
            ownAppUserIDs: ownAppUserIDs)
    }
}
