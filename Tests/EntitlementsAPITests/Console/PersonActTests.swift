import Console
import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("/console/{tenant}/users/{app_user_id}/acts/{act}")
struct PersonActTests {
    private let phone = "$RCAnonymousID:phone"

    private func run(
        answering script: @escaping Upstream.Script = { _, _ in .missing },
        like file: String = "stockpot",
        _ body: @escaping @Sendable (TestAPI, ConsoleBrowser) async throws -> Void
    ) async throws {
        try await TestAPI.run(like: file, answering: script) { api in
            try await body(api, try await ConsoleBrowser.signIn(by: api.secretKey, to: api))
        }
    }

    @Test("no act is carried out without the form's token, or from another site")
    func tokens() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            try await api.tenant.database.numberChanges()
            let before = try await browser.get("/users/u_1/export").json["records"]
            for act in ActsView.all {
                for token in ["", "0", String(repeating: "0", count: 32)] {
                    let answer = try await browser.post(
                        "/users/u_1/acts/\(act.name)",
                        [
                            "confirmation": "u_1", "note": "n", "entitlement_id": "plus",
                            "duration": "P1M", "reason": "r",
                        ], token: token)
                    #expect(answer.status == 403, "\(act.name)")
                }
            }
            #expect(try await browser.get("/users/u_1/export").json["records"] == before)
        }
    }

    @Test("a read key may do no act")
    func readKey() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let browser = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            for act in ActsView.all {
                let answer = try await browser.post(
                    "/users/u_1/acts/\(act.name)",
                    [
                        "confirmation": "u_1", "note": "n", "entitlement_id": "plus",
                        "duration": "P1M", "reason": "r", "merge_id": "m", "grant_id": "g",
                        "credit_id": "c", "campaign_id": "c", "event_id": "e",
                        "household_id": "h", "app_user_id": "u_1", "notice_id": "n",
                    ])
                #expect(answer.status == 403, "\(act.name): \(answer.status)")
            }
            #expect(try await api.get("getAppUser", "/v1/users/u_1").status == 200)
        }
    }

    @Test("a note is kept once, however often its form is sent")
    func note() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            for _ in 0..<2 {
                let sent = try await browser.post(
                    "/users/u_1/acts/note", ["note": "She called.", "idempotency_key": "k"])
                let page = try await browser.follow(sent)
                #expect(page.text.contains("The note is kept."))
            }
            let notes = try await api.get(
                "listNotes", "/v1/admin/users/u_1/notes", key: api.secretKey)
            #expect(try notes.json["data"]?.array?.count == 1)
        }
    }

    @Test("a merge is previewed without a change, then made, and undone")
    func merge() async throws {
        try await run { [phone] api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: phone))
            try await api.tenant.receive(.other("NEW_TYPE", appUserID: "u_1"))
            let fields: KeyValuePairs = [
                "anonymous_app_user_id": phone, "app_user_id": "u_1", "dry_run": "true",
            ]
            let preview = try await browser.post("/users/u_1/acts/identify", fields)
            #expect(preview.status == 200)
            #expect(preview.text.contains("It would be"))
            #expect(preview.text.contains("\(phone) moves"))
            let audit = "/v1/admin/audit_entries?app_user_id=u_1"
            let none = try await api.get("listAuditEntries", audit, key: api.secretKey)
            #expect(try none.json["data"] == [])
            let merged = try await browser.follow(
                try await browser.post(
                    "/users/u_1/acts/identify",
                    [
                        "anonymous_app_user_id": phone, "app_user_id": "u_1",
                        "reason": "ticket 7",
                    ]))
            #expect(merged.text.contains("They are one person now."))
            #expect(merged.text.contains("Identify and merge: ticket 7"))
            let entry = try await api.get("listAuditEntries", audit, key: api.secretKey)
            let id = try #require(entry.json["data"]?.array?.first?["merge_id"]?.string)
            #expect(merged.text.contains("value=\"\(id)\""))
            let undone = try await browser.follow(
                try await browser.post(
                    "/users/u_1/acts/undo", ["merge_id": id, "reason": "wrong"]))
            #expect(undone.text.contains("The merge is undone."))
            let person = try await api.get("getAppUser", "/v1/users/u_1")
            #expect(try person.json["app_user_ids"] == ["u_1"])
        }
    }

    @Test("a grant is given and revoked, with reasons in the audit")
    func grant() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.other("NEW_TYPE", appUserID: "u_1"))
            try await api.tenant.create("$RCAnonymousID:x")
            let path = "/users/%24RCAnonymousID%3Ax"
            let given = try await browser.follow(
                try await browser.post(
                    "\(path)/acts/grant",
                    ["entitlement_id": "plus", "duration": "lifetime", "reason": "sorry"]))
            #expect(given.text.contains("plus forever"))
            let id = try #require(
                given.text.firstMatch(of: #/value="([0-9a-f-]{36})">plus forever/#)?.1)
            let revoked = try await browser.follow(
                try await browser.post(
                    "\(path)/acts/revoke", ["grant_id": String(id), "reason": "over & out"]))
            #expect(revoked.text.contains("The grant is revoked."))
            let audit = try await api.get(
                "listAuditEntries", "/v1/admin/audit_entries", key: api.secretKey)
            #expect(
                try audit.json["data"]?.array?.prefix(2).map { $0["reason"] }
                    == ["over & out", "sorry"])
        }
    }

    @Test("a refusal is shown at its status, with its way out and the fields as they were typed")
    func refused() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            let sync = try await browser.post("/users/u_1/acts/sync")
            #expect(sync.status == 409)
            #expect(sync.text.contains("/errors/upstream_not_configured"))
            let grant = try await browser.post(
                "/users/u_1/acts/grant",
                ["entitlement_id": "plus", "duration": "P1Q", "reason": "because of ticket 12"])
            #expect(grant.status == 422)
            #expect(grant.text.contains("/duration"))
            #expect(grant.text.contains("value=\"because of ticket 12\""))
            #expect(grant.text.contains("id=\"act-grant\" open"))
            #expect(try await browser.post("/users/u_1/acts/fly").status == 404)
        }
    }

    @Test("a person is erased only if their id was typed, and their notes with them")
    func erase() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            _ = try await browser.post("/users/u_1/acts/note", ["note": "n"])
            for typed in ["u_2", "U_1", "u_1 "] {
                let refused = try await browser.post(
                    "/users/u_1/acts/erase", ["confirmation": typed])
                #expect(refused.status == 422)
            }
            let erased = try await browser.follow(
                try await browser.post("/users/u_1/acts/erase", ["confirmation": "u_1"]))
            #expect(erased.text.contains("The person is erased."))
            #expect(try await browser.get("/users/u_1").status == 404)
            let left = try await TestDatabase.shared.administer(
                "select from entitlements.operator_notes where tenant_id = '\(api.tenant.id)'")
            #expect(left.isEmpty)
        }
    }

    @Test("a member is removed, a notice put away, and an event retried beside what they are about")
    func besides() async throws {
        try await run { api, browser in
            try await api.tenant.receive(
                .failing(id: "e1", appUserID: "u_2"))
            let household = try await api.tenant.found("u_1", with: ["u_2"])
            let notice = try await api.tenant.notices(of: "u_2").first?["notice_id"]?.string
            let away = try await browser.post(
                "/users/u_2/acts/dismiss", ["notice_id": try #require(notice)])
            #expect(away.status == 303)
            let retried = try await browser.post("/users/u_2/acts/retry", ["event_id": "e1"])
            #expect(retried.status == 303)
            let removed = try await browser.follow(
                try await browser.post(
                    "/users/u_2/acts/remove",
                    ["household_id": household.uuidString, "app_user_id": "u_2"]))
            #expect(removed.text.contains("They left the household."))
            #expect(
                try await api.get("getAppUserHousehold", "/v1/users/u_2/household").status == 404)
        }
    }

    @Test("what was done is said in our words, and leads nowhere else")
    func done() async throws {
        try await run { api, browser in
            try await api.tenant.receive(.nowRunning(appUserID: "u_1"))
            for word in ["https://evil.example", "%3Cb%3Ehi", "//evil.example"] {
                let page = try await browser.get("/users/u_1?done=\(word)")
                #expect(page.status == 200)
                #expect(!page.text.contains("evil"))
                #expect(!page.text.contains("role=\"status\""))
            }
            for id in ["%2F%2Fevil.example", "https%3A%2F%2Fevil.example", "%5C%5Cevil.example"] {
                try await api.tenant.receive(
                    .nowRunning(id: id, appUserID: try PercentEncoding.decoded(id[...])))
                let answer = try await browser.post("/users/\(id)/acts/note", ["note": "n"])
                #expect(answer["location"] == "\(browser.root)/users/\(id)?done=note")
            }
        }
    }
}
