import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// What the sandbox changes is told to readers who ask for it, and to no other.
@Suite("Changes in the sandbox", .timeLimit(.minutes(5)))
struct SandboxChangesTests {
    private let running = RevenueCatEvent.initialPurchase(expiresAt: "2999-01-01T00:00:00Z")

    @Test("a purchase, its cancellation and its transfer are logged with their environment")
    func logged() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(running.inSandbox)
        #expect(try await tenant.changes().isEmpty)
        let bought = try #require(try await tenant.changes(in: [.sandbox]).first)
        #expect(bought["environment"] == "sandbox")
        #expect(bought["kind"] == "entitlements_changed")
        #expect(bought["app_user_id"] == "u_42")
        #expect(bought["before"]?["plan"] == "free")
        #expect(bought["after"]?["plan"] == "plus")
        #expect(bought["cause"]?["kind"] == "event")
        #expect(bought["cause"]?["id"]?.string == running.inSandbox.id)

        try await tenant.receive(
            RevenueCatEvent.cancellation(expiresAt: "2999-01-01T00:00:00Z").inSandbox)
        let all = try await tenant.changes(in: [.sandbox])
        #expect(all.map { $0["after"]?["subscription_status"] } == ["active", "cancelled"])
        try await tenant.receive(.transfer(from: ["u_42"], to: ["u_43"]).inSandbox)
        let moved = try await tenant.changes(in: [.sandbox]).dropFirst(2)
        #expect(Set(moved.compactMap { $0["app_user_id"]?.string }) == ["u_42", "u_43"])
        #expect(try await tenant.changes().isEmpty)
    }

    @Test("a purchase in production is not of the sandbox, and both may be read together")
    func production() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(running)
        #expect(try await tenant.changes(in: [.sandbox]).isEmpty)
        try await tenant.receive(
            running.transaction("t_s", original: "t_s").inSandbox)
        let both = try await tenant.changes(in: [.production, .sandbox])
        #expect(both.map { $0["environment"] } == ["production", "sandbox"])
        #expect(try await tenant.changes().count == 1)
        // A repeated event changes nothing.
        try await tenant.receive(running.transaction("t_s", original: "t_s").inSandbox)
        #expect(try await tenant.changes(in: [.production, .sandbox]).count == 2)
    }

    @Test("a tenant that ignores the sandbox has no such change")
    func ignored() async throws {
        let tenant = try await TestTenant.create { $0.sandbox = .ignore }
        try await tenant.receive(running.inSandbox)
        #expect(try await tenant.changes(in: [.production, .sandbox]).isEmpty)
    }

    @Test("the end by the clock is logged")
    func clock() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let now = Int64(Date().timeIntervalSince1970 * 1_000)
            let end = try #require(Timestamp(milliseconds: now + 3_000))
            try await tenant.receive(
                RevenueCatEvent.initialPurchase(
                    purchasedAt: end.advanced(bySeconds: -300), expiresAt: end
                ).inSandbox)
            let isEnded = try await eventually {
                _ = try await own.database.callOne(RefreshDueAnswers(maximum: 100))
                return try await tenant.changes(in: [.sandbox]).count == 2
            }
            #expect(isEnded)
            let ended = try await tenant.changes(in: [.sandbox]).last
            #expect(ended?["after"]?["plan"] == "free")
            #expect(ended?["cause"]?["kind"] == "clock")
        }
    }

    @Test("a notice about a sandbox purchase is pushed once")
    func notices() async throws {
        let tenant = try await TestTenant.create { $0.notices.isLogged = true }
        try await tenant.receive(running.inSandbox)
        let issue = RevenueCatEvent.billingIssue(expiresAt: "2999-01-01T00:00:00Z").inSandbox
        for _ in 0..<2 { try await tenant.receive(issue) }
        let told = try await tenant.changes(in: [.sandbox]).filter { $0["kind"] == "notice" }
        #expect(told.map { $0["after"]?["kind"] } == ["billing_issue"])
        #expect(told.first?["environment"] == "sandbox")
        #expect(try await tenant.changes().isEmpty)
        // The same in production is a notice of its own.
        try await tenant.receive(running.transaction("t_p", original: "t_p"))
        try await tenant.receive(
            RevenueCatEvent.billingIssue(expiresAt: "2999-01-01T00:00:00Z")
                .transaction("t_p", original: "t_p"))
        let pushed = try await tenant.changes().filter { $0["kind"] == "notice" }
        #expect(pushed.map { $0["after"]?["kind"] } == ["billing_issue"])
    }

    @Test("what a household shares in the sandbox is told of each member")
    func household() async throws {
        let tenant = try await TestTenant.create()
        let household = try await tenant.found("u_42", with: ["u_43"])
        try await tenant.receive(running.inSandbox)
        let told = try await tenant.changes(in: [.sandbox])
        #expect(Set(told.compactMap { $0["app_user_id"]?.string }) == ["u_42", "u_43"])
        #expect(told.allSatisfy { $0["after"]?["plan"] == "plus" })
        try await tenant.join("u_44", by: try await tenant.invite(to: household))
        try await tenant.leave("u_43", household)
        let later = try await tenant.changes(in: [.sandbox]).dropFirst(told.count)
        #expect(later.compactMap { $0["app_user_id"]?.string } == ["u_44", "u_43"])
        let production = try await tenant.changes().filter { $0["kind"] == "entitlements_changed" }
        #expect(production.isEmpty)
    }

    @Test("of sixteen simultaneous purchases each app user's is told once")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let events = (0..<16).map { number in
            RevenueCatEvent.initialPurchase(
                id: "e\(number)", appUserID: "u_\(number % 4)",
                expiresAt: "2999-01-01T00:00:00Z"
            ).transaction("t_\(number)", original: "t_\(number)").inSandbox
        }
        let outcomes = try await tenant.race(
            events.map { event in { try await tenant.receive(event) } })
        #expect(outcomes.allSatisfy { $0 == nil })
        let told = try await tenant.changes(in: [.sandbox]).filter {
            $0["before"]?["plan"] == "free"
        }
        #expect(
            told.compactMap { $0["app_user_id"]?.string }.sorted() == ["u_0", "u_1", "u_2", "u_3"])
    }

    @Test("an endpoint gets the changes of its environments only")
    func deliveries() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let usual = try await tenant.createEndpoint()
            let staging = try await tenant.createEndpoint(environments: [.sandbox])
            #expect(try await tenant.endpoint(usual)["environments"] == ["production"])
            #expect(try await tenant.endpoint(staging)["environments"] == ["sandbox"])
            try await tenant.receive(running.inSandbox)
            try await tenant.receive(running.transaction("t_p", original: "t_p"))
            _ = try await tenant.changes()
            let lease = try await own.claimEndpoints().lease
            #expect(try await tenant.take(usual, under: lease).map(\.number) == [2])
            #expect(try await tenant.take(staging, under: lease).map(\.number) == [1])
            let both = try await tenant.update(staging, environments: [.sandbox, .production])
            #expect(both["environments"] == ["production", "sandbox"])
            let kept = try await tenant.update(staging, url: "https://hooks.example/other")
            #expect(kept["environments"] == ["production", "sandbox"])
        }
    }

    @Test("erasing an app user renames what their sandbox changes say")
    func erased() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(running.inSandbox)
        _ = try await tenant.changes()
        try await tenant.erase("u_42")
        let rows = try await TestDatabase.shared.administer(
            """
            select answer::text from entitlements.sandbox_answers
             where tenant_id = '\(tenant.id)' and answer::text like '%u_42%'
            """)
        #expect(rows.isEmpty)
    }
}
