import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_uses")
struct ListUsesTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"
    private let phone = "$RCAnonymousID:phone"

    @Test("uses are listed newest first, with reference, amount and id, of every kind of limit")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let later = noon.advanced(bySeconds: 5)
        let kept = try await tenant.consume("recipes", by: phone, reference: "soup", at: noon)
        try await tenant.consume("recipes", by: "u_1", 2, at: later)
        try await tenant.consume("recipes", by: "u_1", 1, reference: "cake", at: later)
        let held = try await tenant.reserve("recipes", by: "u_1", 3, at: later)
        let gone = try await tenant.consume("recipes", by: "u_1", reference: "pie", at: later)
        try await tenant.releaseReservation(try #require(gone.reservationID), at: later)
        try await tenant.identify(phone, as: "u_1", at: later)
        let uses = try await tenant.uses(of: "recipes", by: phone)
        #expect(uses.count == 3)
        #expect(
            uses.last == [
                "used_at": "2026-11-21T12:00:00.000Z", "amount": 1, "reference": "soup",
                "reservation_id": try #require(kept["reservation_id"]),
                "app_user_id": .string(phone), "counts": true,
            ])
        let newest = uses.prefix(2).map { "\($0["reference"] ?? .null) \($0["amount"] ?? .null)" }
        #expect(newest.count == Set(newest).count)
        #expect(uses.prefix(2).contains { $0["reservation_id"] == .null && $0["amount"] == 2 })
        try await tenant.confirmReservation(try #require(held.reservationID), at: later)
        #expect(try await tenant.uses(of: "recipes", by: "u_1").count == 4)
        #expect(try await tenant.uses(of: "scans", by: "u_1") == [])
    }

    @Test("pages meet at any size, also within one moment", arguments: [Int32(1), 2, 3, 7])
    func pages(pageLimit: Int32) async throws {
        let tenant = try await TestTenant.create(like: "metered")
        for second in 0..<3 {
            let moment = noon.advanced(bySeconds: Int64(second))
            for job in ["a", "b", nil] {
                try await tenant.consume(
                    "recipes", by: "u_1", reference: job.map { "\($0) \(second)" }, at: moment)
            }
        }
        let all = try await tenant.uses(of: "recipes", by: "u_1")
        #expect(all.count == 9)
        #expect(try await tenant.uses(of: "recipes", by: "u_1", pageLimit: pageLimit) == all)
    }

    @Test("an unknown app user has no uses, and another tenant's are not listed")
    func nobody() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let other = try await TestTenant.create(like: "metered")
        try await tenant.consume("scans", by: "u_1", at: noon)
        #expect(try await tenant.uses(of: "scans", by: "nobody") == [])
        #expect(try await other.uses(of: "scans", by: "u_1") == [])
        await expectFailure(.limitNotInCatalog) { try await tenant.uses(of: "scams", by: "u_1") }
    }
}
