import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("add_listed_page")
struct AddListedPageTests {
    @Test("a page adds its unknown ids, and the last page ends the listing")
    func works() async throws {
        try await withListing { own, tenant, run in
            let first = try await own.add(["u_1", "lost"], to: run, of: tenant, next: "/p2")
            #expect(first == false)
            #expect(try await own.nextRun()?.projectPage == "/p2")
            let last = try await own.add(["later"], to: run, of: tenant, at: "/p2")
            #expect(last == true)
            let json = try await tenant.run(run)
            #expect(json?["covers"] == "whole_project")
            #expect(json?["people"]?["waiting"] == 2)
        }
    }

    @Test("a page counts once, and a late worker writes nothing")
    func repeated() async throws {
        try await withListing { own, tenant, run in
            let first = try await own.add(["a"], to: run, of: tenant, next: "/p2")
            #expect(first == false)
            let late = try await own.add(["b"], to: run, of: tenant, next: "/p2")
            #expect(late == nil)
            #expect(try await tenant.run(run)?["people"]?["waiting"] == 1)
        }
    }

    @Test("of workers that read one page at once, one adds it")
    func raced() async throws {
        try await withListing { own, tenant, run in
            let ends = try await withThrowingTaskGroup(of: Bool?.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await own.add(["a"], to: run, of: tenant, next: "/p2") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ends.count { $0 != nil } == 1)
        }
    }

    @Test("a page is leased to a worker until the lease ends")
    func lease() async throws {
        try await withListing { own, tenant, run in
            let start = try #require(try await own.nextRun())
            #expect(start.isListing)
            #expect(try await own.nextRun(after: 44) == nil)
            #expect(try await own.nextRun(after: 46)?.projectPage == start.projectPage)
        }
    }

    @Test("five consecutive failures end the listing; a read page resets the count")
    func failures() async throws {
        try await withListing { own, tenant, run in
            for _ in 0..<4 {
                #expect(try await own.add([], to: run, of: tenant, failure: "x") == false)
            }
            #expect(try await own.add(["a"], to: run, of: tenant, next: "/p2") == false)
            for attempt in 1...5 {
                let ended = try await own.add([], to: run, of: tenant, at: "/p2", failure: "x")
                #expect(ended == (attempt == 5))
            }
            let json = try await tenant.run(run)
            #expect(json?["covers"] == "known_ids")
            #expect(json?["setback"] == "x")
            #expect(json?["status"] == "running")
        }
    }

    /// A run whose one known app user is read and whose project is being listed.
    private func withListing(
        _ body: (ScratchDatabase, TestTenant, UUID) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                $0.snapshotPolicy.api = .v2
                $0.snapshotPolicy.project = "proj1"
            }
            try await tenant.setUpstreamKey()
            try await own.recogniseProjects()
            try await own.addPeople(1, to: tenant)
            let run = try await tenant.startPreparedRun()
            for person in try await tenant.claimPeople(of: run) {
                _ = try await own.database.callOne(
                    ConfirmAppUser(appUserID: person.appUserID, isDryRun: false, runID: run),
                    in: tenant.id)
            }
            #expect(try await tenant.claimPeople(of: run).isEmpty)
            #expect(try await tenant.run(run)?["status"] == "listing")
            try await body(own, tenant, run)
        }
    }
}

extension ScratchDatabase {
    fileprivate func add(
        _ ids: [String], to run: UUID, of tenant: TestTenant, at page: String? = nil,
        next: String? = nil, failure: String? = nil
    ) async throws -> Bool? {
        let call = AddListedPage(
            runID: run, page: page, appUserIDs: ids.map { AppUserID($0) }, nextPage: next,
            failure: failure)
        return try await database.call(call, in: tenant.id).first?.hasEnded
    }

    fileprivate func nextRun(after seconds: Int64 = 0) async throws -> NextRun.Row? {
        let moment: Timestamp = "2100-01-01T00:00:00Z"
        return try await database.call(
            NextRun(asOf: moment.advanced(bySeconds: seconds))
        ).first
    }
}
