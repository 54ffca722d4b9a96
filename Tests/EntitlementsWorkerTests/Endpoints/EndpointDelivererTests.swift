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
                        isAtOnce: false, actor: "secret_key:test"),
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

    @Test("endpoints that do not answer delay no other")
    func silent() async throws {
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
                    try await scratch.addChanges(24, of: tenant)
                    let isNoted = try await eventually {
                        try await tenant.endpoint(endpoint)["handed_over_number"] == 24
                    }
                    #expect(isNoted)
                    #expect(receiver.numbers.sorted() == Array(1...24))
                    #expect(await eventually { silent.requests.count >= 9 })
                    let ended = try await scratch.ask(
                        "select count(*) from entitlements.deliveries where http_status is null")
                    #expect(ended == "0", "no silent attempt was over before")
                }
            }
        }
    }

    @Test("a change that this process cannot send for want of room is sent later")
    func crowded() async throws {
        try await Upstream.with { _, _ in
            .text("")
        } _: { receiver, port in
            var configuration = HTTPClient.Configuration.forDeliveries
            configuration.maximumRequestsInFlight = 2
            configuration.maximumRequestsWaiting = 0
            try await RunningDeliverer.with(configuration) { scratch in
                let tenant = try await TestTenant.create(in: scratch.database)
                let endpoint = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await scratch.addChanges(20, of: tenant)
                let isNoted = try await eventually {
                    try await tenant.endpoint(endpoint)["handed_over_number"] == 20
                }
                #expect(isNoted)
                #expect(Set(receiver.numbers) == Set(1...20))
            }
        }
    }

    @Test("a first change goes alone, others once all before but the last seven were answered")
    func order() async throws {
        let (first, second) = (HeldAnswer(), HeldAnswer())
        try await Upstream.with { request, _ in
            switch request.number {
            case 1: .held(first)
            case 2: .held(second)
            default: .text("")
            }
        } _: { receiver, port in
            try await Upstream.with { _, _ in
                .text("")
            } _: { other, otherPort in
                try await RunningDeliverer.with { scratch in
                    let tenant = try await TestTenant.create(in: scratch.database)
                    _ = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                    _ = try await tenant.createEndpoint("http://127.0.0.1:\(otherPort)/in")
                    try await scratch.addChanges(120, of: tenant)
                    #expect(await eventually { !receiver.requests.isEmpty })
                    #expect(await eventually { other.requests.count > 8 })
                    #expect(receiver.numbers == [1], "while 1 is not answered")
                    first.give(.text(""))
                    #expect(await eventually { receiver.requests.count >= 9 })
                    #expect(Set(receiver.numbers) == Set(1...9), "while 2 is not answered")
                    second.give(.text(""))
                    for upstream in [receiver, other] {
                        #expect(await eventually { Set(upstream.numbers).count == 120 })
                    }
                    for log in [receiver.numbers, other.numbers] {
                        var seen: Set<Int> = []
                        for number in log {
                            if number > 8 { #expect(seen.isSuperset(of: 1...(number - 8))) }
                            seen.insert(number)
                        }
                    }
                }
            }
        }
    }

    @Test(
        "an endpoint that asks for a pause gets nothing meanwhile; other answers ask for none",
        arguments: [(429, false), (503, true), (500, false)])
    func pause(status: Int, isDate: Bool) async throws {
        let asked =
            isDate
            ? RunningDeliverer.now().advanced(bySeconds: 600).httpDate : "600"
        try await Upstream.with { _, number in
            .text("", status: number == 0 ? status : 200, headers: ["Retry-After": asked])
        } _: { receiver, port in
            try await RunningDeliverer.with { scratch in
                let tenant = try await TestTenant.create(in: scratch.database)
                let endpoint = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await scratch.addChanges(30, of: tenant)
                var failing: JSONValue?
                let isNoted = try await eventually {
                    failing = try await tenant.deliveries(to: endpoint, status: "failing").first
                    return failing != nil
                }
                try #require(isNoted)
                let times = ["last_attempt_at", "next_attempt_at"].compactMap {
                    failing?[$0]?.string.flatMap(Timestamp.init(rfc3339:))?.secondsSinceEpoch
                }
                let pause = times[1] - times[0]
                guard status != 500 else {
                    #expect(pause < 10)
                    #expect(await eventually { Set(receiver.numbers).count == 30 })
                    return
                }
                // The date was named before the database was there.
                #expect((isDate ? 300...601 : 600...601).contains(pause))
                #expect(try await scratch.claimEndpoints(isSlow: true).endpoints == [])
                #expect(receiver.requests.count < 16, "what was under way")
                let later = RunningDeliverer.now().advanced(bySeconds: 602)
                let claimed = try await scratch.claimEndpoints(isSlow: true, at: later)
                #expect(claimed.endpoints == [endpoint])
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

    @Test("a database that needs longer than a turn for what is due keeps nothing back")
    func slowDatabase() async throws {
        try await Upstream.with { _, _ in
            .text("")
        } _: { receiver, port in
            try await RunningDeliverer.with { scratch in
                let tenant = try await TestTenant.create(in: scratch.database)
                _ = try await tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await scratch.administer(
                    """
                    create or replace function \(release).webhook_id(
                        endpoint_id uuid, number bigint)
                    returns text language sql volatile
                    return (select 'msg_' || $2 from pg_sleep(0.7))
                    """)
                try await scratch.addChanges(2, of: tenant)
                #expect(await eventually(withinSeconds: 20) { Set(receiver.numbers) == [1, 2] })
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
