import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("Endpoints in the audit")
struct EndpointEntryTests {
    @Test("each change has one entry: who, and the endpoint before and after")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let endpoint = try await tenant.createEndpoint("https://a.example/")
        let made = try await tenant.endpoint(endpoint)
        let moved = try await tenant.update(endpoint, url: "https://b.example/")
        try await tenant.update(endpoint, url: "https://b.example/")
        let secret = EndpointSecret(bytes: [UInt8](repeating: 6, count: 32))
        _ = try await tenant.database.callOne(
            RotateEndpointSecret(
                endpointID: endpoint,
                sealed: try TestTenant.sealedSecret(secret, of: endpoint, of: tenant.id),
                isAtOnce: true, actor: "admin_key:test"),
            in: tenant.id)
        try await tenant.replay(endpoint, from: 1)
        _ = try await tenant.database.call(
            DeleteEndpoint(endpointID: endpoint, actor: "operator"), in: tenant.id)

        let entries = try await tenant.auditEntries()
        #expect(
            entries.map { $0["action"] } == [
                "delete_endpoint", "replay_endpoint", "rotate_endpoint_secret", "update_endpoint",
                "create_endpoint",
            ])
        #expect(
            entries.map { $0["actor"] } == [
                "operator", "secret_key:test", "admin_key:test", "secret_key:test",
                "secret_key:test",
            ])
        #expect(
            entries.map { $0["before"]?.array?.first?["url"] } == [
                "https://b.example/", "https://b.example/", "https://b.example/",
                "https://a.example/",
                nil,
            ])
        #expect(entries[3]["after"]?.array?.first?["url"] == moved["url"])
        for field in ["endpoint_id", "url", "state", "handed_over_number", "created_at"] {
            #expect(entries[4]["after"]?.array?.first?[field] == made[field])
        }
        #expect(entries[0]["after"] == [])
    }

    @Test("a refused change has none, and no entry has a secret or is another tenant's")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let foreign = try await other.createEndpoint()
        await expectFailure(.endpointNotFound) { try await tenant.update(foreign, isOn: false) }
        await expectFailure(.endpointNotFound) { try await tenant.replay(foreign, from: 1) }
        await expectFailure(.endpointNotFound) {
            try await tenant.database.call(
                DeleteEndpoint(endpointID: foreign, actor: "operator"), in: tenant.id)
        }
        #expect(try await tenant.auditEntries().isEmpty)
        let entries = try await other.auditEntries()
        #expect(entries.map { $0["action"] } == ["create_endpoint"])
        #expect(!"\(entries)".contains("whsec_"))
    }
}
