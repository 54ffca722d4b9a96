extension HouseholdView {
    package static let table = PageTable(
        "Households", empty: "No household matches.",
        [
            .link("Household", .household, "household_id"), .text("Name", "name"),
            .link("Owner", .person, "owner_app_user_id"),
            .cells("State") { household in
                if household.word("dissolved_at") != nil { return [.state("dissolved", .dim)] }
                return household.word("seats_exceeded_at") == nil
                    ? [.state("active", .good)] : [.state("too many members", .warn)]
            },
            .number("Members", "seats", "taken"), .number("Seats", "seats", "total"),
            .time("Founded", "created_at"),
        ])

    /// The columns of the CSV table, by the paths of the answer.
    package static let columns: [[String]] = [
        ["household_id"], ["name"], ["owner_app_user_id"], ["seats", "taken"], ["seats", "total"],
        ["seats_exceeded_at"], ["created_at"], ["dissolved_at"],
    ]

    /// The fields of the form, as the parameters of `listHouseholds` are named.
    package static let filters: [ListFilter] = [
        ListFilter("state", "State", words: ["living", "dissolved"]),
        ListFilter("seats_exceeded", "More members than seats", words: ["true", "false"]),
    ]
}
