import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests that usage and credits follow ids and purchases.
@Suite("Usage and credits of merged people")
struct MergedUsageTests {
    private let phone = "$RCAnonymousID:phone"
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("a merge adds usage up, and its undo separates it")
    func usage() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        try await tenant.consume("scans", by: phone, 3, at: noon.advanced(byDays: -30))
        try await tenant.consume("scans", by: phone, 2, at: noon)
        try await tenant.consume("scans", by: "u_1", 1, at: noon)
        try await tenant.consume("recipes", by: phone, 4, at: noon)
        let merge = try await tenant.identify(phone, as: "u_1", at: noon)
        #expect(
            merge["moved"]?["usage"] == [
                ["used": 4, "limit_id": "recipes"], ["used": 2, "limit_id": "scans"],
            ])
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 3)
        await expectFailure(.limitReached) {
            try await tenant.consume("scans", by: phone, at: noon)
        }
        try await tenant.undo(try #require(merge.mergeID), at: noon)
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 1)
        #expect(try await tenant.used("scans", by: phone, at: noon) == 2)
    }

    @Test("credits follow the purchases, less what was spent")
    func credits() async throws {
        let tenant = try await TestTenant.create(like: "iris") {
            $0.products[0].credits = [CreditID(unchecked: "hd_export"): 5]
        }
        try await tenant.receive(.export("phone", by: phone))
        try await tenant.receive(.export("account", by: "u_1"))
        try await tenant.spend("hd_export", of: phone, on: "eye 1", 2)
        let merge = try await tenant.identify(phone, as: "u_1", at: noon)
        #expect(merge["moved"]?["credits"] == [["balance": 3, "credit_id": "hd_export"]])
        #expect(try await tenant.balance(of: "hd_export", of: "u_1") == 8)
        // A repeated spend of the phone's job costs nothing.
        try await tenant.spend("hd_export", of: "u_1", on: "eye 1", 2)
        #expect(try await tenant.balance(of: "hd_export", of: "u_1") == 8)
        try await tenant.undo(try #require(merge.mergeID), at: noon)
        #expect(try await tenant.balance(of: "hd_export", of: "u_1") == 5)
        #expect(try await tenant.balance(of: "hd_export", of: phone) == 3)
    }

    @Test("a job repeated after the merge is counted once")
    func reference() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        let first = try await tenant.consume(
            "scans", by: phone, reference: "page 7", at: noon)
        try await tenant.identify(phone, as: "u_1", at: noon)
        let again = try await tenant.consume(
            "scans", by: "u_1", reference: "page 7", at: noon)
        #expect(again.reservationID == first.reservationID)
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 1)
    }

    @Test("usage during a merge is neither lost nor doubled")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered") { $0.limits[1].free = 6 }
        let (moment, phone) = (noon, phone)
        for person in [phone, "u_1"] { try await tenant.consume("scans", by: person, at: noon) }
        var calls: [RacedCall] = (0..<8).map { number in
            {
                try await tenant.consume(
                    "scans", by: number.isMultiple(of: 2) ? phone : "u_1", at: moment)
            }
        }
        calls.insert({ try await tenant.identify(phone, as: "u_1", at: moment) }, at: 4)
        let refusals = try await tenant.race(calls)
        let counted = refusals.count { $0 == nil } - 1
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == .integer(Int64(2 + counted)))
    }
}
