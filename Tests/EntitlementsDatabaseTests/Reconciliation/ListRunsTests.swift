import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_runs")
struct ListRunsTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("runs are listed once, newest first, in pages, ties included")
    func pages() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        var runs: [(at: Timestamp, id: UUID)] = []
        for second in [0, 1, 1, 1, 2] as [Int64] {
            let moment = start.advanced(bySeconds: second)
            let run = try await tenant.startRun(at: moment)
            try await tenant.cancel(run, at: moment)
            runs.append((moment, run))
        }
        try await TestTenant.takingSnapshots().startRun()

        var listed: [ListRuns.Row] = []
        while true {
            let page = try await tenant.database.call(
                ListRuns(
                    pageLimit: 2, beforeStartedAt: listed.last?.startedAt,
                    beforeRunID: listed.last?.runID),
                in: tenant.id)
            #expect(page.count <= 2)
            if page.isEmpty { break }
            listed += page
        }
        let latestFirst = runs.sorted {
            ($0.at.secondsSinceEpoch, $0.id.uuidString)
                > ($1.at.secondsSinceEpoch, $1.id.uuidString)
        }
        #expect(listed.map(\.runID) == latestFirst.map(\.id))
        for row in listed {
            let told = try await tenant.run(row.runID)
            #expect(try JSONParser.parse(row.answer) == told)
        }
    }

    @Test("a tenant without runs has none")
    func none() async throws {
        let tenant = try await TestTenant.create()
        #expect(try await tenant.database.call(ListRuns(pageLimit: 2), in: tenant.id).isEmpty)
    }
}
