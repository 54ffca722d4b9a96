import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("create_endpoint")
struct CreateEndpointTests {
    @Test("an endpoint begins after the newest change, and has what was given")
    func works() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.grant(to: "u_1")
        _ = try await tenant.changes()
        let endpoint = try await tenant.endpoint(
            tenant.createEndpoint("https://a.example/in", kinds: [.limitReached]))
        #expect(endpoint["url"] == "https://a.example/in")
        #expect(endpoint["kinds"] == ["limit_reached"])
        #expect(endpoint["state"] == "on")
        #expect(endpoint["handed_over_number"] == 1)
        #expect(endpoint["failing"] == 0)
        let other = try await TestTenant.create()
        #expect(try await other.endpoint(other.createEndpoint())["handed_over_number"] == 0)
    }

    @Test("the same key creates one endpoint, and another request with it is refused")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let create = { (url: String, digest: UInt8) in
            let id = UUID()
            return CreateEndpoint(
                endpointID: id, url: EndpointURL(unchecked: url), kinds: nil,
                sealed: try TestTenant.sealedSecret(of: id, of: tenant.id),
                actor: "secret_key:test", idempotencyKey: "k",
                requestDigest: [UInt8](repeating: digest, count: 32))
        }
        let url = "https://a.example/"
        let first = try await tenant.database.callOne(try create(url, 1), in: tenant.id)
        let second = try await tenant.database.callOne(try create(url, 1), in: tenant.id)
        #expect(!first.isReplayed)
        #expect(second.isReplayed)
        #expect(first.json == second.json)
        await expectFailure(.idempotencyKeyReused) {
            try await tenant.database.callOne(try create("https://b.example/", 2), in: tenant.id)
        }
        #expect(try await tenant.database.call(ListEndpoints(), in: tenant.id).count == 1)
        #expect(try await tenant.auditEntries().count == 1)
    }

    @Test("of simultaneous calls, ten create an endpoint")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let outcomes = try await tenant.race(
            (0..<16).map { _ in { _ = try await tenant.createEndpoint() } })
        #expect(outcomes.filter { $0 == nil }.count == 10)
        #expect(outcomes.filter { $0 == .tooManyEndpoints }.count == 6)
        #expect(try await tenant.database.call(ListEndpoints(), in: tenant.id).count == 10)
    }
}
