package import Entitlements
package import Postgres

/// Spends credits of app users of one tenant, once for each reference.
///
/// Refuses a spend with `credit_not_in_catalog`, `not_enough_credits`, `credits_owed` or
/// `reference_reused`.
package struct SpendCredits: RequestSetCall {
    package static let function = "spend_credits"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_ids", \.spends, each: \.appUserID),
        Parameter("credit_ids", \.spends, each: \.creditID),
        Parameter("amounts", \.spends, each: \.amount),
        Parameter("spend_references", \.spends, each: \.reference),
        Parameter("environment", \.environment),
        Parameter("as_of", \.asOf),
    ]

    package struct Request: Sendable {
        package let appUserID: AppUserID
        package let creditID: String
        package let amount: Int32
        package let reference: String

        package init(appUserID: AppUserID, creditID: String, amount: Int32, reference: String) {
            self.appUserID = appUserID
            self.creditID = creditID
            self.amount = amount
            self.reference = reference
        }
    }

    package let spends: [Request]
    package let environment: String
    package let asOf: Timestamp?

    package init(_ spends: [Request], environment: String, asOf: Timestamp? = nil) {
        self.spends = spends
        self.environment = environment
        self.asOf = asOf
    }

    package static func detail(of refusal: ErrorCode) -> String {
        switch refusal {
        case .creditsOwed: "This person spent credits that were refunded, and owes them."
        case .notEnoughCredits: "This person has fewer credits left."
        case .referenceReused: "This reference came with another amount before."
        default: "The spend is refused."
        }
    }
}
