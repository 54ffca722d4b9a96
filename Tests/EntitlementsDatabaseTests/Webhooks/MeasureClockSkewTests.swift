import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("measure_clock_skew")
struct MeasureClockSkewTests {
    @Test("the lead of events and answers is measured, a wrong time is not")
    func measured() async throws {
        try await ScratchDatabase.with { own in
            let none = try await own.database.callOne(MeasureClockSkew())
            #expect(none.events == nil && none.answers == nil)
            let tenant = try await TestTenant.create(in: own.database)
            let now = try await tenant.moment()
            let bought = RevenueCatEvent.initialPurchase(purchasedAt: now.advanced(byDays: -1))
            try await tenant.receive(bought, receivedAt: now)
            let late = try await measure(own)
            #expect(try #require(late.events) < 0)
            try await tenant.receive(
                bought.occurring(at: now.advanced(bySeconds: 700)), receivedAt: now)
            try await tenant.receive(bought.occurring(at: "4466-01-01T00:00:00Z"), receivedAt: now)
            #expect(try await measure(own).events == 700)
            try await tenant.add(
                TestSnapshot(at: now.advanced(bySeconds: -20)).listing(.like(bought)),
                receivedAt: now)
            #expect(try await measure(own).answers == -20)
        }
    }

    private func measure(_ own: ScratchDatabase) async throws -> MeasureClockSkew.Row {
        try await own.database.callOne(MeasureClockSkew())
    }
}
