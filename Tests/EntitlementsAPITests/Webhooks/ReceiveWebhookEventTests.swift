import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/webhooks/revenuecat/{tenant_slug}")
struct ReceiveWebhookEventTests {
    @Test("an event is applied once, before the answer")
    func applied() async throws {
        try await TestAPI.run { api in
            let event = RevenueCatEvent.initialPurchase(appUserID: "u_42")
            let first = try await api.deliver(event.body)
            #expect(first.status == 200)
            #expect(try first.json["status"] == "applied")
            #expect(try first.json["event_id"]?.string == event.id)
            #expect(first["warning"] == nil)
            #expect(try await api.deliver(event.body).json["status"] == "duplicate")
            let standing = try await api.tenant.standing(of: "u_42", at: "2026-11-21T10:00:00Z")
            #expect(standing == .active("active"))
        }
    }

    @Test("the first failure of an event is logged with its id")
    func failed() async throws {
        let log = CapturedLog()
        try await TestAPI.run(logger: log.logger) { api in
            let body = Array(#"{"event":{"id":"e1","type":"TRANSFER"}}"#.utf8)
            let response = try await api.deliver(body)
            #expect(response.status == 200)
        }
        let lines = log.lines.filter { $0.hasPrefix("Webhook event failed") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("event_id=e1") == true)
        #expect(lines.first?.contains(" request_id=") == true)
        #expect(lines.first?.contains(" tenant=") == true)
    }

    @Test("an event of an unknown type is stored and acknowledged")
    func stored() async throws {
        try await TestAPI.run { api in
            let response = try await api.deliver(
                Array(#"{"event":{"id":"e1","type":"SOMETHING_NEW","x":[1]}}"#.utf8))
            #expect(response.status == 200)
            #expect(try response.json["status"] == "stored")
        }
    }

    @Test(
        "a body without an event is refused",
        arguments: [
            ("", "malformed_json"), ("{", "malformed_json"), ("[]", "invalid_event"),
            (#"{"event":null}"#, "invalid_event"), (#"{"event":{"id":"a"}}"#, "invalid_event"),
            (#"{"event":{"type":"TEST"}}"#, "invalid_event"),
            ("{\"event\":{\"id\":\"a\\u0000\",\"type\":\"TEST\"}}", "malformed_json"),
        ])
    func notAnEvent(_ body: String, _ code: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.deliver(Array(body.utf8))
            #expect(response.status == 400)
            #expect(try response.code == code)
        }
    }

    @Test("the Content-Type of a webhook is ignored")
    func mediaTypes() async throws {
        try await TestAPI.run { api in
            for type in ["text/plain", "application/json; charset=utf-8"] {
                let response = try await api.deliver(
                    RevenueCatEvent.initialPurchase().body,
                    headers: [
                        ("Authorization", TestAPI.webhookAuthorization), ("Content-Type", type),
                    ])
                #expect(response.status == 200)
            }
        }
    }

    @Test("a request without the right credential stores nothing")
    func unauthorized() async throws {
        try await TestAPI.run { api in
            try await api.tenant.setUpstreamKey()
            for headers in [
                [], [("Authorization", "Bearer of-bad-news")], [("Authorization", "")],
                [("Authorization", TestAPI.webhookAuthorization + "x")],
                [
                    ("Authorization", TestAPI.webhookAuthorization),
                    ("Authorization", TestAPI.webhookAuthorization),
                ],
            ] {
                for body in [RevenueCatEvent.initialPurchase().body, Array("{".utf8)] {
                    let response = try await api.deliver(body, headers: headers)
                    #expect(response.status == 401)
                    #expect(try response.code == "webhook_unauthorized")
                }
            }
            let events = try await api.get(
                "listWebhookEvents", "/v1/admin/webhook_events", key: api.secretKey)
            #expect(try events.json["data"] == [])
            #expect(try await api.tenant.isRefused())
            let metrics = try await api.send("getMetrics", "GET", "/metrics")
            let slug = api.tenant.slug
            #expect(
                metrics.text.contains(
                    #"hearth_webhook_signature_failures_total{tenant="\#(slug)"} 10"#))
        }
    }

    @Test("the time from an event to its effect is measured once, by tenant")
    func effect() async throws {
        try await TestAPI.run { api in
            let late = RevenueCatEvent.initialPurchase().occurring(
                at: TestAPI.now.advanced(bySeconds: -42))
            let early = RevenueCatEvent.initialPurchase(appUserID: "u_early").occurring(
                at: TestAPI.now.advanced(bySeconds: 1))
            for event in [late, late, early, .test(), late.setting("type", "NEW_IN_2027")] {
                #expect(try await api.deliver(event.body).status == 200)
            }
            let metrics = try await api.send("getMetrics", "GET", "/metrics").text
            let name = "hearth_webhook_event_effect_seconds"
            let tenant = #"tenant="\#(api.tenant.slug)""#
            for line in [
                #"\#(name)_bucket{\#(tenant),le="1"} 1"#, #"\#(name)_bucket{\#(tenant),le="30"} 1"#,
                #"\#(name)_bucket{\#(tenant),le="60"} 2"#, "\(name)_sum{\(tenant)} 42",
                "\(name)_count{\(tenant)} 2",
            ] {
                #expect(metrics.contains(line + "\n"), "\(line)")
            }
        }
    }

    @Test("a signature covers the body's bytes and the time")
    func signature() async throws {
        try await TestAPI.run(webhook: [.signature]) { api in
            let body = RevenueCatEvent.initialPurchase().body
            for (secret, age, changed, status) in [
                (TestAPI.webhookSigningSecret, 0, false, 200),
                (TestAPI.webhookSigningSecret, 299, false, 200),
                (TestAPI.webhookSigningSecret, 301, false, 401),
                (TestAPI.webhookSigningSecret, 0, true, 401), ("another", 0, false, 401),
            ] {
                let signature = RevenueCatEvent.signature(
                    of: body, secret: secret, at: TestAPI.now.advanced(bySeconds: Int64(-age)))
                let response = try await api.deliver(
                    changed ? body + Array(" ".utf8) : body,
                    headers: [("X-RevenueCat-Webhook-Signature", signature)])
                #expect(response.status == status)
            }
        }
    }

    @Test("during a rotation the old and the new secret are valid")
    func rotation() async throws {
        try await TestAPI.run { api in
            try await api.tenant.seal("the next one", .authorization, slot: 2)
            api.credentials.invalidate()
            for value in [TestAPI.webhookAuthorization, "the next one"] {
                let response = try await api.deliver(
                    RevenueCatEvent.initialPurchase().body, headers: [("Authorization", value)])
                #expect(response.status == 200)
            }
        }
    }

    @Test("without webhook authentication, events are accepted in development only")
    func notConfigured() async throws {
        try await TestAPI.run(webhook: []) { api in
            let response = try await api.deliver(RevenueCatEvent.initialPurchase().body)
            #expect(response.status == 401)
        }
        try await TestAPI.run(isDevelopment: true, webhook: []) { api in
            try await api.tenant.setUpstreamKey()
            let response = try await api.deliver(
                RevenueCatEvent.initialPurchase().body, headers: [])
            #expect(response.status == 200)
            #expect(response["warning"]?.hasPrefix("199 hearth ") == true)
            #expect(try await api.tenant.isRefused() == false)
        }
    }

    @Test("an unknown tenant is not found", arguments: ["nobody", "No%20Slug", "a%2Fb"])
    func unknownTenant(_ slug: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.deliver(
                RevenueCatEvent.initialPurchase().body, to: slug)
            #expect(response.status == 404)
            #expect(try response.code == "tenant_not_found")
        }
    }

    @Test("a body of 1 MiB is read, a longer one refused")
    func largeBodies() async throws {
        try await TestAPI.run { api in
            let event = #"{"event":{"id":"e1","type":"SOMETHING_NEW"}}"#
            let padded = event + String(repeating: " ", count: 1_048_576 - event.utf8.count)
            #expect(try await api.deliver(Array(padded.utf8)).status == 200)
            let response = try await api.deliver(Array((padded + " ").utf8))
            #expect(response.status == 413)
            #expect(try response.code == "payload_too_large")
        }
    }
}
