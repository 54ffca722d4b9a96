import Crypto
import Entitlements
import EntitlementsAPI
import NIOHTTP1

/// Delivers the demo data as RevenueCat would: over HTTP, to the webhook route, with the
/// credential.
struct DemoDelivery: Sendable {
    let client: LoopbackHTTPClient
    let keys: KeyRing

    /// A server on a busy machine may ask for patience.
    private static let maximumAttempts = 10

    /// Tenants at the same time, the events of one tenant in their order.
    func deliver(to tenants: [TenantDefinition]) async throws {
        try await withThrowingTaskGroup { group in
            for tenant in tenants {
                group.addTask {
                    for event in DemoStory(tenant: tenant, now: systemTime()).events {
                        try await deliver(event, to: tenant)
                    }
                    try await DemoHousehold(client: client, keys: keys).found(in: tenant)
                }
            }
            try await group.waitForAll()
        }
    }

    private func deliver(_ event: DemoStory.Event, to tenant: TenantDefinition) async throws {
        let secrets = keys.tenants[tenant.slug.rawValue]?.webhookSecrets ?? [:]
        var headers = [("content-type", "application/json")]
        if let value = secrets[.authorization] { headers.append(("authorization", value)) }
        if let secret = secrets[.signature] {
            headers.append(
                (
                    tenant.webhooks.signatureHeader,
                    Self.signature(of: event.body, with: secret, at: systemTime())
                ))
        }
        let path = "/v1/webhooks/revenuecat/\(tenant.slug.rawValue)"
        var response = try await client.send(.POST, path, headers: headers, body: event.body)
        for _ in 1..<Self.maximumAttempts where response.status == 503 {
            try await Task.sleep(for: .seconds(1))
            response = try await client.send(.POST, path, headers: headers, body: event.body)
        }
        guard response.status == 200 else {
            throw OperatorMessage(
                "the demo data was not accepted",
                why: "\(path) answered \(response.status) to \(event.id)",
                advice: "Start with --no-demo to do without.")
        }
    }

    /// The header that RevenueCat signs a delivery with.
    static func signature(of body: [UInt8], with secret: String, at now: Timestamp) -> String {
        let time = String(now.secondsSinceEpoch)
        var hmac = HMAC<SHA256>(key: SymmetricKey(data: Array(secret.utf8)))
        hmac.update(data: Array("\(time).".utf8) + body)
        let code = hmac.finalize().map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        return "t=\(time),v1=\(code)"
    }
}
