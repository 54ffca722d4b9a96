import Curl
import Deliveries
import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import FoundationEssentials
import Logging
import TestSupport
import Testing

@Suite("The worker delivers changes", .timeLimit(.minutes(5)))
struct EndpointDelivererTests {
    @Test(
        "standardwebhooks verifies each message, with either secret, and none that was changed",
        .enabled(if: PythonEnvironment.isPresent, "python3 with venv is missing"))
    func verified() async throws {
        let python = try await PythonEnvironment(with: "standardwebhooks==1.0.1")
        try await Upstream.with { _, _ in
            .text("")
        } _: { receiver, port in
            try await RunningDeliverer.with { scratch in
                let tenant = try await TestTenant.create(in: scratch.database)
                let endpoint = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                let second = EndpointSecret(bytes: [UInt8](repeating: 6, count: 32))
                _ = try await tenant.database.callOne(
                    RotateEndpointSecret(
                        endpointID: endpoint,
                        sealed: try TestTenant.sealedSecret(second, of: endpoint, of: tenant.id),
                        isAtOnce: false),
                    in: tenant.id)
                try await tenant.grant(to: "ü_1")
                try await scratch.database.numberChanges()
                #expect(await eventually { !receiver.requests.isEmpty })
                let sent = receiver.requests[0]
                #expect(sent["webhook-signature"].first?.split(separator: " ").count == 2)
                let change = try #require(try await tenant.changes().first)
                let body = try JSONParser.parse(sent.body)
                #expect(body["type"] == change["kind"])
                #expect(body["app_user_id"] == "ü_1")
                #expect(body["after"] == change["after"])

                let secrets = [TestTenant.endpointSecret, second].map(\.text)
                let outcomes = try await Self.verify(sent, with: secrets, by: python)
                let expected = ["verified", "refused", "refused"]
                #expect(outcomes == expected + expected)
            }
        }
    }

    /// For each secret: the message as it was sent, with another body, and with another id.
    private static func verify(
        _ request: ServerRequest, with secrets: [String], by python: PythonEnvironment
    ) async throws -> [String] {
        let script = """
            import json, sys
            from standardwebhooks import Webhook, WebhookVerificationError
            told = json.load(sys.stdin)
            def outcome(secret, body, headers):
                try:
                    Webhook(secret).verify(body, headers)
                    return "verified"
                except WebhookVerificationError:
                    return "refused"
            print(json.dumps([
                outcome(secret, told["body"] + suffix, dict(told["headers"], **changed))
                for secret in told["secrets"]
                for suffix, changed in [("", {}), (" ", {}), ("", {"webhook-id": "msg_1"})]]))
            """
        var headers = JSONObject()
        for (name, value) in request.headers { headers[name.lowercased()] = .string(value) }
        let input: JSONValue = [
            "body": .string(String(decoding: request.body, as: UTF8.self)),
            "headers": .object(headers), "secrets": .array(secrets.map(JSONValue.string)),
        ]
        let output = try await python.run(script, input: input.bytes)
        return (try JSONParser.parse(output).array ?? []).compactMap(\.string)
    }

    @Test("changes come in their order, and an endpoint that does not answer delays no other")
    func order() async throws {
        try await Upstream.with { _, _ in
            .silence
        } _: { silent, silentPort in
            try await Upstream.with { _, _ in
                .text("")
            } _: { receiver, port in
                try await RunningDeliverer.with { scratch in
                    let tenant = try await TestTenant.create(in: scratch.database)
                    for _ in 0..<9 {
                        _ = try await tenant.createEndpoint("http://127.0.0.1:\(silentPort)/")
                    }
                    let endpoint = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                    try await scratch.addChanges(120, of: tenant)
                    #expect(await eventually { receiver.requests.count >= 120 })
                    #expect(silent.requests.count >= 9)
                    let numbers = receiver.requests.compactMap { request in
                        request["webhook-id"].first?.split(separator: "_").last.flatMap { Int($0) }
                    }
                    #expect(numbers.sorted() == Array(1...120))
                    for (position, number) in numbers.enumerated() {
                        #expect(abs(number - 1 - position) < 8, "at most eight are under way")
                    }
                    let isNoted = try await eventually {
                        try await tenant.endpoint(endpoint)["handed_over_number"] == 120
                    }
                    #expect(isNoted)
                }
            }
        }
    }

    @Test("a failing change is repeated under its id, and one answer of 410 is the last")
    func repeated() async throws {
        try await Upstream.with { _, number in
            .text("", status: number == 0 ? 500 : number == 1 ? 200 : 410)
        } _: { receiver, port in
            try await RunningDeliverer.with { scratch in
                let tenant = try await TestTenant.create(in: scratch.database)
                let endpoint = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await scratch.addChanges(1, of: tenant)
                #expect(await eventually { receiver.requests.count == 2 })
                let ids = receiver.requests.map { $0["webhook-id"] }
                #expect(ids[0] == ids[1])
                let isDelivered = try await eventually {
                    try await tenant.deliveries(to: endpoint).first?["status"] == "delivered"
                }
                #expect(isDelivered)
                try await scratch.addChanges(20, of: tenant)
                let isOff = try await eventually {
                    try await tenant.endpoint(endpoint)["off_reason"] == "gone"
                }
                #expect(isOff)
                let asked = receiver.requests.count
                try await scratch.addChanges(5, of: tenant)
                #expect(try await scratch.claimEndpoints(isSlow: true).endpoints == [])
                #expect(receiver.requests.count == asked)
            }
        }
    }

    @Test("an endpoint whose secret does not open gets nothing, and delays no other")
    func unreadable() async throws {
        try await Upstream.with { _, _ in
            .text("")
        } _: { receiver, port in
            try await RunningDeliverer.with { scratch in
                let tenant = try await TestTenant.create(in: scratch.database)
                let broken = try await tenant.createEndpoint("http://127.0.0.1:\(port)/broken")
                try await scratch.administer(
                    "update entitlements.endpoint_secrets set sealed = sealed || '\\x00'")
                _ = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await scratch.addChanges(3, of: tenant)
                #expect(await eventually { receiver.requests.count == 3 })
                #expect(Set(receiver.targets) == ["/in"])
                #expect(try await tenant.endpoint(broken)["handed_over_number"] == 0)
            }
        }
    }
}

/// A worker that delivers what a scratch database has, in development.
private enum RunningDeliverer {
    /// Python's library compares the time with the machine's.
    @Sendable private static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000)) ?? TestClock.start
    }

    static func with(_ body: (ScratchDatabase) async throws -> Void) async throws {
        try await ScratchDatabase.with { scratch in
            let http = HTTPClient(configuration: .forDeliveries)
            let sender = DeliverySender(
                database: scratch.database, secretBox: try SecretBox.forTests(), http: http,
                isDevelopment: true, now: Self.now)
            let deliverer = EndpointDeliverer(
                database: scratch.database, sender: sender, logger: .silent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await http.run() }
                group.addTask { try await deliverer.run() }
                defer { group.cancelAll() }
                try await body(scratch)
            }
        }
    }
}
