import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("count_coverage")
struct CountCoverageTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("app users of tenants with a key are counted by time of confirmation")
    func counted() async throws {
        try await withSnapshotTenant { own, one in
            let other = try await TestTenant.takingSnapshots(in: own.database)
            let keyless = try await TestTenant.create(in: own.database)
            #expect(try await own.coverage(at: start) == [0, 0, 0, 0])
            for tenant in [one, other, keyless] { try await own.addPeople(4, to: tenant) }
            let hour: Int64 = 3_600
            for (number, age) in [(1, hour), (2, 24 * hour), (3, 7 * 24 * hour)] {
                // One second younger than the age in one tenant, exactly the age in the other.
                let moment = start.advanced(bySeconds: -age)
                try await one.confirm("u_\(number)", at: moment.advanced(bySeconds: 1))
                try await other.confirm("u_\(number)", at: moment)
                try await keyless.confirm("u_\(number)", at: start)
            }
            #expect(try await own.coverage(at: start) == [8, 1, 3, 5])
        }
    }

    @Test("a merged app user is counted once")
    func joined() async throws {
        try await withSnapshotTenant { own, tenant in
            let phone = "$RCAnonymousID:1"
            try await tenant.receive(.initialPurchase(appUserID: phone))
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            try await tenant.receive(.subscriberAlias(appUserID: "u_1", aliases: [phone]))
            try await tenant.confirm("u_1", at: start)
            #expect(try await own.coverage(at: start) == [1, 1, 1, 1])
        }
    }
}

extension ScratchDatabase {
    /// All app users, then those confirmed within an hour, a day and a week.
    fileprivate func coverage(at moment: Timestamp) async throws -> [Int64] {
        let found = try await database.callOne(CountCoverage(asOf: moment))
        return [found.appUsers, found.withinHour, found.withinDay, found.withinWeek]
    }
}
