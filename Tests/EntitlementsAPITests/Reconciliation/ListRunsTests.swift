import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/reconcile")
struct ListRunsTests {
    private func list(_ api: TestAPI, _ query: String = "") async throws -> RawHTTPResponse {
        try await api.get("listRuns", "\(TestAPI.runs)\(query)", key: api.secretKey)
    }

    @Test("a tenant's runs are listed once, newest first, in pages")
    func pages() async throws {
        try await TestAPI.withUpstream { api in
            let other = try await TestTenant.create()
            try await other.setUpstreamKey()
            try await other.startRun()
            var runs: [String] = []
            for _ in 1...5 {
                runs.insert(try await api.newRun(), at: 0)
                _ = try await api.cancel(runs[0])
            }
            var pages: [[String]] = []
            var cursor: String? = ""
            while let text = cursor {
                let page = try await list(api, "?limit=2" + (text.isEmpty ? "" : "&cursor=\(text)"))
                let json = try page.json
                pages.append((json["data"]?.array ?? []).compactMap { $0["run_id"]?.string })
                cursor = json["next_cursor"]?.string
            }
            #expect(pages == [Array(runs[0..<2]), Array(runs[2..<4]), [runs[4]]])
        }
    }

    @Test("a read key is refused")
    func readKey() async throws {
        try await TestAPI.run { api in
            let response = try await api.get("listRuns", TestAPI.runs)
            #expect(response.status == 403)
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?limit=0", "/limit"), ("?limit=101", "/limit"), ("?cursor=hello", "/cursor"),
            ("?cursor=zz.6f1c3c0e", "/cursor"), ("?status=running", "/status"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await list(api, query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}
