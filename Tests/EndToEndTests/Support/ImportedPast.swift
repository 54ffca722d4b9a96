import Entitlements
import TestSupport

/// The past of an app like Digero: a fifth of the rows for each kind of record, one in a hundred of
/// them wrong.
struct ImportedPast {
    /// How many app users there are.
    let people: Int
    private(set) var text = ""
    /// The lines that must be refused.
    private(set) var badLines: [Int] = []
    /// How many are to be stored: app user ids, memberships, imported purchases, uses and grants.
    ///
    /// An id that a wrong row names is stored by the right rows of the app user.
    private(set) var stored = [0, 0, 0, 0, 0]

    private static let membersOfHousehold = 4
    private var line = 0
    private var random = TestEffort.generator(salt: 22)

    init(rows: Int, now: Timestamp) {
        people = rows / 5 / Self.membersOfHousehold * Self.membersOfHousehold
        for number in 0..<people {
            add(0, ImportedRow.appUser("u_\(number)"), wrong: "created_at")
        }
        stored[0] = people
        for number in 0..<people {
            // A wrong owner would refuse the household, so only members are wrong.
            let isOwner = number % Self.membersOfHousehold == 0
            add(
                1,
                ImportedRow.member(
                    "u_\(number)", of: "h_\(number / Self.membersOfHousehold)",
                    role: isOwner ? "owner" : "member", from: now.advanced(byDays: -90)),
                wrong: isOwner ? nil : "joined_at")
        }
        for number in 0..<people {
            add(
                2,
                ImportedRow.purchase(
                    of: "u_\(number)", transaction: "sub_\(number)",
                    product: "digero_premium_monthly", from: now.advanced(byDays: -3),
                    until: now.advanced(byDays: 27)), wrong: "product_id")
            add(
                3,
                ImportedRow.use(
                    of: "scans", by: "u_\(number)", reference: "s_\(number)",
                    at: now.advanced(byDays: -2)), wrong: "limit_id")
            add(
                4,
                ImportedRow.grant(
                    to: "u_\(number)", reference: "g_\(number)", entitlement: "premium",
                    from: now.advanced(byDays: -400)), wrong: "entitlement_id")
        }
    }

    private mutating func add(_ kind: Int, _ row: JSONValue, wrong field: String?) {
        line += 1
        var facts = row.object ?? JSONObject()
        if let field, Int.random(in: 0..<100, using: &random) == 0 {
            facts[field] = field.hasSuffix("_at") ? "2131-01-01T00:00:00Z" : "none"
            badLines.append(line)
        } else {
            stored[kind] += 1
        }
        text += String(decoding: JSONValue.object(facts).bytes, as: UTF8.self) + "\n"
    }
}
