import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing
import Traces
import Tracing

@testable import EntitlementsAPI

@Suite("/console/{tenant}/users/{app_user_id}")
struct PersonPageTests {
    private let phone = "$RCAnonymousID:phone"

    private func run(
        _ body: @escaping @Sendable (TestAPI, ConsoleBrowser) async throws -> Void
    ) async throws {
        try await TestAPI.run { api in
            try await body(api, try await ConsoleBrowser.signIn(by: api.secretKey, to: api))
        }
    }

    @Test("shows the answer, why, what was paid, what happened and who is in the household")
    func shows() async throws {
        try await run { api, browser in
            try await api.tenant.receive(
                .nowRunning(id: "e1", appUserID: "u_1").attributes(["$email": "a@example.com"]))
            _ = try await api.tenant.found("u_1", with: ["u_2"])
            let page = try await browser.get("/users/u_1")
            #expect(page.status == 200)
            for text in [
                "<h1>u_1</h1>", "They own stockpot_plus_monthly", "won", "initial purchase",
                "INITIAL_PURCHASE", "u_2", "Free seat", "/acts/sync", "a@example.com",
                "<code>$email</code>",
            ] {
                #expect(page.text.contains(text), "\(text)")
            }
            let member = try await browser.get("/users/u_2")
            #expect(member.text.contains("Paid by <a href=\"\(browser.root)/users/u_1\">u_1</a>"))
        }
    }

    @Test("makes at most 14 operations, and one of them explains the plan and all entitlements")
    func operations() async throws {
        let all = try await Self.operations { $0.secretKey }
        #expect(all.count <= 14, "\(all)")
        #expect(all.filter { $0.hasPrefix("explain_") } == ["explain_entitlements"])
        let allowed = try await Self.operations { $0.readKey }
        #expect(allowed.count < all.count && allowed.contains("get_entitlements_set"))
    }

    /// The calls of the operations of a page, for a session of the key.
    private static func operations(
        by key: @escaping @Sendable (TestAPI) -> String
    ) async throws -> [String] {
        let recorded = RecordedTraces()
        try await TestAPI.run(like: "yapmate", traces: recorded.traces) { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let browser = try await ConsoleBrowser.signIn(by: key(api), to: api)
            #expect(try await browser.get("/users/u_1").status == 200)
        }
        let call = try #require(recorded.spans(named: "get_notices").first)
        let spans = recorded.spans.filter { $0.place.traceID == call.place.traceID }
        let operations = spans.filter { $0.kind == .client }.map(\.name)
        return operations.filter { !["find_console_session", "find_tenant"].contains($0) }
    }

    @Test("an unknown id, and one of another tenant, is not found")
    func unknown() async throws {
        try await run { api, browser in
            let other = try await TestTenant.create()
            try await other.receive(.nowRunning(appUserID: "u_secret"))
            for page in ["/users/u_secret", "/users/u_secret/export", "/users/%24x%2F..%2F..%2Fy"] {
                let answer = try await browser.get(page)
                #expect(answer.status == 404, "\(page)")
                #expect(!answer.text.contains("stockpot_plus"))
            }
            let key = try await other.key(.secret)
            let stranger = try await ConsoleBrowser.signIn(by: key, to: api, slug: other.slug)
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            #expect(try await stranger.get("/users/u_1").status == 404)
            let strange = try await stranger.post("/users/u_1/acts/note", ["note": "n"])
            #expect(strange.status == 404)
        }
    }

    @Test("an entitlement that the tenant file lacks is explained, and said to be lacking")
    func lackingEntitlement() async throws {
        try await run { api, browser in
            try await api.tenant.receive(
                .initialPurchase(
                    appUserID: "u_1", product: "strange", expiresAt: "2999-01-01T00:00:00Z"
                ).entitlements(["mystery", "plus"]))
            let page = try await browser.get("/users/u_1")
            #expect(page.status == 200)
            #expect(page.text.contains("<span class=\"name\">mystery</span>"))
            #expect(page.text.contains("not in the tenant file"))
            #expect(page.text.ranges(of: "not in the tenant file").count == 2)
            let explained = try await api.explanation(of: "u_1", "entitlement_id=mystery")
            #expect(explained["is_allowed"] == true)
            #expect(explained["verdict"]?["reason"] == "own_purchase")
            #expect(explained["answer"]?["is_active"] == true)
            let readKey = try await api.tenant.key(.read)
            let reader = try await ConsoleBrowser.signIn(by: readKey, to: api)
            #expect(try await reader.get("/users/u_1").status == 200)
        }
    }

    @Test("a tenant file without features names its entitlements, which can be granted")
    func withoutFeatures() async throws {
        try await run { api, browser in
            try await api.tenant.apply { $0.features = [] }
            try await api.tenant.create("u_1", "identified")
            let page = try await browser.get("/users/u_1")
            #expect(page.text.contains("<span class=\"name\">plus</span>"))
            #expect(page.text.contains("acts/grant"))
            #expect(!page.text.contains("not in the tenant file"))
        }
    }

    @Test("an event about a person who was erased is shown without what it did")
    func erasedPerson() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(id: "e1", appUserID: "u_1"))
            try await api.tenant.erase("u_1")
            let page = try await browser.get("/events/e1")
            #expect(page.status == 200, "\(page.text)")
        }
    }

    @Test("an event that failed says why, and can be retried")
    func failedEvent() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.failing(id: "e1", appUserID: "u_9"))
            let page = try await browser.get("/users/u_9")
            #expect(page.status == 200)
            #expect(page.text.contains("evidence_incomplete"))
            #expect(page.text.contains("name=\"event_id\" value=\"e1\""))
        }
    }

    @Test("the time machine shows what was then, and says so")
    func timeMachine() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let past = try await browser.get("/users/u_1?as_of=2001-02-03T04%3A05")
            #expect(past.status == 200)
            #expect(past.text.contains("as of <strong>2001-02-03T04:05:00Z</strong>"))
            #expect(past.text.contains("value=\"2001-02-03T04:05:00\""))
            #expect(!past.text.contains("class=\"state good\">active"))
            let now = try await browser.get("/users/u_1")
            #expect(now.text.contains("class=\"state good\">active"))
            #expect(try await browser.get("/users/u_1?as_of=soon").status == 422)
        }
    }

    @Test("a read key sees the answer, and no form, notes or timeline")
    func readKey() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let browser = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            let page = try await browser.get("/users/u_1")
            #expect(page.status == 200)
            #expect(page.text.contains("class=\"state good\">active"))
            #expect(!page.text.contains("/acts/"))
            #expect(!page.text.contains("/export"))
            #expect(page.text.contains("not shown to read keys"))
            #expect(try await browser.get("/users/u_1/export").status == 403)
        }
    }

    @Test("the timeline is filtered by kind and continues on the next page")
    func timeline() async throws {
        try await run { api, browser in
            for index in 0..<12 {
                try await api.tenant.receive(
                    .other("NEW_TYPE", id: "event-\(index)", appUserID: "u_1"),
                    receivedAt: TestAPI.now.advanced(byDays: Int64(index - 40)))
            }
            let first = try await browser.get("/users/u_1?kind=webhook_event")
            #expect(first.text.contains("events/event-11\""))
            #expect(!first.text.contains("events/event-1\""))
            let link = first.text.firstMatch(of: #/rel="next" href="([^"]+)#timeline"/#)?.1
            let path = try #require(link).replacing("&amp;", with: "&")
            let rest = try await browser.get(String(path.dropFirst(browser.root.count)))
            #expect(rest.text.contains("events/event-1\""))
            let notes = try await browser.get("/users/u_1?kind=note")
            #expect(!notes.text.contains("events/event-11\""))
        }
    }

    @Test("the export is a file, with everything stored")
    func export() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let file = try await browser.get("/users/u_1/export")
            #expect(file.status == 200)
            #expect(file["content-disposition"] == "attachment; filename=\"export.json\"")
            #expect(file["content-type"] == "application/json")
            #expect(try file.json["records"]?["evidence"]?.array?.isEmpty == false)
        }
    }

    @Test("what people, apps and operators write is shown as text")
    func stored() async throws {
        try await run { api, browser in
            let script = ConsoleBrowser.script
            let id = PercentEncoding.encoded(script)
            try await api.tenant.receive(
                .initialPurchase(id: script, appUserID: script, product: script)
                    .attributes(["$displayName": script]))
            _ = try await api.tenant.found(script)
            try await api.tenant.grant(to: script, for: "P1M") { $0.reason = script }
            _ = try await browser.follow(
                try await browser.post("/users/\(id)/acts/note", ["note": script]))
            ConsoleBrowser.expectEscaped(try await browser.get("/users/\(id)"))
            let refused = try await browser.post(
                "/users/\(id)/acts/adjust",
                ["credit_id": script, "amount": script, "reason": script])
            ConsoleBrowser.expectEscaped(refused)
            ConsoleBrowser.expectEscaped(try await browser.get("/search?query=%3Cscript%3Ez"))
        }
    }
}

extension RevenueCatEvent {
    /// An event that is kept as failed, because it names no product.
    static func failing(id: String, appUserID: String) -> RevenueCatEvent {
        initialPurchase(id: id, appUserID: appUserID)
            .removing("transaction_id", "original_transaction_id", "product_id")
    }
}
