import Entitlements

/// The columns of commands that show more than one member.
extension Column {
    /// What a code gives, and for how long.
    static let gives = Column("gives") { row in
        let gives = row["gives"]
        let subject = gives?["entitlement_id"]?.string ?? gives?["product_id"]?.string
        return [subject, gives?["duration"]?.string].compactMap(\.self).joined(separator: " ")
    }

    /// The kind of a found app user; that of an id without an app user is unknown.
    static let kindOrUnknown = Column("kind") { $0["kind"]?.string ?? "unknown" }

    static let matchedBy = Column("matched by") { found in
        [found["matched_by"], found["attribute"]].compactMap { $0?.string }.joined(separator: " ")
    }

    /// What a finding is about.
    static let subject = Column("subject") { finding in
        ["product_id", "entitlement_id", "endpoint_id", "credit_id", "reason"].lazy
            .compactMap { finding[$0]?.string }.first
    }

    /// The products of a finding with their owners.
    static let purchases = Column("purchases") { productsOfUsers($0["purchases"]) }

    /// The products of a list with their owners: `plus_monthly of u_42`.
    static func productsOfUsers(_ purchases: JSONValue?) -> String? {
        purchases?.array?.map { purchase in
            ["product_id", "app_user_id"].compactMap { purchase[$0]?.string }
                .joined(separator: " of ")
        }.joined(separator: ", ")
    }

    /// The details of an entry of the timeline: `type: RENEWAL, status: applied`.
    static let data = Column("data") { entry in
        entry["data"]?.object?.summary ?? entry["after"]?.shown
    }

    static let price = amount(of: "price")
    static let refundedPrice = amount(of: "refunded_price")

    /// An amount with its currency.
    private static func amount(of member: String) -> Column {
        Column(member.replacing("_", with: " ")) { charge in
            guard let price = charge[member]?.object else { return nil }
            return [price["amount"], price["currency"]].compactMap { $0?.shown }
                .joined(separator: " ")
        }
    }

    /// The products that a claim moved.
    static let movedPurchases = Column("moved purchases") { moved in
        ["subscriptions", "purchases"].flatMap { moved["moved"]?[$0]?.array ?? [] }
            .compactMap { $0["product_id"]?.string }.joined(separator: ", ")
    }

    /// The ids of each person after a merge was undone.
    static let people = Column("app users") { undone in
        undone["people"]?.array?.map { $0["app_user_ids"]?.shown ?? "" }
            .joined(separator: " | ")
    }
}

extension JSONObject {
    /// The members that say something.
    fileprivate var summary: String {
        members.filter { $0.value != .null && $0.value != .array([]) }
            .map { "\($0.name): \($0.value.shown)" }.joined(separator: ", ")
    }
}
