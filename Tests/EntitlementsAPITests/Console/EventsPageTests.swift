import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's webhook events")
struct EventsPageTests {
    private func event(_ id: String, _ type: String = "SOMETHING_NEW") -> [UInt8] {
        JSONValue.members(["event": ["id": .string(id), "type": .string(type)]]).bytes
    }

    @Test("no event is a sentence, and events are rows that lead to the event and the person")
    func list() async throws {
        try await TestAPI.run { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let empty = try await browser.get("/events")
            #expect(empty.status == 200)
            #expect(empty.text.contains("No event matches."))
            try await api.tenant.receive(.initialPurchase(id: "e1"))
            let page = try await browser.get("/events")
            #expect(page.text.contains(#"href="\#(browser.root)/events/e1""#))
            #expect(page.text.contains(#"href="\#(browser.root)/users/u_42""#))
            #expect(page.text.contains(#"<span class="state good">applied</span>"#))
        }
    }

    @Test("pages follow one another with the filter, and the last has no next one")
    func pages() async throws {
        try await TestAPI.run { api in
            for number in 0..<26 { try await api.tenant.receive(body: event("e\(number)")) }
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let first = try await browser.get("/events?status=stored")
            #expect(first.text.matches(of: #/<tr><td>/#).count == 25)
            let next = try #require(
                first.text.firstMatch(of: #/rel="next" href="[^"]*(\/events\?[^"]+)"/#)?.1)
            #expect(next.contains("status=stored"))
            let last = try await browser.get(String(next).replacing("&amp;", with: "&"))
            #expect(last.text.matches(of: #/<tr><td>/#).count == 1)
            #expect(!last.text.contains(#"rel="next""#))
            let none = try await browser.get("/events?status=failed")
            #expect(none.text.contains("No event matches."))
            #expect(none.text.contains(#"<option value="failed" selected>"#))
        }
    }

    @Test("one event shows its body, what it became and what it changed")
    func one() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(
                    id: "e1", purchasedAt: "2020-01-01T00:00:00Z",
                    expiresAt: "2099-01-01T00:00:00Z"))
            try await api.tenant.database.numberChanges()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/events/e1")
            #expect(page.status == 200)
            #expect(page.text.contains("&quot;type&quot;: &quot;INITIAL_PURCHASE&quot;"))
            #expect(page.text.contains("<dt>Product id</dt><dd><code>stockpot_plus_monthly</code>"))
            #expect(page.text.contains("<code>entitlements_changed</code>"))
            #expect(!page.text.contains("Retry the event"))
        }
    }

    @Test("an event whose body was dropped says so, and shows what it became")
    func dropped() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(id: "e1"))
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await !browser.get("/events/e1").text.contains("It was deleted"))
            try await TestDatabase.shared.administer(
                """
                update entitlements.webhook_events set body = null, body_dropped_at = now()
                 where tenant_id = '\(api.tenant.id)'
                """)
            let page = try await browser.get("/events/e1")
            #expect(page.status == 200)
            #expect(page.text.contains("It was deleted after the time that the tenant file keeps"))
            #expect(page.text.contains("<dt>Body dropped</dt>"))
            #expect(!page.text.contains("<h2>Body</h2>\n<pre"))
            #expect(page.text.contains("<dt>Product id</dt><dd><code>stockpot_plus_monthly</code>"))
        }
    }

    @Test("an event that was not applied is applied again, as often as the form is sent")
    func retry() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(body: event("e1"))
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await browser.get("/events/e1").text.contains("Retry the event"))
            for _ in 0..<2 {
                let page = try await browser.follow(try await browser.post("/events/e1/retry"))
                #expect(page.text.contains("The event is due now."))
                #expect(page.text.contains(#"<span class="state bad">failed</span>"#))
            }
            #expect(try await browser.get("/events").text.contains("waits to be applied again"))
        }
    }

    @Test("a form without the session's token and a read key are refused, and change nothing")
    func refused() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(body: event("e1"))
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let forged = try await browser.post("/events/e1/retry", token: "0")
            #expect(forged.status == 403)
            let reader = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            #expect(try await reader.post("/events/e1/retry").status == 403)
            #expect(try await reader.get("/events").status == 403)
            let page = try await browser.get("/events/e1")
            #expect(page.text.contains(#"<span class="state dim">stored</span>"#))
        }
    }

    @Test("another tenant's event is not found")
    func foreign() async throws {
        try await TestAPI.run { api in
            let other = try await TestTenant.create()
            try await other.receive(body: event("e1"))
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await browser.get("/events/e1").status == 404)
            #expect(try await browser.post("/events/e1/retry").status == 404)
        }
    }

    @Test("an event's id, type, person and body, and the filter, are shown as text")
    func escaped() async throws {
        try await TestAPI.run { api in
            let script = ConsoleBrowser.script
            try await api.tenant.receive(
                .initialPurchase(id: script, appUserID: script).setting("note", .string(script)))
            try await api.tenant.receive(body: event("e2", script))
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let id = PercentEncoding.encoded(script)
            for page in [
                "/events", "/events/\(id)", "/events/e2", "/events?type=\(id)",
                "/events?app_user_id=\(id)",
            ] {
                ConsoleBrowser.expectEscaped(try await browser.get(page))
            }
        }
    }
}
