import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("undo_merge")
struct UndoMergeTests {
    private let a = anonymous("a")
    private let start = RevenueCatEvent.defaultPurchase

    /// Merges Ana's phone with her identified id.
    ///
    /// Each has bought something.
    private func merged() async throws -> (TestTenant, UUID) {
        let tenant = try await TestTenant.create()
        for (person, chain) in [(a, "phone"), ("u_1", "account")] {
            try await tenant.receive(
                .initialPurchase(appUserID: person, originalTransactionID: chain))
        }
        return (tenant, try #require(try await tenant.identify(a, as: "u_1").mergeID))
    }

    @Test("an undo moves the ids back, with their purchases")
    func works() async throws {
        let (tenant, merge) = try await merged()
        let answer = try await tenant.undo(merge)
        #expect(answer["people"]?.array?.count == 2)
        #expect(try await tenant.owners() == ["phone": a, "account": "u_1"])
        #expect(try await tenant.auditEntries().first?["action"] == "undo")
        #expect(try await tenant.orphans().map { $0["reason"] } == ["conflict"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("a purchase made since under the anonymous id moves back as well")
    func since() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.receive(
            .initialPurchase(appUserID: a, originalTransactionID: "later"))
        #expect(try await tenant.owners()["later"] == "\(a) u_1")
        try await tenant.undo(merge)
        #expect(try await tenant.owners()["later"] == a)
    }

    @Test("a purchase renewed under the identified id moves back, also after a renewal")
    func renewed() async throws {
        let (tenant, merge) = try await merged()
        let renewal = RevenueCatEvent.renewal(appUserID: "u_1", originalTransactionID: "phone")
        try await tenant.receive(renewal, receivedAt: TestTenant.receipt)
        try await tenant.undo(merge, at: TestTenant.receipt)
        #expect(try await tenant.owners()["phone"] == a)
        let next = start.advanced(byDays: 60)
        try await tenant.receive(
            .renewal(appUserID: "u_1", purchasedAt: next, originalTransactionID: "phone")
                .occurring(at: "2030-01-02T00:00:00Z"),
            receivedAt: "2030-01-02T00:00:00Z")
        #expect(try await tenant.owners()["phone"] == a)
        // A transfer moves the purchase.
        try await tenant.receive(
            .transfer(from: [a], to: ["u_2"], at: "2030-01-03T00:00:00Z"),
            receivedAt: "2030-01-03T00:00:00Z")
        #expect(try await tenant.owners()["phone"] == "u_2")
    }

    @Test("no event joins the ids again; a new merge does")
    func staysApart() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.undo(merge)
        try await tenant.join("u_1", a, on: 2)
        #expect(try await tenant.people() == [[a], ["u_1"]])
        #expect(try await tenant.identify(a, as: "u_1")["outcome"] == "merged")
        #expect(try await tenant.people() == [[a, "u_1"]])
    }

    @Test("a purchase that a transfer moved since stays moved")
    func transferred() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.receive(
            .transfer(from: ["u_1", a], to: ["u_2"], at: start.advanced(byDays: 1)))
        try await tenant.undo(merge)
        #expect(try await tenant.owners() == ["phone": "u_2", "account": "u_2"])
    }

    @Test("the identified id stays identified after an undo")
    func staysIdentified() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.undo(merge)
        await expectFailure(.notAnonymous) { try await tenant.create("u_1") }
    }

    @Test("ids that an alias joined before have no merge to undo")
    func toldBefore() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", anonymous("b"))
        try await tenant.join(a, anonymous("b"), on: 5)
        #expect(try await tenant.people() == [[a, anonymous("b"), "u_1"]])
        // They are one person already: there is no merge to undo.
        #expect(try await tenant.identify(a, as: "u_1").mergeID == nil)
    }

    @Test("an undo separates a new identified id, and the phone keeps its purchase")
    func upgrade() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a, originalTransactionID: "phone"))
        let merge = try #require(try await tenant.identify(a, as: "u_1").mergeID)
        try await tenant.undo(merge)
        #expect(try await tenant.people() == [[a], ["u_1"]])
        #expect(try await tenant.owners() == ["phone": a])
    }

    @Test("a repeated undo changes nothing; another tenant's merge is not found")
    func repeated() async throws {
        let (tenant, merge) = try await merged()
        let first = try await tenant.undo(merge)
        let rows = try await tenant.peopleRows()
        let second = try await tenant.undo(merge)
        #expect(first["undone_at"] == second["undone_at"])
        #expect(first["people"] == second["people"])
        #expect(try await tenant.peopleRows() == rows)
        let other = try await TestTenant.create()
        for id in [merge, UUID()] {
            await expectFailure(.mergeNotFound) { try await other.undo(id) }
        }
    }

    @Test("after a race of undo and identify, the phone has one owner")
    func raced() async throws {
        let (tenant, merge) = try await merged()
        let outcomes = try await tenant.race([
            { try await tenant.undo(merge) },
            { try await tenant.identify(anonymous("a"), as: "u_2") },
            { try await tenant.undo(merge) },
        ])
        #expect(outcomes[0] == nil && outcomes[2] == nil)
        let people = try await tenant.people()
        #expect(
            outcomes[1] == nil
                ? people == [[a, "u_2"], ["u_1"]] : people == [[a], ["u_1"]])
        #expect(try await tenant.invariantViolations() == [])
    }
}
