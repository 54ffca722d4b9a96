import Entitlements
import EntitlementsDatabase
import TestSupport

/// Two tenants of one database, with the same ids of people, events, purchases and codes.
struct IsolatedTenants {
    let own: TestTenant
    let other: TestTenant

    static func create(in scratch: ScratchDatabase) async throws -> IsolatedTenants {
        var tenants: [TestTenant] = []
        for name in ["own", "other"] {
            let tenant = try await TestTenant.create(like: "iris", in: scratch.database) {
                $0.tokenIssuers = [TestTokens.policy]
                $0.referrals = .giving("pro")
                $0.notices.isLogged = true
            }
            try await fill(tenant, name: name, in: scratch)
            tenants.append(tenant)
        }
        return IsolatedTenants(own: tenants[0], other: tenants[1])
    }

    private static func fill(
        _ tenant: TestTenant, name: String, in scratch: ScratchDatabase
    ) async throws {
        try await tenant.setTokenSecret(TestTokens.secret)
        try await tenant.setUpstreamKey()
        try await scratch.recogniseProjects()
        try await tenant.rotateSigningKey()
        try await tenant.create(TestKey(.read), "read")
        try await fillPeople(of: tenant)
        try await fillLimits(of: tenant)
        try await fillHousehold(of: tenant)
        try await tenant.put(.giving("pro"))
        _ = try await tenant.createCodes(2, of: "launch")
        try await tenant.redeem("LAUNCH-26", by: "u_coded")
        try await tenant.refer("u_brought", by: "u_42")
        try await tenant.note("Of \(name).", on: "u_42")
        let endpoint = try await tenant.createEndpoint("https://hooks.example/\(name)")
        try await tenant.startRun("user", of: "u_42")
        try await tenant.database.numberChanges()
        try await scratch.administer(
            """
            insert into entitlements.deliveries
            values ('\(tenant.id)', '\(endpoint)', 1, 1, now(), now(), 5, 200)
            on conflict do nothing;
            """)
    }

    private static func fillPeople(of tenant: TestTenant) async throws {
        let (anonymous, product) = ("$RCAnonymousID:1", "pro_monthly")
        try await tenant.receive(.initialPurchase(id: "1", product: product))
        try await tenant.receive(.incomplete(id: "3"))
        try await tenant.create(anonymous)
        try await tenant.receive(
            .initialPurchase(
                appUserID: anonymous, product: product, originalTransactionID: "anonymous"))
        _ = try await tenant.ticket(from: anonymous, to: "u_42")
        try await tenant.identify(anonymous, as: "u_42")
        try await tenant.receive(
            .initialPurchase(
                appUserID: "$RCAnonymousID:2", product: product,
                originalTransactionID: "orphan"))
        try await tenant.grant("pro", to: "u_42")
        try await tenant.add(TestSnapshot(of: "u_42", at: "2026-11-20T10:00:00Z"))
    }

    private static func fillLimits(of tenant: TestTenant) async throws {
        try await tenant.consume("ai_generations", by: "u_free", 2, reference: "page")
        try await tenant.reserve("ai_generations", by: "u_free", reference: "kept")
        try await tenant.receive(.nonRenewingPurchase(product: "hd_export"))
        try await tenant.order("hd_export", for: "eye 1", by: "u_42")
        try await tenant.adjust("hd_export", of: "u_42", by: 2, reference: "ticket")
        try await tenant.spend("hd_export", of: "u_42", on: "eye 2")
    }

    private static func fillHousehold(of tenant: TestTenant) async throws {
        let household = try await tenant.found("h_1")
        let invite = try await tenant.invite(to: household, code: "of both")
        try await tenant.join("h_2", by: invite)
        _ = try await tenant.invite(to: household, code: "unused")
    }
}
