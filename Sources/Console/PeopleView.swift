import Entitlements

/// The list of people, with its filters.
package enum PeopleView {
    package static let table = PageTable(
        "People",
        empty: "No person matches. Leave out a filter, or search for an id, an e-mail or an order.",
        [
            .link("Person", .person, "app_user_id"),
            .cells("Name") { person in
                person.cells(Cell.text, "display_name") + person.cells(Cell.text, "email")
                    + (person.word("kind") == "anonymous" ? [.state("anonymous", .dim)] : [])
            },
            .cells("State") { person in
                guard let status = person.word("entitlement", "status") else { return [] }
                return [.state(status, tones[status] ?? .dim)]
            },
            .cells("Has") { person in
                person.cells(Cell.code, "entitlement", "entitlement_id")
            },
            .cells("By") { person in
                person.cells(Cell.code, "entitlement", "product_id")
                    + person.cells(Cell.text, "entitlement", "store")
            },
            .cells("Ends") { person in
                let ends = person.cells(Cell.time, "entitlement", "expires_at")
                return person.isTrue("entitlement", "will_renew")
                    ? [.state("renews", .good)] + ends : ends
            },
            .link("Household", .household, "household_id"),
            .cells("Changed") { person in
                let changed = person.cells(Cell.time, "changed_at")
                return changed.isEmpty ? person.cells(Cell.time, "updated_at") : changed
            },
            .time("First seen", "created_at"),
        ])

    private static let tones: [String: Cell.Tone] = [
        "active": .good, "trialing": .good, "lifetime": .good, "granted": .good,
        "billing_issue": .bad, "cancelled": .warn, "paused": .warn,
    ]

    /// The columns of the CSV table, by the paths of the answer.
    package static let columns: [[String]] = [
        ["app_user_id"], ["kind"], ["display_name"], ["email"], ["plan"], ["subscription_status"],
        ["entitlement", "entitlement_id"], ["entitlement", "status"],
        ["entitlement", "product_id"], ["entitlement", "store"], ["entitlement", "source"],
        ["entitlement", "expires_at"], ["entitlement", "will_renew"], ["household_id"],
        ["created_at"], ["changed_at"], ["updated_at"],
    ]

    /// The fields of the form, as the parameters of `listAppUsers` are named.
    package static let filters: [ListFilter] = [
        ListFilter("sort", "Order", words: ["newest", "end", "change"], anyWord: false),
        ListFilter(
            "status", "State",
            words: [
                "trialing", "active", "billing_issue", "cancelled", "paused", "granted", "lifetime",
                "expired", "refunded",
            ]),
        ListFilter("kind", "Kind", words: ["identified", "anonymous"]),
        ListFilter("source", "Access by", words: ["own", "alias", "household", "grant"]),
        ListFilter("will_renew", "Renews", words: ["true", "false"]),
        ListFilter("in_household", "In a household", words: ["true", "false"]),
        ListFilter(
            "environment", "Environment", words: ["production", "sandbox"], anyWord: false),
        ListFilter("plan", "Plan"), ListFilter("entitlement_id", "Entitlement"),
        ListFilter("product_id", "Product"), ListFilter("store", "Store"),
        ListFilter("ends_after", "Ends after"), ListFilter("ends_before", "Ends before"),
        ListFilter("changed_since", "Changed since"),
    ]
}
