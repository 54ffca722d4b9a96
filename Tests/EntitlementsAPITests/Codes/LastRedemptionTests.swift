import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Repeatedly, 64 app users redeem one code at once: as many succeed as places are left.
@Suite("The last redemptions of a code", .soak)
struct LastRedemptionTests {
    private static let rounds = TestEffort.share(of: 200)
    private static let redeemers = 64
    private static let left = 5

    @Test("simultaneous redemptions take exactly the places that are left")
    func race() async throws {
        try await TestAPI.run { api in
            for round in 0..<Self.rounds {
                let code = "RACE-\(round)"
                try await api.tenant.put(
                    .giving(as: "race-\(round)", code: code) { $0.maxRedemptions = Self.left })
                let statuses = try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<Self.redeemers {
                        group.addTask {
                            let response = try await api.post(
                                "redeemCode", "/v1/users/r\(round)_\(number)/codes/redeem",
                                ["code": .string(code)])
                            return response.status == 200 ? "200" : try response.refusal
                        }
                    }
                    return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
                }
                #expect(
                    statuses == ["200": Self.left, "409 code_used_up": Self.redeemers - Self.left])
                let redemptions = try await api.tenant.redemptions(of: "race-\(round)")
                #expect(redemptions.count == Self.left)
            }
        }
    }
}
