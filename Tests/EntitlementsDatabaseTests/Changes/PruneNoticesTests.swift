import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune_notices")
struct PruneNoticesTests {
    @Test("what was logged goes 400 days after its end; an erased app user is told nothing anew")
    func works() async throws {
        let seconds = Int64(Date().timeIntervalSince1970)
        let end = try #require(Timestamp(milliseconds: (seconds + 86_400) * 1_000))
        let bought = end.advanced(byDays: -30)
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database) {
                $0.notices.isLogged = true
            }
            for person in ["u_1", "u_2"] {
                try await tenant.receive(
                    .initialPurchase(appUserID: person, purchasedAt: bought, expiresAt: end))
                try await tenant.receive(
                    .cancellation(appUserID: person, purchasedAt: bought, expiresAt: end))
            }
            try await tenant.erase("u_2")
            #expect(try await tenant.toldNotices().count == 2)
            #expect(
                try await scratch.ask(
                    "select count(*) from entitlements.logged_notices where app_user_id = 'u_2'")
                    == "0")
            #expect(try await scratch.prune(maximum: 10, at: end.advanced(byDays: 399)) == 0)
            for _ in 0..<2 {
                #expect(try await scratch.prune(maximum: 1, at: end.advanced(byDays: 401)) == 1)
            }
            #expect(try await scratch.prune(maximum: 1, at: end.advanced(byDays: 401)) == 0)
        }
    }
}

extension ScratchDatabase {
    fileprivate func prune(maximum: Int, at moment: Timestamp) async throws -> Int64 {
        try await prune("notices", maximum: maximum, at: moment)
    }
}
