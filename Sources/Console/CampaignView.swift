package import Entitlements

/// Campaigns of codes: the list, and one campaign with its redemptions.
package enum CampaignView {
    package static let table = PageTable(
        "Campaigns",
        empty:
            "No campaign yet. The tenant file defines campaigns, and hearth codes create makes "
            + "their codes.",
        [
            .link("Campaign", .campaign, "campaign_id"), .cells("State") { state(of: $0) },
            .cells("Gives") { gives($0["gives"]) },
            .number("Redemptions", "redemptions"), .number("At most", "max_redemptions"),
            .number("Codes", "codes"), .time("From", "valid_from"), .time("Until", "valid_until"),
            .text("Defined by", "origin"),
        ])

    private static func state(of campaign: JSONValue) -> [Cell] {
        if campaign.word("revoked_at") != nil { return [.state("revoked", .bad)] }
        return campaign.isTrue("is_open") ? [.state("open", .good)] : [.state("closed", .dim)]
    }

    private static func gives(_ reward: JSONValue?) -> [Cell] {
        guard let reward else { return [] }
        let given = [reward.word("entitlement_id"), reward.word("product_id")].compactMap { $0 }
        return given.map(Cell.code) + [
            .text(reward.word("duration").map { "for \($0)" } ?? "forever")
        ] + (reward.isTrue("extends") ? [.text("after the current access")] : [])
    }

    /// Reads the answer of `getCampaign`.
    package static func facts(_ campaign: JSONValue, in place: Place) -> JSONValue {
        let most = campaign.integer(at: ["max_redemptions"])
        return Facts.shown(
            [
                (
                    "State",
                    state(of: campaign)
                        + campaign.cells(Cell.time, "revoked_at")
                ),
                ("Gives", gives(campaign["gives"])),
                (
                    "Redemptions",
                    [
                        .text(
                            Number.text(campaign.integer("redemptions"))
                                + (most.map { " of at most \(Number.text($0))" } ?? ""))
                    ]
                ),
                ("Codes", [.number(campaign.integer("codes"))]),
                ("From", campaign.cells(Cell.time, "valid_from")),
                ("Until", campaign.cells(Cell.time, "valid_until")),
                ("For each person", [.number(campaign.integer("per_app_user"))]),
                (
                    "Only for",
                    (campaign.word("only_new").map { [.text("new \(words($0).lowercased())")] }
                        ?? [])
                        + (campaign.isTrue("without_subscription")
                            ? [.text("people without a subscription")] : [])
                ),
                ("Stackable", campaign.isTrue("is_stackable") ? [.text("yes")] : []),
                ("Defined by", campaign.cells(Cell.text, "origin")),
            ], in: place)
    }

    package static let redemptions = PageTable(
        "Redemptions", empty: "No code has been redeemed yet.",
        [
            .time("Redeemed", "redeemed_at"), .link("Person", .person, "app_user_id"),
            .cells("Gives") { gives($0["gives"]) }, .time("Until", "expires_at"),
            .cells("State") { redemption in
                guard let revoked = redemption.word("revoked_at") else {
                    return [.state("given", .good)]
                }
                return [.state("taken back", .dim), .time(revoked)]
                    + redemption.cells(Cell.code, "revoked_because")
            },
            .cells("Take back") { redemption in
                guard redemption.word("revoked_at") == nil,
                    let id = redemption.word("redemption_id"),
                    let campaign = redemption.word("campaign_id")
                else { return [] }
                return [
                    .act(
                        RowAct(
                            form: .takeBack,
                            page: "campaigns/\(PercentEncoding.encoded(campaign))/redemptions",
                            values: ["redemption_id": id]))
                ]
            },
        ])
}
