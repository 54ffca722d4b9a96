import Entitlements
import EntitlementsDatabase
import RevenueCat
import TestSupport
import Testing

/// A kind that SQL does not know must neither give access nor be stored.
@Suite("The table of kinds of evidence")
struct EvidenceKindTests {
    /// Kinds that are no webhook about one purchase: ours, and the transfer.
    private static let others: Set<String> = [
        "import", "grant", "adjustment", "revocation", "transfer", "snapshot", "absence", "claim",
    ]

    @Test("it has each type of webhook that Swift reads as evidence, and no other")
    func agreement() async throws {
        let rows = try await TestDatabase.shared.administer(
            """
            select kind, rank, does, entitlements.evidence_rank(kind),
                   entitlements.evidence_does(kind)
              from entitlements.evidence_kinds
            """)
        #expect(
            Set(rows.compactMap(\.[0])) == WebhookKind.purchaseTypes.union(Self.others))
        for row in rows {
            #expect(row[1] == row[3])
            #expect(row[2] == row[4])
            let isWebhook = ["lends", "pays", "changes", "asks", "marks"].contains(row[2])
            #expect(isWebhook == WebhookKind.purchaseTypes.contains(row[0] ?? ""))
        }
    }

    @Test(
        "the database refuses any other kind",
        arguments: ["Renewal", "RENEWAL", " renewal", "renewal ", "renewal\t", "", "refund", nil])
    func refused(kind: String?) async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let literal = kind.map { "'\($0)'" } ?? "null"
        await #expect(throws: (any Error).self) {
            _ = try await TestDatabase.shared.administer(
                """
                insert into entitlements.evidence
                       (tenant_id, evidence_id, purchase_id, kind, occurred_at, received_at,
                        app_user_id)
                select tenant_id, 'other', purchase_id, \(literal), now(), now(),
                       owner_app_user_id
                  from entitlements.purchases where tenant_id = '\(tenant.id)'
                """)
        }
        let known = try await TestDatabase.shared.administer(
            """
            select entitlements.evidence_rank(\(literal)), entitlements.evidence_does(\(literal)),
                   (select count(*) from entitlements.evidence where tenant_id = '\(tenant.id)')
            """)
        #expect(known == [[nil, nil, "1"]])
    }

    @Test("an event of a kind that only Swift knows is kept as failed, and gives nothing")
    func unknownToSQL() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase())
        let bought = RevenueCatEvent.defaultPurchase
        let before = try await tenant.entitlement(
            "plus", of: "u_42", at: bought.advanced(byDays: 1))
        for event in [
            RevenueCatEvent.renewal(), .renewal(purchasedAt: bought.advanced(byDays: -30)),
            .renewal(appUserID: "new"),
        ] {
            let read = try WebhookEvent(body: event.body)
            var facts = try #require(read.facts?.object)
            facts["kind"] = "renewal_of_a_new_kind"
            let rows = try await tenant.database.call(
                ReceiveWebhookEvents([
                    ReceiveWebhookEvents.Event(
                        id: read.id, type: read.type, body: event.body, facts: .object(facts),
                        problem: nil)
                ]), in: tenant.id)
            let failure = try #require(rows.first?.failure)
            #expect(failure.contains("evidence_kind_unknown") || failure.hasPrefix("23"))
        }
        let after = try await tenant.entitlement(
            "plus", of: "u_42", at: bought.advanced(byDays: 1))
        #expect(after == before)
        #expect(try await tenant.standing(of: "new", at: bought.advanced(byDays: 31)) == .none)
        #expect(try await tenant.invariantViolations() == [])
    }
}
