import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune_proofs")
struct PruneProofsTests {
    @Test("expired tickets and attempt counts are deleted after a day, not before")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let start: Timestamp = "2026-11-01T10:00:00Z"
            _ = try await tenant.ticket(from: anonymous("a"), to: "u_1", seconds: 60, at: start)
            _ = try? await tenant.claim(
                orphan: UUID(), for: "u_1", by: .none, issuer: TestTokens.issuer, at: start)
            let prune = { (moment: Timestamp) in
                try await own.prune("proofs", at: moment)
            }
            #expect(try await prune(start.advanced(bySeconds: 86_400)) == 0)
            #expect(try await prune(start.advanced(bySeconds: 86_461)) == 3)
            #expect(try await prune(start.advanced(bySeconds: 86_461)) == 0)
        }
    }
}
