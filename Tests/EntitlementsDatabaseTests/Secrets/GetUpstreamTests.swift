import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_upstream")
struct GetUpstreamTests {
    @Test("the key is returned with the tenant file's API, to its tenant only")
    func settings() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        #expect(try await tenant.upstream() == nil)
        try await tenant.setUpstream(sealed(1))
        let first = try await tenant.upstream()
        #expect(first?.sealedKey == sealed(1))
        #expect(first?.api == "v1")
        #expect(first?.project == nil)
        #expect(try await other.upstream() == nil)

        try await tenant.apply {
            $0.snapshotPolicy.api = .v2
            $0.snapshotPolicy.project = "proj1"
        }
        let second = try await tenant.upstream()
        #expect(second?.api == "v2")
        #expect(second?.project == "proj1")
    }
}

extension TestTenant {
    func setUpstream(_ sealed: [UInt8]) async throws {
        _ = try await database.callOne(SetUpstreamKey(sealed: sealed), in: id)
    }

    func upstream() async throws -> GetUpstream.Row? {
        try await database.call(GetUpstream(), in: id).first
    }
}
