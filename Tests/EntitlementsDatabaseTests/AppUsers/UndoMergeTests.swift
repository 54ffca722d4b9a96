import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("undo_merge")
struct UndoMergeTests {
    private let a = anonymous("a")
    private let start = RevenueCatEvent.defaultPurchase

    /// Ana's phone bought one thing and her account another; they were merged.
    private func merged() async throws -> (TestTenant, UUID) {
        let tenant = try await TestTenant.create()
        for (person, chain) in [(a, "phone"), ("u_1", "account")] {
            try await tenant.receive(
                .initialPurchase(appUserID: person, originalTransactionID: chain))
        }
        return (tenant, try #require(try await tenant.identify(a, as: "u_1").mergeID))
    }

    @Test("ids go back, and with them what is theirs")
    func works() async throws {
        let (tenant, merge) = try await merged()
        let answer = try await tenant.undo(merge)
        #expect(answer["people"]?.array?.count == 2)
        #expect(try await tenant.owners() == ["phone": a, "account": "u_1"])
        #expect(try await tenant.trail().first?["action"] == "undo")
        #expect(try await tenant.orphans().map { $0["reason"] } == ["conflict"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("what came under the anonymous id since goes back as well")
    func since() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.receive(
            .initialPurchase(appUserID: a, originalTransactionID: "later"))
        #expect(try await tenant.owners()["later"] == "\(a) u_1")
        try await tenant.undo(merge)
        #expect(try await tenant.owners()["later"] == a)
    }

    @Test("what was renewed under the account's id goes back, and stays though it is renewed again")
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
        // A transfer says that it moved, and is believed.
        try await tenant.receive(
            .transfer(from: [a], to: ["u_2"], at: "2030-01-03T00:00:00Z"),
            receivedAt: "2030-01-03T00:00:00Z")
        #expect(try await tenant.owners()["phone"] == "u_2")
    }

    @Test("they stay apart, whatever RevenueCat says, until another merge")
    func staysApart() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.undo(merge)
        try await tenant.join("u_1", a, on: 2)
        #expect(try await tenant.people() == [[a], ["u_1"]])
        #expect(try await tenant.identify(a, as: "u_1")["outcome"] == "merged")
        #expect(try await tenant.people() == [[a, "u_1"]])
    }

    @Test("what a transfer took elsewhere since stays there")
    func transferred() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.receive(
            .transfer(from: ["u_1", a], to: ["u_2"], at: start.advanced(byDays: 1)))
        try await tenant.undo(merge)
        #expect(try await tenant.owners() == ["phone": "u_2", "account": "u_2"])
    }

    @Test("the account stays one: it is nobody's to declare anonymous")
    func staysIdentified() async throws {
        let (tenant, merge) = try await merged()
        try await tenant.undo(merge)
        await expectFailure(.notAnonymous) { try await tenant.create("u_1") }
    }

    @Test("what RevenueCat said before the merge does not join them again either")
    func toldBefore() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.join("u_1", anonymous("b"))
        try await tenant.join(a, anonymous("b"), on: 5)
        #expect(try await tenant.people() == [[a, anonymous("b"), "u_1"]])
        // Already one person: there is nothing to undo.
        #expect(try await tenant.identify(a, as: "u_1").mergeID == nil)
    }

    @Test("a new account is taken off again, and the phone's purchases are orphans")
    func upgrade() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(appUserID: a, originalTransactionID: "phone"))
        let merge = try #require(try await tenant.identify(a, as: "u_1").mergeID)
        try await tenant.undo(merge)
        #expect(try await tenant.people() == [[a], ["u_1"]])
        #expect(try await tenant.owners() == ["phone": a])
    }

    @Test("undoing again answers the same and changes nothing; of another tenant there is none")
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

    @Test("undone and taken on at once, in either order, the phone is somebody's")
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
