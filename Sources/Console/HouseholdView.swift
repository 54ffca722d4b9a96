package import Entitlements

/// Households: what is wrong with them, and one household drawn with its seats and payers.
package enum HouseholdView {
    package static let findings = PageTable(
        "Household findings", empty: "No household on this page needs attention.",
        [
            .cells("What is wrong") { finding in
                finding.word("kind").map { kind in
                    [.text(sentences[kind] ?? words(kind)), .code(kind)]
                } ?? []
            },
            .link("Household", .household, "household_id"),
            .code("Entitlement", "entitlement_id"),
            .cells("Payers") { purchases($0).flatMap(payer) },
            .cells("Earliest end") { finding in
                purchases(finding).first?.word("expires_at").map { [.time($0)] } ?? []
            },
        ])

    private static let sentences = [
        "double_payer": "Several members pay for it.",
        "transfer_held": "A purchase moved to another person and is held for some days.",
    ]

    private static func purchases(_ finding: JSONValue) -> [JSONValue] {
        finding["purchases"]?.array ?? []
    }

    private static func payer(_ purchase: JSONValue) -> [Cell] {
        guard let person = purchase.word("app_user_id") else { return [] }
        return [.link(.person, person)]
            + [purchase.word("product_id")].compactMap { $0 }.map(Cell.code)
            + [purchase.isTrue("will_renew") ? .text("renews") : .state("ends", .dim)]
    }

    /// Reads the answer of `getHousehold`.
    package static func facts(_ household: JSONValue, in place: Place) -> JSONValue {
        let dissolved = household.word("dissolved_at")
        return Facts.shown(
            [
                (
                    "State",
                    dissolved.map { [.state("dissolved", .dim), .time($0)] }
                        ?? [.state("active", .good)]
                ),
                ("Household", household.cells(Cell.code, "household_id")),
                (
                    "Owner", household.links(.person, "owner_app_user_id")
                ),
                ("Since", household.cells(Cell.time, "created_at")),
                (
                    "Seats",
                    [
                        .text(
                            "\(household.integer("seats", "taken")) of "
                                + "\(household.integer("seats", "total")) taken")
                    ]
                ),
            ], in: place)
    }

    /// The seats in order, members first, then the free ones; at most 100 are drawn.
    package static func seats(_ household: JSONValue, in place: Place) -> JSONValue {
        let shares = household["shares"]?.array ?? []
        let leaving = household["leaving"]?.texts("app_user_ids") ?? []
        let members = (household["members"]?.array ?? []).compactMap { member -> JSONValue? in
            guard let id = member.word("app_user_id") else { return nil }
            let paid = shares.filter { $0.word("app_user_id") == id }
            return .members([
                "id": .string(id), "href": .string(place.path(.person, id)),
                "role": member["role"] ?? .null,
                "joined": Moment.shown(member["joined_at"], now: place.now),
                "pays": .array(paid.compactMap { $0.word("entitlement_id") }.map(JSONValue.string)),
                "is_leaving": .bool(leaving.contains(id)), "is_free": .bool(false),
            ])
        }
        let free = Int(clamping: household.integer("seats", "free"))
        let drawn = max(0, min(free, maximumSeats - members.count))
        let seat = JSONValue.members([
            "id": .null, "href": .null, "role": .null, "joined": .null, "pays": .array([]),
            "is_leaving": .bool(false), "is_free": .bool(true),
        ])
        return .array(members + Array(repeating: seat, count: drawn))
    }

    private static let maximumSeats = 100

    /// What is wrong with the household, or will be.
    package static func warnings(_ household: JSONValue) -> [Warning] {
        var warnings: [Warning] = []
        let leaving = household["leaving"]?.texts("app_user_ids") ?? []
        if !leaving.isEmpty {
            warnings.append(
                Warning(
                    "There are more members than seats: \(leaving.joined(separator: ", ")) "
                        + "\(leaving.count == 1 ? "leaves" : "leave")",
                    at: household.word("leaving", "at")))
        }
        let shares = household["shares"]?.array ?? []
        let paid = Dictionary(grouping: shares) { $0.word("entitlement_id") ?? "" }
        for (entitlement, payers) in paid.sorted(by: { $0.key < $1.key }) where payers.count > 1 {
            warnings.append(
                Warning(
                    "\(counted(Int64(payers.count), "member", "members")) pay for \(entitlement)."))
        }
        return warnings
    }

    package static let shares = PageTable(
        "Shared purchases", empty: "No purchase serves the household now.",
        [
            .code("Entitlement", "entitlement_id"), .link("Payer", .person, "app_user_id"),
            .code("Product", "product_id"), .code("Store", "store"),
            .time("Serves until", "expires_at"),
            .cells("State") { share in
                if share.isTrue("is_held") { return [.state("held", .warn)] }
                return share.isTrue("will_renew")
                    ? [.state("renews", .good)] : [.state("ends", .dim)]
            },
        ])

    package static let invites = PageTable(
        "Open invites", empty: "No invite is open.",
        [
            .code("Invite", "invite_id"), .time("Made", "created_at"),
            .time("Expires", "expires_at"),
            .link("Waits for confirmation", .person, "redeemed_by_app_user_id"),
        ])
}
