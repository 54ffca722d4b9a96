import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// App Review buys in the sandbox.
@Suite("The sandbox purchases of testers")
struct SandboxTesterTests {
    private let end: Timestamp = "2998-01-01T00:00:00Z"
    private let bought = RevenueCatEvent.initialPurchase(expiresAt: "2999-01-01T00:00:00Z")
        .inSandbox

    private func tenant(
        _ change: @escaping (inout TenantDefinition) -> Void = { _ in }
    ) async throws -> TestTenant {
        try await TestTenant.create {
            $0.sandboxTesters = [.init(appUserID: "u_42", until: end)]
            change(&$0)
        }
    }

    @Test("they count as production until the date, and no other's do")
    func counted() async throws {
        let tenant = try await tenant()
        try await tenant.receive(bought)
        try await tenant.receive(
            RevenueCatEvent.initialPurchase(
                appUserID: "u_43", expiresAt: "2999-01-01T00:00:00Z"
            ).transaction("t_43", original: "t_43").inSandbox)
        #expect(try await tenant.standing(of: "u_42").isActive)
        #expect(!(try await tenant.standing(of: "u_43").isActive))
        #expect(try await tenant.standing(of: "u_42", at: end.advanced(bySeconds: -1)).isActive)
        #expect(!(try await tenant.standing(of: "u_42", at: end).isActive))
        let row = try await tenant.database.callOne(
            GetEntitlements(appUserID: "u_42", environment: "production"), in: tenant.id)
        let answer = try JSONParser.parse(row.json)
        #expect(answer["next_change_at"]?.string == end.rfc3339)
        let changes = try await tenant.changes()
        #expect(changes.map { $0["app_user_id"] } == ["u_42"])
        #expect(changes.first?["environment"] == "production")
    }

    @Test("an applied file begins and ends it, also for what was bought before")
    func applied() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(bought)
        #expect(!(try await tenant.standing(of: "u_42").isActive))
        try await tenant.apply { $0.sandboxTesters = [.init(appUserID: "u_42", until: end)] }
        #expect(try await tenant.standing(of: "u_42").isActive)
        try await tenant.apply {
            $0.sandboxTesters = [.init(appUserID: "u_42", until: "2026-01-01T00:00:00Z")]
        }
        #expect(!(try await tenant.standing(of: "u_42").isActive))
    }

    @Test("a household does not share them")
    func household() async throws {
        let tenant = try await tenant()
        try await tenant.receive(bought)
        try await tenant.found("u_42", with: ["u_43"])
        #expect(!(try await tenant.standing(of: "u_43").isActive))
    }

    @Test("a tenant that ignores the sandbox takes those of testers, by webhooks and snapshots")
    func ignoring() async throws {
        let tenant = try await tenant { $0.sandbox = .ignore }
        try await tenant.receive(bought)
        try await tenant.receive(
            RevenueCatEvent.initialPurchase(appUserID: "u_43").transaction("t_43", original: "t_43")
                .inSandbox)
        #expect(try await tenant.standing(of: "u_42").isActive)
        #expect(try await tenant.rows(in: "purchases") == 1)
        let day = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
        try await tenant.add(TestSnapshot(at: day).listing(.like(bought)))
        try await tenant.add(TestSnapshot(of: "u_43", at: day))
        #expect(try await tenant.standing(of: "u_42").isActive)
    }

    @Test("bought credits can be spent")
    func credits() async throws {
        let tenant = try await TestTenant.create(like: "iris") {
            $0.sandboxTesters = [.init(appUserID: "u_42", until: end)]
        }
        try await tenant.receive(.export("play").inSandbox)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 1)
        _ = try await tenant.spend("hd_export", of: "u_42", on: "eye 1")
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
        let later = try await tenant.balance(
            of: "hd_export", of: "u_42", at: end.advanced(bySeconds: 1))
        #expect(later == 0)
    }
}
