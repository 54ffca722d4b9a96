import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_households")
struct ListHouseholdsTests {
    private func ids(_ rows: [ListHouseholds.Row]) throws -> [String] {
        try rows.compactMap { row in
            try row.answer.map { try JSONParser.parse($0)["household_id"]?.string } ?? nil
        }
    }

    @Test("pages are disjoint and complete while households are founded")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        var founded: [String] = []
        for number in 0..<20 {
            founded.append(try await tenant.found("u_\(number)").uuidString.lowercased())
        }
        var seen: [String] = []
        var last: ListHouseholds.Row?
        for number in 0... {
            let rows = try await tenant.database.call(
                ListHouseholds(
                    pageLimit: 6, afterCreatedAt: last?.createdAt,
                    afterHouseholdID: last?.householdID), in: tenant.id)
            seen += try ids(rows)
            guard rows.count == 6 else { break }
            last = rows.last
            try await tenant.found("new_\(number)")
        }
        #expect(seen == founded.reversed())
    }

    @Test("a page looks at a bounded number of households, and says where the next one goes on")
    func bound() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await scratch.administer(
                """
                insert into entitlements.households (tenant_id, household_id, created_at)
                select '\(tenant.id)', md5(n::text)::uuid, '2026-01-01'
                  from generate_series(1, 1200) as n
                """)
            try await scratch.administer("vacuum analyze")
            var (numbers, last) = ([Int](), ListHouseholds.Row?.none)
            repeat {
                let rows = try await tenant.database.call(
                    ListHouseholds(
                        withDissolved: true, pageLimit: 50, afterCreatedAt: last?.createdAt,
                        afterHouseholdID: last?.householdID), in: tenant.id)
                #expect(try ids(rows) == [])
                numbers.append(rows.count)
                last = rows.last
            } while last != nil
            #expect(numbers == [1, 1, 0])
        }
    }
}
