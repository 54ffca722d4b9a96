import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

extension ConsoleAttack {
    /// Markup in every text that RevenueCat, an app or an operator can send.
    static let scripts: [ConsoleAttack] = eventFields + attributes + others

    private static let eventFields: [ConsoleAttack] =
        [
            "app_user_id", "original_app_user_id", "id", "type", "product_id", "new_product_id",
            "transaction_id", "original_transaction_id", "store", "environment", "period_type",
            "currency", "country_code", "offer_code", "presented_offering_id", "cancel_reason",
            "expiration_reason", "app_id", "entitlement_id",
        ].map { field in
            markup("a webhook's \(field)") { console, markup in
                let event = RevenueCatEvent.nowRunning(id: "e1", appUserID: "u")
                    .setting(field, .string(markup))
                try await console.deliver(event.body)
                let text = PercentEncoding.encoded(markup)
                return [
                    field == "id" ? "/events/\(text)" : "/events/e1",
                    field == "app_user_id" ? "/users/\(text)" : "/users/u",
                ]
            }
        }
        + ["aliases", "entitlement_ids"].map { field in
            markup("a webhook's \(field)") { console, markup in
                let event = RevenueCatEvent.nowRunning(id: "e1", appUserID: "u")
                    .setting(field, .texts(["u", markup]))
                try await console.deliver(event.body)
                return ["/users/u", "/events/e1"]
            }
        }

    private static let attributes: [ConsoleAttack] = [
        "$email", "$displayName", "$phoneNumber", "favourite",
    ].map { name in
        markup("the attribute \(name)") { console, markup in
            let event = RevenueCatEvent.nowRunning(id: "e1", appUserID: "u")
            try await console.deliver(event.attributes([name: markup]).body)
            return ["/users/u", "/events/e1"]
        }
    }

    private static let others: [ConsoleAttack] = [
        markup("an attribute's name") { console, markup in
            let event = RevenueCatEvent.nowRunning(id: "e1", appUserID: "u")
            var attributes = JSONObject()
            attributes[markup] = ["value": "x", "updated_at_ms": 1_762_955_084_635]
            try await console.deliver(
                event.setting("subscriber_attributes", .object(attributes)).body)
            return ["/users/u", "/events/e1"]
        },
        markup("an id of a transfer") { console, markup in
            try await console.deliver(
                RevenueCatEvent.transfer(id: "e1", from: [markup], to: ["u"]).body)
            return ["/users/u", "/events/e1"]
        },
        markup("the reason of a grant") { console, markup in
            try await console.post(
                "/v1/users/u/grants",
                ["entitlement_id": "plus", "duration": "P1M", "reason": .string(markup)])
            return ["/users/u", "/audit"]
        },
        markup("a note of an operator") { console, markup in
            try await console.deliver(RevenueCatEvent.nowRunning(appUserID: "u").body)
            try await console.post("/v1/admin/users/u/notes", ["note": .string(markup)])
            return ["/users/u"]
        },
        markup("the query of a search") { _, markup in
            ["/search?query=\(PercentEncoding.encoded(markup))"]
        },
        markup("the filters of lists") { _, markup in
            let text = PercentEncoding.encoded(markup)
            return [
                "/events?type=\(text)", "/events?app_user_id=\(text)",
                "/events?transaction_id=\(text)", "/audit?app_user_id=\(text)",
            ]
        },
        markup("ids in addresses that no one has") { _, markup in
            ["users", "events", "households", "runs", "endpoints", "campaigns"].map {
                "/\($0)/\(PercentEncoding.encoded(markup))"
            }
        },
    ]

    /// Stores markup, and looks for it on all pages that links lead to from those that show it.
    private static func markup(
        _ name: String,
        _ store: @escaping @Sendable (AttackedConsole, String) async throws -> [String]
    ) -> ConsoleAttack {
        ConsoleAttack("markup in \(name)") { console in
            let shown = try await store(console, ConsoleBrowser.script)
            var achieved: [String] = []
            var isShown = false
            // An export is a file of JSON, which no browser shows as a page.
            for page in try await console.pages(from: shown + [""])
            where page.answer["content-type"]?.contains("html") ?? false {
                isShown = isShown || page.answer.text.contains("&lt;script&gt;alert(1)")
                if page.answer.text.contains("<script>") || page.answer.leavesAttribute
                    || page.answer.status >= 500
                {
                    achieved.append("\(page.target): \(page.answer.status)")
                }
            }
            return achieved + (isShown ? [] : ["no page shows it: the attack tries nothing"])
        }
    }
}

extension RawHTTPResponse {
    /// Whether the quotation mark of ``ConsoleBrowser/script`` is one of the page's markup.
    fileprivate var leavesAttribute: Bool {
        zip(text.unicodeScalars, text.unicodeScalars.dropFirst()).contains {
            $0 == "\"" && $1 == "\u{301}"
        }
    }
}

extension AttackedConsole {
    fileprivate func deliver(_ body: [UInt8]) async throws {
        let answer = try await api.deliver(body)
        try #require(answer.status == 200, "\(answer.text)")
    }

    fileprivate func post(_ target: String, _ body: JSONValue) async throws {
        let answer = try await send(
            Sent(
                method: "POST", target: target, cookies: [],
                headers: [("Authorization", "Bearer \(api.secretKey)")],
                contentType: "application/json", body: String(decoding: body.bytes, as: UTF8.self)))
        try #require(answer.status < 300, "\(answer.text)")
    }

    /// Opens pages of the tenant, and all that links of theirs lead to, each once.
    func pages(
        from start: [String]
    ) async throws -> [(target: String, answer: RawHTTPResponse)] {
        var waiting = start.map { browser.root + $0 }
        var (seen, pages): (Set<String>, [(String, RawHTTPResponse)]) = ([], [])
        while let target = waiting.popLast(), pages.count < 200 {
            guard seen.insert(target).inserted else { continue }
            let answer = try await open(target)
            pages.append((target, answer))
            let links = answer.text.matches(of: #/(?:href|data-live)="(\/console[^"#]*)/#)
            waiting += links.map { String($0.1).replacing("&amp;", with: "&") }
                .filter { !$0.hasSuffix("/live") && !$0.contains("/stream") }
        }
        return pages
    }
}
