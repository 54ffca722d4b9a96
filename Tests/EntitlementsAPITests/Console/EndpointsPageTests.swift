import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's endpoints")
struct EndpointsPageTests {
    private static var secret: Regex<(Substring, Substring)> {
        #/<pre class="whole">(whsec_[A-Za-z0-9+\/]{43}=)<\/pre>/#
    }

    @Test("an endpoint is added with a secret that is shown once; the same form adds no other")
    func create() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await browser.get("/endpoints").text.contains("No endpoint yet."))
            let fields: KeyValuePairs = [
                "url": "https://hooks.example/in", "kinds_notice": "true",
                "environments_production": "true", "environments_sandbox": "true",
                "idempotency_key": "form-1",
            ]
            let first = try await browser.post("/endpoints", fields)
            #expect(first.status == 200)
            let shown = try #require(first.text.firstMatch(of: Self.secret)?.1)
            #expect(first.text.contains("<code>notice</code>"))
            #expect(first.text.contains("sandbox"))
            let second = try await browser.post("/endpoints", fields)
            #expect(second.text.firstMatch(of: Self.secret)?.1 == shown)
            let list = try await browser.get("/endpoints")
            #expect(list.text.matches(of: #/<tr><td>/#).count == 1)
            #expect(!list.text.contains("whsec_"))
            let wrong = try await browser.post("/endpoints", ["url": ConsoleBrowser.script])
            #expect(wrong.status == 422)
            ConsoleBrowser.expectEscaped(wrong)
        }
    }

    @Test("an endpoint is switched off and on, and says since when it is off")
    func state() async throws {
        try await TestAPI.run { api in
            let endpoint = try await api.tenant.createEndpoint()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let path = "/endpoints/\(endpoint.uuidString.lowercased())"
            for _ in 0..<2 {
                let off = try await browser.follow(
                    try await browser.post("\(path)/switch_off"))
                #expect(off.text.contains("An operator switched it off."))
                #expect(off.text.contains("Switch on"))
            }
            let on = try await browser.follow(
                try await browser.post("\(path)/switch_on"))
            #expect(on.text.contains(#"<span class="state good">on</span>"#))
        }
    }

    @Test("a secret is rotated once for one form")
    func rotate() async throws {
        try await TestAPI.run { api in
            let endpoint = try await api.tenant.createEndpoint()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let path = "/endpoints/\(endpoint.uuidString.lowercased())/secret"
            let pages = [
                try await browser.post(path, ["idempotency_key": "form-1"]),
                try await browser.post(path, ["idempotency_key": "form-1"]),
                try await browser.post(path, ["idempotency_key": "form-2", "at_once": "true"]),
            ]
            let secrets = pages.compactMap { $0.text.firstMatch(of: Self.secret)?.1 }
            #expect(secrets.count == 3)
            #expect(Set(secrets).count == 2)
        }
    }

    @Test("a test message's outcome is shown, and deliveries are listed and replayed")
    func deliveries() async throws {
        try await Upstream.with { _, _ in
            .text("", status: 503)
        } _: { _, port in
            try await TestAPI.run(isDevelopment: true) { api in
                let endpoint = try await api.tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
                let path = "/endpoints/\(endpoint.uuidString.lowercased())"
                #expect(try await browser.get(path).text.contains("No delivery matches."))
                let tested = try await browser.post("\(path)/test")
                #expect(tested.text.contains("The test message was not delivered."))
                #expect(tested.text.contains("<code>status_503</code>"))
                let answer = try await browser.post("\(path)/replay", ["from_number": "1"])
                #expect(
                    try await browser.follow(answer).text
                        .contains("The changes are delivered again."))
                let none = try await browser.post("\(path)/replay", ["from_number": "many"])
                #expect(none.status == 422)
                #expect(none.text.contains("<code>/from_number</code>"))
            }
        }
    }

    @Test("no act works without the token, by a read key, or on another tenant's endpoint")
    func refused() async throws {
        try await TestAPI.run { api in
            let own = try await api.tenant.createEndpoint().uuidString.lowercased()
            let other = try await TestTenant.create()
            let foreign = try await other.createEndpoint().uuidString.lowercased()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let reader = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            let fields: KeyValuePairs = ["from_number": "1"]
            for act in ["test", "secret", "switch_off", "replay"] {
                let path = "/endpoints/\(own)/\(act)"
                #expect(try await browser.post(path, fields, token: "0").status == 403)
                #expect(try await reader.post(path, fields).status == 403)
                #expect(
                    try await browser.post("/endpoints/\(foreign)/\(act)", fields).status == 404)
            }
            #expect(try await browser.get("/endpoints/\(foreign)").status == 404)
            #expect(try await reader.post("/endpoints", ["url": "https://x.example"]).status == 403)
            #expect(try await browser.get("/endpoints/\(own)").text.contains("Switch off"))
        }
    }

    @Test("an endpoint's URL is shown as text")
    func escaped() async throws {
        try await TestAPI.run { api in
            let url = "https://hooks.example/\(ConsoleBrowser.script)"
            let endpoint = try await api.tenant.createEndpoint(url)
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            ConsoleBrowser.expectEscaped(try await browser.get("/endpoints"))
            ConsoleBrowser.expectEscaped(
                try await browser.get("/endpoints/\(endpoint.uuidString.lowercased())"))
        }
    }
}
