import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Runs as a tenant's server asks for them: with its secret key.
extension TestAPI {
    static let runs = "/v1/admin/reconcile"

    /// An API whose tenant has a key for RevenueCat.
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

    /// The id of a new run.
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

    /// Expects that nobody finds it who has not its tenant's secret key.
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
