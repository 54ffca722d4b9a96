import EntitlementsDatabase
import EntitlementsWorker
import Logging
import TestSupport
import Testing

@Suite("Figures are computed by the worker")
struct FiguresDutyTests {
    private static let parts = 16
    /// Without a pause that a slow machine would have to wait for.
    private static let duty = Duty.figures(corePercent: 100)

    @Test("all parts of all tenants are computed when they are due, and none when nothing is")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenants = [
                try await TestTenant.create(in: own.database),
                try await TestTenant.create(in: own.database),
            ]
            for tenant in tenants { try await tenant.receive(.nowRunning()) }
            await Self.duty.perform(in: own.database, .silent)
            #expect(try await own.computed() == "\(2 * Self.parts)")
            for tenant in tenants { #expect(try await own.active(of: tenant) == 1) }

            let versions = "select string_agg(xmin::text, ' ') from entitlements.figure_buckets"
            let computed = try await own.ask(versions)
            await Self.duty.perform(in: own.database, .silent)
            #expect(try await own.ask(versions) == computed)
        }
    }

    @Test("a part that fails is logged, holds up no other, and is computed when it can be again")
    func failing() async throws {
        try await ScratchDatabase.with { own in
            let broken = try await TestTenant.create(in: own.database)
            try await broken.receive(
                .initialPurchase(product: "poison", expiresAt: "2999-01-01T00:00:00Z"))
            let sound = try await TestTenant.create(in: own.database)
            try await sound.receive(.nowRunning())
            try await own.administer(
                "alter table entitlements.figures add constraint sound "
                    + "check (product_id <> 'poison')")
            let log = CapturedLog(level: .warning)
            await Self.duty.perform(in: own.database, log.logger)
            #expect(try await own.computed() == "\(2 * Self.parts - 1)")
            #expect(try await own.active(of: sound) == 1)
            #expect(try await own.active(of: broken) == 0)
            #expect(log.lines.count == 1)
            let line = try #require(log.lines.first)
            #expect(line.hasPrefix("Figures could not be computed"))
            #expect(line.contains("23514") && line.contains(broken.slug))

            // The tenant is not due before its ten minutes are over, moved back here.
            await Self.duty.perform(in: own.database, log.logger)
            #expect(log.lines.count == 1)
            try await own.administer(
                """
                alter table entitlements.figures drop constraint sound;
                update entitlements.figure_turns set due_at = due_at - interval '10 minutes'
                """)
            await Self.duty.perform(in: own.database, log.logger)
            #expect(try await own.active(of: broken) == 1)
            #expect(log.lines.count == 1)
        }
    }
}

extension ScratchDatabase {
    /// The number of parts that were computed.
    fileprivate func computed() async throws -> String? {
        try await ask(
            "select count(*) from entitlements.figure_buckets where isfinite(computed_at)")
    }

    fileprivate func active(of tenant: TestTenant) async throws -> Int64? {
        try await database.call(CountActive())
            .first { $0.tenantSlug == tenant.slug && $0.kind == "subscriptions" }?.active
    }
}
