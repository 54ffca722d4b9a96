import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The console's runs")
struct RunsPageTests {
    @Test("no run is a sentence, and a started run is a row that leads to its page")
    func start() async throws {
        try await TestAPI.withUpstream { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await browser.get("/runs").text.contains("No run yet."))
            let fields: KeyValuePairs = [
                "scope": "all", "app_user_id": "", "stop_at_lost_percent": "7", "dry_run": "true",
            ]
            let page = try await browser.follow(try await browser.post("/runs", fields))
            #expect(page.text.contains("The run has begun."))
            #expect(page.text.contains("7 % who lose access"))
            #expect(page.text.contains("dry run"))
            let again = try await browser.post("/runs", fields)
            #expect(again.status == 409)
            #expect(again.text.contains("/errors/run_in_progress"))
            #expect(again.text.matches(of: #/<tr><td>/#).count == 1)
        }
    }

    @Test("what the form has wrong is shown with it")
    func wrong() async throws {
        try await TestAPI.withUpstream { api in
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let script = ConsoleBrowser.script
            let unknown = try await browser.post(
                "/runs", ["scope": "user", "app_user_id": script])
            #expect(unknown.status == 404)
            #expect(unknown.text.contains("/errors/app_user_not_found"))
            ConsoleBrowser.expectEscaped(unknown)
            let percent = try await browser.post(
                "/runs", ["scope": "all", "stop_at_lost_percent": "many"])
            #expect(percent.status == 422)
            #expect(percent.text.contains("<code>/stop_at_lost_percent</code>"))
        }
    }

    @Test("a run shows its differences by cause, and all of them as CSV, over pages")
    func drift() async throws {
        try await TestAPI.withUpstream { api in
            let people = (1...201).map { "u_\($0)" }
            let run = try await api.run(finding: people)
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let page = try await browser.get("/runs/\(run)")
            #expect(
                page.text.contains(
                    #/<code>missed_event<\/code>\s*<\/td><td class="number">201/#))
            #expect(page.text.contains("/runs/\(run)?cursor="))
            let file = try await browser.stream("/runs/\(run)/drift.csv") { connection in
                String(decoding: try await connection.bytesUntilClosed(), as: UTF8.self)
            }
            #expect(file.lowercased().contains("content-type: text/csv"))
            #expect(file.contains("attachment; filename=\"drift-\(run).csv\""))
            #expect(file.matches(of: #/found_at,app_user_id/#).count == 1)
            #expect(people.allSatisfy { file.contains(",\($0),") })
        }
    }

    @Test("a run is cancelled once, and not without the token or by a read key")
    func cancel() async throws {
        try await TestAPI.withUpstream { api in
            let run = try await api.newRun()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            #expect(try await browser.post("/runs/\(run)/cancel", token: "0").status == 403)
            let reader = try await ConsoleBrowser.signIn(by: api.readKey, to: api)
            #expect(try await reader.post("/runs/\(run)/cancel").status == 403)
            #expect(try await reader.post("/runs", ["scope": "all"]).status == 403)
            #expect(try await browser.get("/runs/\(run)").text.contains("data-live"))
            for _ in 0..<2 {
                let page = try await browser.follow(try await browser.post("/runs/\(run)/cancel"))
                #expect(page.text.contains("The run is cancelled."))
                #expect(page.text.contains(#"<span class="state dim">cancelled</span>"#))
                #expect(!page.text.contains("data-live"))
            }
        }
    }

    @Test("the progress of a run is streamed until it ends, and not after the key is revoked")
    func live() async throws {
        try await TestAPI.withUpstream { api in
            let run = try await api.newRun()
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            let text = try await browser.stream("/runs/\(run)/live") { connection in
                let head = try await connection.text(through: "<progress")
                #expect(head.lowercased().contains("content-type: text/event-stream"))
                _ = try await browser.post("/runs/\(run)/cancel")
                return try await connection.text(through: "event: end")
            }
            #expect(text.contains("cancelled"))
            let next = try await api.newRun()
            try await browser.stream("/runs/\(next)/live") { connection in
                _ = try await connection.text(through: "<progress")
                try await api.revoke(api.secretKey)
                let rest = try await connection.bytesUntilClosed()
                #expect(!String(decoding: rest, as: UTF8.self).contains("event: end"))
            }
        }
    }

    @Test("another tenant's run is not found")
    func foreign() async throws {
        try await TestAPI.withUpstream { other in
            let run = try await other.newRun()
            try await TestAPI.run { api in
                let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
                for page in [
                    "/runs/\(run)", "/runs/\(run)/drift.csv", "/runs/\(run)/live", "/runs/hello",
                ] {
                    #expect(try await browser.get(page).status == 404)
                }
                #expect(try await browser.post("/runs/\(run)/cancel").status == 404)
            }
            #expect(try await other.run(run).json["ended_at"] == .null)
        }
    }

    @Test("the person of a run and of a difference is shown as text")
    func escaped() async throws {
        try await TestAPI.withUpstream { api in
            let script = ConsoleBrowser.script
            let run = try await api.run(finding: [script])
            let browser = try await ConsoleBrowser.signIn(by: api.secretKey, to: api)
            ConsoleBrowser.expectEscaped(try await browser.get("/runs/\(run)"))
        }
    }
}
