import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("refresh_figures")
struct RefreshFiguresTests {
    private let noon: Timestamp = "2026-06-01T12:00:00Z"

    /// Computes what is due, with a budget that a slow machine does not spend.
    private func refresh(_ own: ScratchDatabase, at moment: Timestamp) async throws -> Int {
        var times = 0
        let refresh = RefreshFigures(corePercent: 100, asOf: moment)
        while try await own.database.callOne(refresh).refreshed > 0 { times += 1 }
        return times
    }

    @Test("a tenant is computed at once, and again when a webhook came or an hour is over")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let one = try await TestTenant.create(in: own.database)
            let other = try await TestTenant.create(in: own.database)
            try await one.receive(
                .initialPurchase(purchasedAt: noon.advanced(byDays: -1)),
                receivedAt: noon.advanced(byDays: -1))
            let before = try await one.figures("2026-05-31", "2026-05-31", at: noon)
            #expect(before["computed_at"] == .null)
            #expect(before.rows.isEmpty)
            #expect(try await refresh(own, at: noon) == 2)
            #expect(try await refresh(own, at: noon) == 0)
            let after = try await one.figures("2026-05-31", "2026-05-31", at: noon)
            #expect(after["computed_at"] == .string(noon.rfc3339))
            #expect(after.rows.first?["figures"]?["active_subscriptions"] == 1)
            #expect(try await other.figures(at: noon).rows.isEmpty)

            // It is due by its time, but no webhook came and the hour is not over.
            let soon = noon.advanced(bySeconds: 3_530)
            #expect(try await refresh(own, at: soon) == 0)
            try await one.receive(
                .initialPurchase(appUserID: "u_2", purchasedAt: soon), receivedAt: soon)
            #expect(try await refresh(own, at: soon.advanced(bySeconds: 10)) == 0)
            #expect(try await refresh(own, at: soon.advanced(bySeconds: 61)) == 1)
            // The other's turn was put off a minute before.
            #expect(try await refresh(own, at: noon.advanced(bySeconds: 3_660)) == 1)
        }
    }

    @Test("a tenant that takes long is computed a bucket at a time, with the same figures")
    func large() async throws {
        try await ScratchDatabase.with { own in
            let large = try await TestTenant.create(in: own.database)
            try await large.receive(
                .initialPurchase(purchasedAt: noon.advanced(byDays: -1)),
                receivedAt: noon.advanced(byDays: -1))
            #expect(try await refresh(own, at: noon) == 1)
            let atOnce = try await large.figures("2026-05-31", "2026-05-31", at: noon)
            try await own.administer(
                "update entitlements.figure_turns set round_milliseconds = 501")
            let later = noon.advanced(bySeconds: 3_600)
            #expect(try await refresh(own, at: later) == 16)
            let inTurns = try await large.figures("2026-05-31", "2026-05-31", at: noon)
            #expect(inTurns["computed_at"] == .string(later.rfc3339))
            #expect(inTurns.rows == atOnce.rows)
        }
    }

    @Test("what was computed is paid for by a pause of all servers")
    func budget() async throws {
        try await ScratchDatabase.with { own in
            for _ in 0..<3 { _ = try await TestTenant.create(in: own.database) }
            func refreshed(at moment: Timestamp, _ percent: Int32 = 5) async throws -> Int32 {
                try await own.database.callOne(
                    RefreshFigures(corePercent: percent, asOf: moment)
                ).refreshed
            }
            #expect(try await refreshed(at: noon, 0) == 0)
            // All that was saved up is spent.
            try await own.administer(
                "update entitlements.figure_pace set paid_until = '\(noon.rfc3339)'")
            #expect(try await refreshed(at: noon) == 1)
            #expect(try await refreshed(at: noon) == 0)
            let paidUntil = try #require(
                try await own.ask(
                    "select to_char(paid_until at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SSZ') "
                        + "from entitlements.figure_pace"))
            let paid = try #require(Timestamp(rfc3339: paidUntil)).advanced(bySeconds: 1)
            #expect(paid > noon)
            #expect(try await refreshed(at: paid) == 1)
        }
    }

    @Test("while one server computes, another one has nothing to do")
    func raced() async throws {
        try await ScratchDatabase.with { own in
            _ = try await TestTenant.create(in: own.database)
            try await own.whileHolding("select from entitlements.figure_pace for update") {
                let computed = try await refresh(own, at: noon)
                #expect(computed == 0)
            }
            #expect(try await refresh(own, at: noon) == 1)
        }
    }

    @Test("`figures: false` leaves a tenant out, and what was computed stays")
    func off() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(
                .initialPurchase(purchasedAt: noon.advanced(byDays: -1)),
                receivedAt: noon.advanced(byDays: -1))
            #expect(try await refresh(own, at: noon) == 1)
            try await tenant.apply { $0.computesFigures = false }
            #expect(try await refresh(own, at: noon.advanced(byDays: 1)) == 0)
            let kept = try await tenant.figures("2026-05-31", "2026-05-31", at: noon)
            #expect(kept["computed_at"] == .string(noon.rfc3339))
            #expect(kept.rows.first?["figures"]?["active_subscriptions"] == 1)
            try await tenant.apply { $0.computesFigures = true }
            #expect(try await refresh(own, at: noon.advanced(byDays: 2)) == 1)
        }
    }
}
