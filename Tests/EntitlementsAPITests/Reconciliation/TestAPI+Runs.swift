import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Requests about runs, with the tenant's secret key.
extension TestAPI {
    static let runs = "/v1/admin/reconcile"

    /// Runs an API whose tenant has an upstream key.
    static func withUpstream(
        _ body: @escaping @Sendable (TestAPI) async throws -> Void
    ) async throws {
        try await run { api in
            try await api.tenant.setUpstreamKey()
            try await body(api)
        }
    }

    func startRun(
        _ body: JSONValue = ["scope": "all"], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await post("startRun", Self.runs, body, sourceLocation: sourceLocation)
    }

    /// Creates a run and returns its id.
    func newRun(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        try #require(
            try await startRun(sourceLocation: sourceLocation).json["run_id"]?.string,
            sourceLocation: sourceLocation)
    }

    func run(
        _ run: String, key: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await get(
            "getRun", "\(Self.runs)/\(run)", key: key ?? secretKey, sourceLocation: sourceLocation)
    }

    func cancel(
        _ run: String, key: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await post(
            "cancelRun", "\(Self.runs)/\(run)/cancel", key: key, sourceLocation: sourceLocation)
    }

    func drift(
        of run: String, _ query: String = "", key: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await get(
            "listDrift", "\(Self.runs)/\(run)/drift\(query)", key: key ?? secretKey,
            sourceLocation: sourceLocation)
    }

    /// Expects that only the tenant's own secret key finds the run.
    func expectHidden(
        _ ask: (TestAPI, _ run: String, _ key: String) async throws -> RawHTTPResponse
    ) async throws {
        let run = try await newRun()
        let read = try await ask(self, run, readKey)
        #expect(read.status == 403)
        #expect(try read.code == "forbidden")
        let stranger = try await TestTenant.create().key(.secret)
        for (run, key) in [
            (run, stranger), (UUID().uuidString.lowercased(), secretKey), ("hello", secretKey),
        ] {
            let response = try await ask(self, run, key)
            #expect(response.status == 404)
            #expect(try response.code == "run_not_found")
        }
        #expect(try await ask(self, run, secretKey).status == 200)
    }
}
