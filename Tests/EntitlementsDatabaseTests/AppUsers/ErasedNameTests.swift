import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// No door gives anything to the random name of an erased app user.
///
/// The name is in the audit and in the change log, so it may come back.
@Suite("The name of an erased app user")
struct ErasedNameTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private let phone = "$RCAnonymousID:0123456789abcdef"

    /// A tenant whose u_ana was erased with her phone and a purchase, and her random names.
    private func erased() async throws -> (TestTenant, identified: String, anonymous: String) {
        let tenant = try await TestTenant.create(like: "digero")
        try await tenant.receive(
            .initialPurchase(appUserID: "u_ana", originalTransactionID: "anas")
                .aliases(["u_ana", phone], original: phone))
        try await tenant.erase("u_ana")
        let names = try await rows(
            "select app_user_id from entitlements.app_user_ids "
                + "where tenant_id = '\(tenant.id)' order by app_user_id desc")
        return (tenant, try #require(names.first), try #require(names.last))
    }

    private func rows(_ query: String) async throws -> [String] {
        try await TestDatabase.shared.administer(query).compactMap { $0.first ?? nil }
    }

    /// Each table's rows that name an erased app user.
    ///
    /// Without the change log: other tests number the changes of all tenants.
    private func picture(of tenant: TestTenant) async throws -> [String] {
        let tables = try await rows(
            """
            select relname from pg_class, pg_attribute
             where relnamespace = 'entitlements'::regnamespace and relkind = 'r'
               and attrelid = pg_class.oid and attname = 'tenant_id'
               and relname not in ('webhook_events', 'stored_answers', 'pending_changes',
                                   'change_entries')
            """)
        return try await rows(
            tables.map {
                "select '\($0) ' || to_jsonb(stored)::text from entitlements.\($0) stored "
                    + "where stored.tenant_id = '\(tenant.id)' "
                    + "and to_jsonb(stored)::text like '%erased-%'"
            }.joined(separator: " union all ") + " order by 1")
    }

    private typealias Naming = @Sendable (_ name: String) -> RevenueCatEvent

    private static let events: [(String, Naming)] = [
        ("an alias", { .initialPurchase(appUserID: "u_ben").aliases(["u_ben", $0]) }),
        (
            "the original id",
            { .initialPurchase(appUserID: "u_ben").aliases(["u_ben"], original: $0) }
        ),
        ("the id", { .initialPurchase(appUserID: $0).aliases([$0, "u_ben"], original: "u_ben") }),
        ("the only id", { .initialPurchase(appUserID: $0).aliases([$0], original: $0) }),
        ("a source", { .transfer(from: [$0], to: ["u_ben"]) }),
        ("a destination", { .transfer(from: ["u_ben"], to: [$0]) }),
        ("both sides", { .transfer(from: ["u_ben", $0], to: [$0, "u_cleo"]) }),
        ("a redeemer", { .purchaseRedeemed(outcome: "alias", from: ["u_ben"], by: [$0]) }),
        ("redeemed from", { .purchaseRedeemed(outcome: "alias", from: [$0], by: ["u_ben"]) }),
        (
            "a redeemed transfer",
            { .purchaseRedeemed(outcome: "transfer", from: [$0], by: ["u_ben"]) }
        ),
        ("an old alias", { .subscriberAlias(appUserID: "u_ben", aliases: [$0]) }),
        ("an unknown type", { RevenueCatEvent.other("NEW_TYPE", appUserID: $0) }),
        ("an experiment", { .experimentEnrollment(appUserID: $0) }),
    ]

    @Test("is taken over by no event", arguments: events)
    private func event(_ named: String, _ naming: Naming) async throws {
        for isAnonymous in [false, true] {
            let (tenant, identified, anonymous) = try await erased()
            try await tenant.receive(.initialPurchase(appUserID: "u_ben"))
            let before = try await picture(of: tenant)
            try await tenant.receive(naming(isAnonymous ? anonymous : identified))
            #expect(try await picture(of: tenant) == before)
            #expect(
                try await tenant.owners(of: ["anas"]) == ["anas": "\(anonymous) \(identified)"])
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("alone makes an event one that is put aside, with the reason")
    func putAside() async throws {
        let (tenant, identified, anonymous) = try await erased()
        let events: [(id: String, RevenueCatEvent, unread: [String])] = [
            (
                "a",
                .initialPurchase(id: "a", appUserID: identified)
                    .aliases([anonymous], original: anonymous),
                ["app_user_id_erased", "original_app_user_id_erased", "aliases_erased"]
            ),
            (
                "b", .transfer(id: "b", from: [identified], to: ["u_ben"]),
                ["transferred_from_erased"]
            ),
            (
                "c", .transfer(id: "c", from: ["u_ben"], to: [identified]),
                ["transferred_to_erased"]
            ),
        ]
        for (id, event, unread) in events {
            #expect(try await tenant.receive(event).failure == nil)
            let stored = try #require(try await tenant.event(id))
            #expect(stored.status == "stored")
            #expect(stored.dueAt == nil)
            #expect(stored.unread == unread)
        }
    }

    @Test("is refused below all doors, whatever a door lets through")
    func belowDoors() async throws {
        let (tenant, identified, anonymous) = try await erased()
        try await tenant.receive(.initialPurchase(appUserID: "u_ben"))
        let before = try await picture(of: tenant)
        for name in [identified, anonymous] {
            let taken = JSONValue.string(name)
            let facts: [JSONValue] = [
                [
                    "kind": "expiration", "store": "app_store", "environment": "production",
                    "app_user_id": "u_ben", "app_user_ids": ["u_ben", taken],
                    "product_id": "digero_premium_monthly", "transaction_id": "bens",
                ],
                [
                    "kind": "expiration", "store": "app_store", "environment": "production",
                    "app_user_id": taken, "app_user_ids": [taken],
                    "product_id": "digero_premium_monthly", "transaction_id": "anas",
                ],
                ["kind": "alias", "app_user_ids": ["u_ben", taken]],
                [
                    "kind": "transfer", "environment": "production", "transferred_from": [taken],
                    "transferred_to": ["u_ben"],
                ],
                [
                    "kind": "transfer", "environment": "production",
                    "transferred_from": ["u_ben"], "transferred_to": [taken],
                ],
            ]
            let answer = try await tenant.database.call(
                ReceiveWebhookEvents(
                    facts.enumerated().map { number, facts in
                        ReceiveWebhookEvents.Event(
                            id: "\(name) \(number)", type: "ANY", body: [], facts: facts,
                            problem: nil)
                    }), in: tenant.id)
            #expect(
                answer.map(\.failure)
                    == Array(repeating: "PT404 app_user_not_found", count: facts.count))
            #expect(try await picture(of: tenant) == before)
        }
    }

    @Test("keeps what follows from what its app user had")
    func followed() async throws {
        let tenant = try await TestTenant.create { $0.codes.campaigns = [.giving()] }
        let redemption = try #require(
            try await tenant.redeem("LAUNCH-26", by: "u_ana").redemptionID)
        try await tenant.erase("u_ana")
        let answer = try await tenant.revoke(redemption: redemption)
        #expect(answer["revoked_because"] == "revoked")
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("keeps what its app user had set aside")
    func setAside() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let reservation = try #require(
            try await tenant.reserve("scans", by: "u_ana").reservationID)
        try await tenant.erase("u_ana")
        #expect(try await tenant.confirmReservation(reservation)["status"] == "used")
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("costs a payer nothing who bought with it among their aliases")
    func payer() async throws {
        let (tenant, identified, anonymous) = try await erased()
        for (person, name) in [("u_ben", identified), ("u_cleo", anonymous)] {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: person, product: "digero_premium_monthly",
                    originalTransactionID: person
                ).aliases([name, person], original: name))
            #expect(
                try await tenant.standing(of: person, "premium", at: bought.advanced(byDays: 1))
                    == .active("active"))
        }
        try await tenant.receive(
            .transfer(from: ["u_ben", identified], to: [anonymous, "u_dora"]))
        #expect(
            try await tenant.owners(of: ["u_ben", "u_cleo"])
                == ["u_ben": "u_dora", "u_cleo": "u_cleo"])
    }

    @Test("is refused in every row of an import, which harms no other row")
    func imported() async throws {
        let noon: Timestamp = "2026-11-21T12:00:00Z"
        let (tenant, identified, anonymous) = try await erased()
        let before = try await picture(of: tenant)
        for name in [identified, anonymous] {
            let outcomes = try await tenant.importRows(
                [
                    ImportedRow.appUser(name, createdAt: "2020-01-01T00:00:00Z"),
                    ImportedRow.appUser("u_1", anonymous: [name]),
                    ImportedRow.member(
                        name, of: "nest", role: "owner", from: noon.advanced(byDays: -9)),
                    ImportedRow.purchase(
                        of: name, transaction: "t_1", product: "digero_premium_monthly",
                        from: noon.advanced(byDays: -3), until: noon.advanced(byDays: 27)),
                    ImportedRow.use(
                        of: "scans", by: name, reference: "s-1", at: noon.advanced(byDays: -2)),
                    ImportedRow.grant(
                        to: name, entitlement: "premium", from: noon.advanced(byDays: -1)),
                    ImportedRow.appUser("u_2", anonymous: ["$RCAnonymousID:\(name.utf8.count)"]),
                ], at: noon)
            #expect(
                outcomes == Array(repeating: "app_user_not_found", count: 6) + ["imported"])
        }
        #expect(try await picture(of: tenant) == before)
    }

    @Test("is no id of a customer whom RevenueCat names with it")
    func snapshot() async throws {
        let (tenant, identified, anonymous) = try await erased()
        let before = try await picture(of: tenant)
        for name in [identified, anonymous] {
            try await tenant.add(
                TestSnapshot(of: "u_ben", at: bought.advanced(byDays: 3)).aliased(name))
        }
        #expect(try await picture(of: tenant) == before)
        #expect(
            try await rows(
                "select app_user_id from entitlements.app_user_ids "
                    + "where tenant_id = '\(tenant.id)' and app_user_id !~ 'erased-'")
                == ["u_ben"])
    }

    @Test("also one that no app user has is no id")
    func invented() async throws {
        let tenant = try await TestTenant.create(like: "digero")
        let name = "erased-0b4f4b5e-55f4-4a08-a5a5-7f4f7f1d2c11"
        try await tenant.receive(.initialPurchase(appUserID: "u_ben").aliases(["u_ben", name]))
        #expect(try await tenant.importRows([ImportedRow.appUser(name)]) == ["app_user_not_found"])
        #expect(
            try await rows(
                "select app_user_id from entitlements.app_user_ids "
                    + "where tenant_id = '\(tenant.id)'") == ["u_ben"])
    }
}
