import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@Suite("list_app_users")
struct ListAppUsersTests {
    @Test("each filter of each order lists whom lookups of one person say, once")
    func filters() async throws {
        let tenant = try await TestTenant.create()
        let lives = try await ListedLives(150, in: tenant, seed: TestEffort.seed &+ 58)
        let ends = ListedLives.future
        for filter in ListedFilter.all {
            let newest = try await tenant.listed(filter)
            #expect(
                newest.sorted()
                    == lives.people.filter { filter.matches($0, $0.answer) }.map(\.id).sorted(),
                "\(filter.testDescription)")
            let sandbox = try await tenant.listed(filter) { $0.environment = "sandbox" }
            #expect(
                sandbox.sorted()
                    == lives.people.filter { person in
                        person.sandbox.map { filter.matches(person, $0) } ?? false
                    }.map(\.id).sorted(), "sandbox: \(filter.testDescription)")
            let past: Timestamp = "2020-01-01T00:00:00Z"
            for (from, until) in [(ends, ends.advanced(byDays: 20)), (past, ends)] {
                let listed = try await tenant.listed(filter) {
                    ($0.sort, $0.endsAfter, $0.endsBefore) = ("end", from, until)
                }
                #expect(
                    listed == lives.ending(filter, from: from, until: until),
                    "by end: \(filter.testDescription)")
            }
        }
    }

    @Test("by change, each person stands once, where their newest change is")
    func changes() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            for name in ["u_1", "u_2", "u_3"] {
                try await tenant.receive(.nowRunning(id: "\(name) 1", appUserID: name))
            }
            try await scratch.database.numberChanges(at: "2026-11-01T00:00:00Z")
            try await tenant.receive(
                .cancellation(
                    id: "u_1 2", appUserID: "u_1", expiresAt: "2999-01-01T00:00:00Z",
                    at: "2026-11-05T00:00:00Z"))
            try await scratch.database.numberChanges(at: "2026-11-10T00:00:00Z")
            #expect(try await tenant.listed { $0.sort = "change" } == ["u_1", "u_3", "u_2"])
            let since = { (moment: Timestamp) in
                try await tenant.listed { ($0.sort, $0.changedSince) = ("change", moment) }
            }
            #expect(try await since("2026-11-10T00:00:00Z") == ["u_1"])
            #expect(try await since("2026-11-11T00:00:00Z") == [])
            // A person whose access changes between two pages keeps their place.
            let first = try await tenant.page(ListedFilter().call(sort: "change", limit: 1))
            try await tenant.receive(
                .cancellation(
                    id: "u_2 2", appUserID: "u_2", expiresAt: "2999-01-01T00:00:00Z",
                    at: "2026-11-12T00:00:00Z"))
            try await scratch.database.numberChanges(at: "2026-11-12T00:00:00Z")
            let rest = try await tenant.page(
                ListedFilter().call(sort: "change", after: first.last))
            #expect(try (first + rest).compactMap { try $0.id } == ["u_1", "u_3", "u_2"])
        }
    }

    @Test("pages are disjoint and complete while people are added")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        for number in 0..<30 { try await tenant.receive(.nowRunning(appUserID: "u_\(number)")) }
        var seen: [String] = []
        var last: ListAppUsers.Row?
        for number in 0... {
            let rows = try await tenant.page(ListedFilter().call(limit: 7, after: last))
            seen += try rows.compactMap { try $0.id }
            guard rows.count == 7 else { break }
            last = rows.last
            try await tenant.receive(.nowRunning(appUserID: "new_\(number)"))
        }
        #expect(seen == (0..<30).reversed().map { "u_\($0)" })
    }

    @Test("an entry says who it is, what they have, and since when")
    func entry() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .nowRunning(appUserID: "u_1").attributes(
                ["$email": "ana@example.com", "$displayName": "Ana"]))
        let household = try await tenant.found("u_1")
        let row = try #require(try await tenant.page(ListedFilter().call()).first)
        let answer = try JSONParser.parse(try #require(row.answer))
        let person = try #require(try await tenant.person("u_1"))
        #expect(answer["email"] == "ana@example.com")
        #expect(answer["display_name"] == "Ana")
        #expect(answer["created_at"] == person["created_at"])
        #expect(answer["plan"] == "plus")
        #expect(answer["subscription_status"] == "active")
        #expect(answer["household_id"] == .string(household.uuidString.lowercased()))
        #expect(answer["entitlement"]?["expires_at"] == "2999-01-01T00:00:00.000Z")
        #expect(answer["entitlement"]?["store"] == "app_store")
        #expect(answer["updated_at"]?.string?.hasPrefix("20") == true)
        #expect(answer["changed_at"] == .null)
    }

    @Test("another tenant's people are not listed")
    func otherTenant() async throws {
        let tenant = try await TestTenant.create()
        try await TestTenant.create().receive(.nowRunning())
        #expect(try await tenant.listed() == [])
    }

    @Test("a page reads a bounded number of rows, and says where the next one goes on")
    func bound() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await scratch.addPeopleWhoBought(Self.people, to: tenant)
            try await scratch.administer(Self.changes(of: tenant))
            try await scratch.administer("vacuum analyze")
            for sort in ["newest", "end", "change"] {
                let filter = ListedFilter(plan: "none such")
                var (pages, last) = (0, ListAppUsers.Row?.none)
                repeat {
                    let rows = try await tenant.page(filter.call(sort: sort, after: last))
                    #expect(rows.allSatisfy { $0.answer == nil })
                    last = rows.last
                    pages += 1
                } while last != nil
                #expect(pages == Self.people / Self.pageRows + 1, "\(sort)")
                #expect(try await tenant.listed(filter) { $0.sort = sort } == [])
            }
            try await Self.expectFewRows(of: tenant, in: scratch)
        }
    }

    private static let people = 5_000
    private static let pageRows = 500

    private static func expectFewRows(
        of tenant: TestTenant, in scratch: ScratchDatabase
    ) async throws {
        try await AdministrationConnection.withConnection(to: scratch.superuserConnectionString) {
            connection in
            try await connection.enter(tenant)
            for sort in ["newest", "end", "change"] {
                for (plan, limit, rows) in [("'none such'", 26, 5_000), ("null", 26, 500)] {
                    let read = try await WriteReadTests.rowsRead(
                        by: """
                            list_app_users('\(sort)', 'production', null, \(plan), null, null,
                                null, null, null, null, null, null, null, null, \(limit), null,
                                null, null, null)
                            """, on: connection)
                    let most = sort == "end" ? 5_000 : rows
                    #expect(1...most ~= read, "\(sort) \(plan) reads \(read)")
                }
            }
        }
    }

    /// A change of each person in the log.
    private static func changes(of tenant: TestTenant) -> String {
        """
        insert into entitlements.change_entries
               (tenant_id, number, kind, app_user_id, after, cause, happened_at, recorded_at,
                numbered_at)
        select '\(tenant.id)', n, 'entitlements_changed', 'u_' || n, '{}', 'event', now(), now(),
               now()
          from generate_series(1, \(people)) as n;
        insert into entitlements.change_heads (tenant_id, last_number)
        values ('\(tenant.id)', \(people))
            on conflict (tenant_id) do update set last_number = excluded.last_number
        """
    }
}

extension ListedLives {
    /// Who stands in the list by end, in its order, once for each purchase.
    fileprivate func ending(
        _ filter: ListedFilter, from: Timestamp, until: Timestamp
    ) -> [String] {
        people.flatMap { person in
            person.purchases.filter { filter.matches(person, person.answer, ending: $0) }.map {
                (end: $0["access_ends_at"]?.string ?? "", id: person.id, purchase: $0["id"]?.string)
            }
        }
        .filter { $0.end >= from.rfc3339 && $0.end < until.rfc3339 }
        .sorted { ($0.end, $0.purchase ?? "") < ($1.end, $1.purchase ?? "") }
        .map(\.id)
    }
}

extension TestTenant {
    /// What a test changes of the list that it asks for.
    fileprivate struct Asked {
        var sort = "newest"
        var environment = "production"
        var endsAfter: Timestamp?
        var endsBefore: Timestamp?
        var changedSince: Timestamp?
    }

    /// A page as the database returns it.
    fileprivate func page(_ call: ListAppUsers) async throws -> [ListAppUsers.Row] {
        try await database.call(call, in: id)
    }

    /// The ids of the whole list, page by page.
    fileprivate func listed(
        _ filter: ListedFilter = ListedFilter(), _ change: (inout Asked) -> Void = { _ in }
    ) async throws -> [String] {
        var asked = Asked()
        change(&asked)
        var (ids, last, isLast) = ([String](), ListAppUsers.Row?.none, false)
        while !isLast {
            let rows = try await page(
                filter.call(
                    sort: asked.sort, environment: asked.environment, limit: 11,
                    endsAfter: asked.endsAfter, endsBefore: asked.endsBefore,
                    changedSince: asked.changedSince, after: last))
            ids += try rows.compactMap { try $0.id }
            isLast = rows.count < 11 && rows.last?.answer != nil || rows.isEmpty
            last = rows.last
        }
        return ids
    }
}

extension ListAppUsers.Row {
    /// The person's id; nil for the row where the next page goes on.
    fileprivate var id: String? {
        get throws { try answer.map { try JSONParser.parse($0)["app_user_id"]?.string } ?? nil }
    }
}
