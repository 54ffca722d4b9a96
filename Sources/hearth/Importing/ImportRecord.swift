import Entitlements
import EntitlementsDatabase

/// The kinds of records of an import, and their fields.
///
/// docs/MOVING_IN.md describes them for a reader; a test holds the two against each other.
enum ImportRecord: String, CaseIterable {
    case appUser = "app_user"
    case householdMember = "household_member"
    case purchase
    case use
    case grant

    /// The fields beside `record`.
    var fields: [RecordField] {
        switch self {
        case .appUser:
            [
                Self.appUserID,
                RecordField(
                    "anonymous_app_user_ids",
                    .texts(maximumCount: 50, maximumBytes: AppUserID.maximumBytes)),
                RecordField("created_at", .time),
            ]
        case .householdMember: Self.householdMemberFields
        case .purchase: Self.purchaseFields
        case .use:
            [
                Self.appUserID,
                RecordField("limit_id", .text(maximumBytes: 200), isRequired: true),
                RecordField("amount", .count(1...1_000_000), standard: .integer(1)),
                RecordField("used_at", .time, isRequired: true),
                RecordField("reference", .text(maximumBytes: 255), isRequired: true),
            ]
        case .grant:
            [
                Self.appUserID,
                RecordField("reference", .text(maximumBytes: 255), isRequired: true),
                RecordField("entitlement_id", .text(maximumBytes: 200)),
                RecordField("product_id", .text(maximumBytes: 200)),
                RecordField("starts_at", .time, isRequired: true),
                RecordField("expires_at", .time),
                RecordField("reason", .text(maximumBytes: 2_000), isRequired: true),
                Self.environment,
            ]
        }
    }

    private static let appUserID = RecordField(
        "app_user_id", .text(maximumBytes: AppUserID.maximumBytes), isRequired: true)
    private static let environment = RecordField(
        "environment", .word(["production", "sandbox"]), standard: .string("production"))

    private static let householdMemberFields = [
        RecordField("household", .text(maximumBytes: 200), isRequired: true),
        RecordField("household_name", .text(maximumBytes: 200)),
        appUserID,
        RecordField("role", .word(["owner", "member"]), standard: .string("member")),
        RecordField("joined_at", .time, isRequired: true),
        RecordField("left_at", .time),
        RecordField("left_because", .word(["left", "removed", "dissolved"])),
    ]

    private static let purchaseFields = [
        appUserID,
        RecordField("store", .word(ImportRows.stores), isRequired: true),
        RecordField("transaction_id", .text(maximumBytes: 500), isRequired: true),
        RecordField("product_id", .text(maximumBytes: 200), isRequired: true),
        RecordField(
            "period_type", .word(["normal", "trial", "intro", "prepaid"]),
            standard: .string("normal")),
        RecordField("purchased_at", .time, isRequired: true),
        RecordField("original_purchased_at", .time),
        RecordField("expires_at", .time),
        RecordField("grace_expires_at", .time),
        RecordField("will_renew", .flag),
        RecordField("cancelled_at", .time),
        RecordField("billing_issue_at", .time),
        RecordField("refunded_at", .time),
        environment,
    ]
}
