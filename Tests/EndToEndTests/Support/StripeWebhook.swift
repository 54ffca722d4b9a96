import Entitlements
import Foundation
import TestSupport
import Testing

/// `examples/billers/stripe_webhook.py` as a running server, and the Stripe that sends it events.
struct StripeWebhook {
    private let port: Int
    private let secret = "whsec_of_the_tests"

    /// Runs the example beside a server, with a tenant's secret key.
    static func with(
        _ tenant: String, of hearth: RunningHearth, _ body: (StripeWebhook) async throws -> Void
    ) async throws {
        let output = TestProcess.pipe()
        let script = PackageRoot.url.appending(path: "examples/billers/stripe_webhook.py").path()
        let process = try TestProcess(
            "/usr/bin/env", ["python3", script, "0"],
            environment: [
                "PATH": "/usr/local/bin:/usr/bin:/bin", "STRIPE_SECRET": "whsec_of_the_tests",
                "HEARTH_URL": "http://127.0.0.1:\(hearth.port)",
                "HEARTH_KEY": hearth.key("secret_key", of: tenant),
            ], output: output.fileHandleForWriting)
        defer { process.send(signal: SIGKILL) }
        try output.fileHandleForWriting.close()
        let line = await TestProcess.onThread {
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let port = try #require(line.firstMatch(of: #/port ([0-9]+)/#))
        try await body(StripeWebhook(port: try #require(Int(port.1))))
    }

    private init(port: Int) {
        self.port = port
    }

    /// Sends an event about an object, and returns the status of the answer.
    func send(
        _ type: String, _ object: JSONValue, createdAt: Timestamp, signedAt: Timestamp? = nil,
        secret: String? = nil, isLive: Bool = true
    ) async throws -> Int {
        let event: JSONValue = [
            "id": "evt_1", "object": "event", "type": .string(type), "livemode": .bool(isLive),
            "created": .integer(createdAt.secondsSinceEpoch), "data": ["object": object],
        ]
        let signature = RevenueCatEvent.signature(
            of: event.bytes, secret: secret ?? self.secret,
            at: try signedAt ?? SimulatedApp.present)
        return try await post(event.bytes, signature: signature)
    }

    func post(_ body: [UInt8], signature: String) async throws -> Int {
        try await RawHTTPConnection.with(port: port) { connection in
            let head = """
                POST /stripe HTTP/1.1\r
                Host: shop.test\r
                Stripe-Signature: \(signature)\r
                Content-Length: \(body.count)\r
                \r

                """
            try await connection.send(Array(head.utf8) + body)
            return try await connection.response().status
        }
    }
}

/// A subscription as Stripe describes it, of a price whose lookup key is the product.
struct StripeSubscription {
    var appUserID: String
    var product: String
    var status = "active"
    var startedAt: Timestamp
    var periodStartsAt: Timestamp
    var periodEndsAt: Timestamp
    var cancelledAt: Timestamp?
    var endedAt: Timestamp?

    init(of appUserID: String, product: String, from start: Timestamp, days: Int64) {
        (self.appUserID, self.product) = (appUserID, product)
        (startedAt, periodStartsAt) = (start, start)
        periodEndsAt = start.advanced(byDays: days)
    }

    var json: JSONValue {
        [
            "id": .string("sub_\(appUserID.utf8.count)"), "object": "subscription",
            "status": .string(status), "start_date": .integer(startedAt.secondsSinceEpoch),
            "cancel_at_period_end": .bool(cancelledAt != nil && endedAt == nil),
            "cancel_at": .null, "canceled_at": Self.seconds(cancelledAt),
            "ended_at": Self.seconds(endedAt),
            "metadata": ["app_user_id": .string(appUserID)],
            "items": [
                "data": [
                    [
                        "current_period_start": .integer(periodStartsAt.secondsSinceEpoch),
                        "current_period_end": .integer(periodEndsAt.secondsSinceEpoch),
                        "price": ["lookup_key": .string(product)],
                    ]
                ]
            ],
        ]
    }

    private static func seconds(_ moment: Timestamp?) -> JSONValue {
        moment.map { .integer($0.secondsSinceEpoch) } ?? .null
    }
}
