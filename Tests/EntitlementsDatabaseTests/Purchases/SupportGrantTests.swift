import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("create_grant by a support key")
struct SupportGrantTests {
    private let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("a grant may end within a month, if the tenant file says nothing else")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let grant = try await tenant.grant(to: "u_1", for: "P31D", bySupport: true, at: noon)
        #expect(grant["expires_at"] == "2026-12-22T12:00:00.000Z")
        #expect(try await tenant.standing(of: "u_1", at: noon) == .active("granted"))
    }

    @Test(
        "a longer one, and one for ever, are refused and write nothing", arguments: ["P32D", nil])
    func refused(duration: String?) async throws {
        let tenant = try await TestTenant.create()
        await expectFailure(.grantTooLong) {
            try await tenant.grant(to: "u_1", for: duration, bySupport: true, at: noon)
        }
        #expect(try await tenant.grants(of: "u_1", at: noon).isEmpty)
        #expect(try await tenant.auditEntries().isEmpty)
        try await tenant.grant(to: "u_1", for: duration, at: noon)
    }

    @Test("the tenant file sets the days, and its next version other ones")
    func days() async throws {
        let tenant = try await TestTenant.create { $0.support.maxGrantDays = 2 }
        try await tenant.grant(to: "u_1", for: "P2D", bySupport: true, at: noon)
        await expectFailure(.grantTooLong) {
            try await tenant.grant(to: "u_1", for: "P3D", bySupport: true, at: noon)
        }
        try await tenant.apply { $0.support.maxGrantDays = 3 }
        try await tenant.grant(to: "u_1", for: "P3D", bySupport: true, at: noon)
    }

    @Test("a repeated request is answered again, also once the file allows less")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let first = try await tenant.grant(
            to: "u_1", for: "P31D", bySupport: true, key: "one", at: noon)
        try await tenant.apply { $0.support.maxGrantDays = 1 }
        let again = try await tenant.grant(
            to: "u_1", for: "P31D", bySupport: true, key: "one", at: noon)
        #expect(again == first)
        #expect(try await tenant.grants(of: "u_1", at: noon).count == 1)
    }

    @Test("of extensions that are given at once, those beyond the days are refused")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let moment: Timestamp = "2027-01-10T12:00:00Z"
        let calls: [RacedCall] = (0..<8).map { _ in
            {
                try await tenant.grant(to: "u_1", for: "P10D", bySupport: true, at: moment) {
                    $0.extends = true
                }
            }
        }
        let refusals = try await tenant.race(calls)
        #expect(refusals.filter { $0 == nil }.count == 3)
        #expect(refusals.compactMap(\.self).allSatisfy { $0 == .grantTooLong })
        let ends = try await tenant.grants(of: "u_1", at: moment).compactMap {
            $0["expires_at"]?.string
        }
        #expect(ends.max() == "2027-02-09T12:00:00.000Z")
    }
}
