import Entitlements
import EntitlementsDatabase
import Reconciliation
import RevenueCat
import TestSupport
import Testing

@Suite("Each tenant's client uses its own key and API", .timeLimit(.minutes(5)))
struct UpstreamsTests {
    @Test("a tenant without a key has no client, and a client sends its tenant's key")
    func ownKey() async throws {
        let one = try await TestTenant.create()
        let other = try await TestTenant.create {
            $0.snapshotPolicy.api = .v2
            $0.snapshotPolicy.project = "proj1"
        }
        try await RunningSnapshotReader.with(into: one.database, answering: everythingMissing) {
            running in
            #expect(try await running.upstreams.client(of: one.id) == nil)
            try await one.setUpstreamKey("sk_one")
            try await other.setUpstreamKey("sk_other")
            for tenant in [one, other] {
                let client = try #require(try await running.upstreams.client(of: tenant.id))
                _ = try? await client.snapshot(of: "u_42")
            }
            let requests = running.upstream.requests
            #expect(requests.first?.target == "/v1/subscribers/u_42")
            #expect(requests.first?["authorization"] == ["Bearer sk_one"])
            #expect(requests.last?.target.hasPrefix("/v2/projects/proj1/") == true)
            #expect(requests.last?["authorization"] == ["Bearer sk_other"])
        }
    }

    @Test("a client remembers a 429 until all clients are forgotten")
    func longLived() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.setUpstreamKey("sk_old")
        try await RunningSnapshotReader.with(
            into: tenant.database, answering: { _, _ in .text("", status: 429) }
        ) { running in
            for _ in 0..<3 {
                let client = try #require(try await running.upstreams.client(of: tenant.id))
                _ = try? await client.snapshot(of: "u_42")
            }
            #expect(running.upstream.requests.count == 1)

            try await tenant.setUpstreamKey("sk_new")
            running.upstreams.forgetAll()
            let client = try #require(try await running.upstreams.client(of: tenant.id))
            _ = try? await client.snapshot(of: "u_42")
            #expect(running.upstream.requests.last?["authorization"] == ["Bearer sk_new"])
        }
    }

    @Test("a key sealed for another tenant does not open")
    func copiedKey() async throws {
        let one = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await one.setUpstreamKey()
        let stolen = try #require(
            try await one.database.call(GetUpstream(), in: one.id).first
        ).sealedKey
        _ = try await other.database.callOne(SetUpstreamKey(sealed: stolen), in: other.id)
        try await RunningSnapshotReader.with(into: one.database, answering: everythingMissing) {
            running in
            let failure = await #expect(throws: Failure.self) {
                try await running.upstreams.client(of: other.id)
            }
            #expect(failure?.code == .secretUnreadable)
        }
    }

    private let everythingMissing: Upstream.Script = { _, _ in .missing }
}
