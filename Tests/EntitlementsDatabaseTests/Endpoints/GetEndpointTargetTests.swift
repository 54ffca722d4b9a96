import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("get_endpoint_target")
struct GetEndpointTargetTests {
    @Test("it has the URL with each live secret, the newest first, of the own tenant only")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let endpoint = try await tenant.createEndpoint("https://a.example/in")
        let second = EndpointSecret(bytes: [UInt8](repeating: 6, count: 32))
        _ = try await tenant.database.callOne(
            RotateEndpointSecret(
                endpointID: endpoint,
                sealed: try TestTenant.sealedSecret(second, of: endpoint, of: tenant.id),
                isAtOnce: false, actor: "secret_key:test"),
            in: tenant.id)
        let rows = try await tenant.database.call(
            GetEndpointTarget(endpointID: endpoint), in: tenant.id)
        #expect(rows.map(\.url) == ["https://a.example/in", "https://a.example/in"])
        let context = EndpointSecret.sealingContext(of: endpoint, of: tenant.id)
        let box = try SecretBox.forTests()
        #expect(
            try rows.map { try box.open($0.sealed, for: context) } == [
                second.bytes, TestTenant.endpointSecret.bytes,
            ])
        await expectFailure(.endpointNotFound) {
            try await other.database.call(
                GetEndpointTarget(endpointID: endpoint), in: other.id)
        }
    }
}
