import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("rotate_endpoint_secret")
struct RotateEndpointSecretTests {
    @Test("the newest two secrets are live, and one after a rotation at once")
    func works() async throws {
        let tenant = try await TestTenant.create()
        let endpoint = try await tenant.createEndpoint()
        try await tenant.rotate(endpoint, to: 1)
        #expect(try await tenant.secretBytes(of: endpoint) == [1, 5])
        try await tenant.rotate(endpoint, to: 2)
        #expect(try await tenant.secretBytes(of: endpoint) == [2, 1])
        try await tenant.rotate(endpoint, to: 3, isAtOnce: true)
        #expect(try await tenant.secretBytes(of: endpoint) == [3])
    }

    @Test("the same key rotates once")
    func repeated() async throws {
        let tenant = try await TestTenant.create()
        let endpoint = try await tenant.createEndpoint()
        let first = try await tenant.rotate(endpoint, to: 1, key: "k")
        let second = try await tenant.rotate(endpoint, to: 2, key: "k")
        #expect(!first.isReplayed)
        #expect(second.isReplayed)
        #expect(try await tenant.secretBytes(of: endpoint) == [1, 5])
    }

    @Test("another tenant's endpoint keeps its secrets")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let foreign = try await other.createEndpoint()
        await expectFailure(.endpointNotFound) { try await tenant.rotate(foreign, to: 1) }
        #expect(try await other.secretBytes(of: foreign) == [5])
    }

    @Test("after simultaneous rotations two secrets are live")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let endpoint = try await tenant.createEndpoint()
        let outcomes = try await tenant.race(
            (10..<26).map { byte in { try await tenant.rotate(endpoint, to: byte) } })
        #expect(outcomes.allSatisfy { $0 == nil })
        let live = try await tenant.secretBytes(of: endpoint)
        #expect(live.count == 2)
        #expect(live.allSatisfy { (10..<26).contains($0) })
    }
}

extension TestTenant {
    /// Adds a secret of this byte.
    @discardableResult
    fileprivate func rotate(
        _ endpoint: UUID, to byte: UInt8, isAtOnce: Bool = false, key: String? = nil
    ) async throws -> RepeatableAnswer {
        let secret = EndpointSecret(bytes: [UInt8](repeating: byte, count: 32))
        return try await database.callOne(
            RotateEndpointSecret(
                endpointID: endpoint, sealed: try Self.sealedSecret(secret, of: endpoint, of: id),
                isAtOnce: isAtOnce, actor: "secret_key:test", idempotencyKey: key,
                requestDigest: key.map { _ in [UInt8](repeating: 1, count: 32) }),
            in: id)
    }

    /// The first byte of each live secret, the newest first.
    fileprivate func secretBytes(of endpoint: UUID) async throws -> [UInt8] {
        let box = try SecretBox.forTests()
        let context = EndpointSecret.sealingContext(of: endpoint, of: id)
        return try await database.call(GetEndpointTarget(endpointID: endpoint), in: id).map {
            try box.open($0.sealed, for: context)[0]
        }
    }
}
