import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite("receive_webhook_events")
struct ReceiveWebhookEventsTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    @Test("an event is stored with its bytes, and applied")
    func applied() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "a")
        let row = try await tenant.receive(event, receivedAt: day(1))
        #expect(row.status == "applied")
        #expect(row.failure == nil)
        let stored = try #require(try await tenant.event("a"))
        #expect(stored.eventType == "INITIAL_PURCHASE")
        #expect(stored.receivedAt == day(1))
        #expect(stored.status == "applied")
        #expect(stored.attempts == 1)
        #expect(stored.dueAt == nil)
        let bytes = try await TestDatabase.shared.administer(
            "select convert_from(body, 'UTF8') from entitlements.webhook_events "
                + "where tenant_id = '\(tenant.id)'")
        #expect(bytes.first?.first == String(decoding: event.body, as: UTF8.self))
    }

    @Test("an event of no tenant is refused, and nothing is stored")
    func noTenant() async throws {
        let existing = try await TestTenant.create()
        let gone = TestTenant(id: TenantID(), slug: "gone", database: existing.database)
        await expectFailure(.tenantNotFound) { try await gone.receive(.initialPurchase()) }
        let stored = try await TestDatabase.shared.administer(
            "select from entitlements.webhook_events where tenant_id = '\(gone.id)'")
        #expect(stored == [])
    }

    @Test("a repeated event id is a duplicate, with any body")
    func duplicate() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "a"))
        #expect(try await tenant.receive(.initialPurchase(id: "a")).status == "duplicate")
        #expect(try await tenant.receive(.refund(id: "a")).status == "duplicate")
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .active("active"))
    }

    @Test("of sixteen deliveries of one event at once, one is applied")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "a")
        let statuses = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { try await tenant.receive(event).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == "applied" }.count == 1)
        #expect(statuses.filter { $0 == "duplicate" }.count == 15)
        #expect(try await tenant.events().count == 1)
        #expect(try await tenant.rows(in: "evidence") == 1)
    }

    @Test("sixteen events about one purchase at once are all applied")
    func racedEvents() async throws {
        let tenant = try await TestTenant.create()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for month in Int64(0)..<16 {
                group.addTask {
                    try await tenant.receive(
                        .renewal(purchasedAt: day(30 * month)), receivedAt: day(500))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await tenant.rows(in: "evidence") == 16)
        #expect(try await tenant.rows(in: "purchases") == 1)
        #expect(try await tenant.standing(of: "u_42", at: day(479)) == .active("active"))
        #expect(try await tenant.standing(of: "u_42", at: day(480)) == .inactive("expired"))
    }

    @Test("an event of an unknown type is stored, and changes no state")
    func unknownType() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "a").setting("type", "NEW_IDEA")
        #expect(try await tenant.receive(event).status == "stored")
        #expect(try await tenant.event("a")?.status == "stored")
        #expect(try await tenant.receive(event).status == "duplicate")
        #expect(try await tenant.rows(in: "evidence") == 0)
        #expect(try await tenant.rows(in: "purchases") == 0)
        #expect(try await tenant.rows(in: "app_users") == 1, "A person to be read.")
    }

    @Test("evidence without a purchase is stored as failed, and rolled back")
    func incompleteEvidence() async throws {
        let tenant = try await TestTenant.create()
        let row = try await tenant.receive(.incomplete(id: "a"))
        #expect(row.status == "stored")
        #expect(row.failure == "PT422 evidence_incomplete")
        let stored = try #require(try await tenant.event("a"))
        #expect(stored.status == "failed")
        #expect(stored.failure == "PT422 evidence_incomplete")
        #expect(stored.dueAt != nil)
        #expect(try await tenant.rows(in: "app_users") == 1, "A person to be read.")
        #expect(try await tenant.rows(in: "evidence") == 0)
    }

    @Test("a failed event is applied when it is received again")
    func triedAgain() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.incomplete(id: "a"))
        #expect(try await tenant.receive(.incomplete(id: "a")).failure != nil)
        #expect(try await tenant.receive(.initialPurchase(id: "a")).status == "applied")
        let stored = try #require(try await tenant.event("a"))
        #expect(stored.status == "applied")
        #expect(stored.failure == nil)
        #expect(stored.dueAt == nil)
        #expect(try await tenant.standing(of: "u_42", at: day(1)) == .active("active"))
    }

    @Test("of sixteen simultaneous repetitions of a failed event, one applies it")
    func racedAgain() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.incomplete(id: "a"))
        let statuses = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 {
                group.addTask { try await tenant.receive(.initialPurchase(id: "a")).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == "applied" }.count == 1)
        #expect(try await tenant.rows(in: "evidence") == 1)
    }

    @Test("an event with a field that the decoder refuses is stored with the reason")
    func problem() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "a").setting("purchased_at_ms", "soon")
        let row = try await tenant.receive(event)
        #expect(row.status == "stored")
        #expect(row.failure == "purchased_at_ms_not_an_integer")
        #expect(try await tenant.event("a")?.status == "failed")
        #expect(try await tenant.rows(in: "evidence") == 0)
        #expect(try await tenant.rows(in: "app_users") == 1, "A person to be read.")
    }

    @Test("a failed event does not affect later events")
    func failureBlocksNothing() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.incomplete(id: "a"))
        #expect(try await tenant.receive(.initialPurchase(id: "b")).status == "applied")
    }

    @Test("a sandbox event is applied to the sandbox, or only stored if ignored")
    func sandbox() async throws {
        let accepting = try await TestTenant.create()
        let ignoring = try await TestTenant.create { $0.sandbox = .ignore }
        for tenant in [accepting, ignoring] {
            try await tenant.receive(.initialPurchase(id: "a").inSandbox)
            #expect(try await tenant.standing(of: "u_42", at: day(1)) == .none)
            #expect(try await tenant.event("a")?.dueAt == nil)
        }
        #expect(
            try await accepting.standing(of: "u_42", environment: "sandbox", at: day(1))
                == .active("active"))
        #expect(try await ignoring.rows(in: "app_users") == 0)
        #expect(try await ignoring.receive(.initialPurchase(id: "b")).status == "applied")
        #expect(try await ignoring.standing(of: "u_42", at: day(1)) == .active("active"))
    }

    @Test("the dashboard's test event changes no state")
    func test() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await tenant.receive(.test(id: "a")).status == "applied")
        #expect(try await tenant.events().count == 1)
        for table in ["app_users", "app_user_ids", "purchases", "evidence"] {
            #expect(try await tenant.rows(in: table) == 0)
        }
    }

    @Test("events of one moment and kind are ordered by id, in any order of arrival")
    func ties() async throws {
        let early = RevenueCatEvent.renewal(id: "a", purchasedAt: bought, expiresAt: day(40))
        let late = RevenueCatEvent.renewal(id: "b", purchasedAt: bought, expiresAt: day(50))
        for events in [[early, late], [late, early]] {
            let tenant = try await TestTenant.create()
            for event in events { try await tenant.receive(event) }
            let plus = try await tenant.entitlement("plus", of: "u_42", at: day(1))
            #expect(plus?["expires_at"] == .string(day(50).rfc3339))
        }
    }

    @Test("an event dated in the future is ordered by its time of receipt")
    func datedInTheFuture() async throws {
        let tenant = try await TestTenant.create()
        let purchase = RevenueCatEvent.initialPurchase(appUserID: "old", expiresAt: day(90))
        try await tenant.receive(purchase, receivedAt: day(1))
        try await tenant.receive(
            .transfer(from: ["old"], to: ["new"], at: "4466-01-01T00:00:00Z"), receivedAt: day(2))
        #expect(try await tenant.standing(of: "new", at: day(3)) == .active("active"))
        try await tenant.receive(
            .cancellation(
                appUserID: "old", expiresAt: day(90), at: day(4),
                originalTransactionID: purchase.fields["original_transaction_id"]?.string),
            receivedAt: day(4))
        #expect(try await tenant.standing(of: "old", at: day(5)) == .active("cancelled"))
        #expect(try await tenant.standing(of: "new", at: day(5)) == .inactive("expired"))
    }
}

extension TestTenant {
    /// The number of the tenant's rows in a table.
    func rows(in table: String) async throws -> Int {
        let rows = try await TestDatabase.shared.administer(
            "select count(*) from entitlements.\(table) where tenant_id = '\(id)'")
        return rows.first?.first.flatMap(\.self).flatMap { Int($0) } ?? -1
    }
}
