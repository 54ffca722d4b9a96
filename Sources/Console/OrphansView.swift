import Entitlements

/// Purchases without an identified owner.
package enum OrphansView {
    package static let table = PageTable(
        "Orphans",
        empty: "Every purchase has an identified owner. Nothing to do.",
        [
            .time("Since", "orphaned_at"),
            .cells("Why") { orphan in
                // The evidence of a snapshot or an import has such a prefix, and no event's page.
                let newest = orphan["evidence"]?.array?.first { evidence in
                    evidence.word("evidence_id")?.contains(":") == false
                }
                return orphan.cells({ .text(reasons[$0] ?? words($0)) }, "reason")
                    + (newest?.links(.event, "evidence_id") ?? [])
            },
            .cells("Holder") { orphan in
                let before = orphan.links(.person, "previous_app_user_id")
                return orphan.links(.person, "app_user_id")
                    + (before.isEmpty ? [] : [.text("before:")] + before)
            },
            .cells("Purchase") { orphan in
                let sandbox = orphan.word("purchase", "environment") == "sandbox"
                return orphan.cells(Cell.code, "purchase", "product_id")
                    + orphan.cells(Cell.text, "purchase", "store")
                    + (sandbox ? [.state("sandbox", .warn)] : [])
            },
            .cells("Would give") { $0.texts("entitlement_ids").map(Cell.code) },
            .time("Until", "purchase", "expires_at"),
            .cells("Claim") { orphan in
                guard let id = orphan.word("orphan_id") else { return [] }
                return [
                    .act(
                        RowAct(
                            form: .claimFor, page: "orphans/claim", values: ["orphan_id": id]))
                ]
            },
        ])

    private static let reasons = [
        "unknown_id": "It left its owner; the new one is unknown",
        "anonymous": "Bought before sign-up",
        "transferred": "Transferred from an identified person",
        "conflict": "Its holder is kept apart from an identified person",
    ]
}
