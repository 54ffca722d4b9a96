import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("release_use")
struct ReleaseUseTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"
    private let phone = "$RCAnonymousID:phone"

    @Test("a use or reservation is released by its reference, with any id, once")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        try await tenant.consume("recipes", by: phone, 3, reference: "soup", at: noon)
        try await tenant.reserve("recipes", by: phone, 2, reference: "cake", at: noon)
        try await tenant.consume("scans", by: phone, 1, reference: "soup", at: noon)
        try await tenant.identify(phone, as: "u_1", at: noon)
        for (reference, left) in [("soup", JSONValue.integer(2)), ("cake", 0)] {
            let released = try await tenant.releaseUse(
                of: "recipes", by: "u_1", reference: reference, at: noon)
            #expect(released["status"] == "released")
            #expect(released["used"] == left)
            let again = try await tenant.releaseUse(
                of: "recipes", by: phone, reference: reference, at: noon)
            #expect(again == released)
        }
        #expect(try await tenant.used("scans", by: "u_1", at: noon) == 1)
    }

    @Test("a reference that was used anew is released anew")
    func anew() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        for _ in 0..<2 {
            try await tenant.consume("scans", by: "u_1", reference: "job", at: noon)
            try await tenant.releaseUse(of: "scans", by: "u_1", reference: "job", at: noon)
            #expect(try await tenant.used("scans", by: "u_1", at: noon) == 0)
        }
    }

    @Test("an unknown reference, app user or limit is refused, and creates no app user")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "metered")
        try await tenant.consume("scans", by: "u_1", reference: "job", at: noon)
        for (limit, person, reference) in [
            ("scans", "u_1", "other"), ("scans", "u_new", "job"), ("recipes", "u_1", "job"),
        ] {
            try await expectNobodyChanged(.reservationNotFound, in: tenant) {
                try await tenant.releaseUse(of: limit, by: person, reference: reference)
            }
        }
    }

    @Test(
        "simultaneous releases and a new use under one reference count the reference once or never")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "metered")
        let moment = noon
        try await tenant.consume("scans", by: "u_1", reference: "job", at: noon)
        var calls: [RacedCall] = (0..<8).map { _ in
            { try await tenant.releaseUse(of: "scans", by: "u_1", reference: "job", at: moment) }
        }
        calls.insert(
            { try await tenant.consume("scans", by: "u_1", reference: "job", at: moment) }, at: 4)
        let refusals = try await tenant.race(calls)
        #expect(refusals.allSatisfy { $0 == nil })
        let used = try await tenant.used("scans", by: "u_1", at: noon)
        #expect(used == 0 || used == 1)
        let listed = try await tenant.uses(of: "scans", by: "u_1").count
        #expect(used == .integer(Int64(listed)))
    }
}
