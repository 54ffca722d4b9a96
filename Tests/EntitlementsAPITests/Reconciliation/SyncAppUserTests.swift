import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/users/{app_user_id}/sync", .timeLimit(.minutes(5)))
struct SyncAppUserTests {
    private static let bought = RevenueCatEvent.nowRunning()

    @Test("a sync adds a snapshot, and returns entitlements and changes")
    func synced() async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber(having: [Self.bought]) }) { api in
            try await api.tenant.setUpstreamKey()
            let response = try await api.sync("u_42")
            #expect(response.status == 200)
            let json = try response.json
            #expect(json["app_user_id"] == "u_42")
            #expect(json["entitlements"]?["plus"]?["is_active"] == true)
            #expect(json["confirmed_at"]?.string != nil)
            #expect(json["changes"]?.array?.count == 1)
            let change = json["changes"]?.array?.first
            #expect(change?["cause"] == "late_event" || change?["cause"] == "missed_event")
            #expect(change?["before"] == .null)
            #expect(change?["after"]?["status"] == "active")
            #expect(change?["access_affected"] == true)

            let again = try await api.sync("u_42")
            #expect(try again.json["changes"] == [])
            #expect(try again.json["entitlements"] == json["entitlements"])
            #expect(api.upstream.targets == ["/v1/subscribers/u_42", "/v1/subscribers/u_42"])
        }
    }

    @Test("simultaneous syncs of one app user share a snapshot")
    func shared() async throws {
        let held = HeldAnswer()
        try await TestAPI.run(answering: { _, _ in .held(held) }) { api in
            try await api.tenant.setUpstreamKey()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await api.sync("u_42").status } }
                _ = await eventually { !api.upstream.requests.isEmpty }
                held.give(.subscriber(having: [Self.bought]))
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 8))
            // A late call may make its own request.
            #expect(api.upstream.requests.count < 8)
        }
    }

    @Test("without an upstream key a sync makes no request")
    func notConfigured() async throws {
        try await TestAPI.run { api in
            let response = try await api.sync("u_42")
            #expect(response.status == 409)
            #expect(try response.code == "upstream_not_configured")
            #expect(api.upstream.requests.isEmpty)
        }
    }

    @Test("an app user unknown to v2 gets the stored answer")
    func unknown() async throws {
        try await TestAPI.run { api in
            try await api.tenant.apply {
                $0.snapshotPolicy.api = .v2
                $0.snapshotPolicy.project = "proj1"
            }
            try await api.tenant.setUpstreamKey()
            let response = try await api.sync("u_42")
            #expect(response.status == 200)
            #expect(try response.json["changes"] == [])
            #expect(try response.json["plan"] == "free")
        }
    }

    @Test(
        "if RevenueCat fails, the stored answer is returned with its age",
        arguments: [
            (UpstreamAnswer.text("", status: 500), "upstream_unavailable"),
            (.text("<html>", status: 200), "upstream_unavailable"),
            (.text("{}", status: 200), "upstream_unreadable"),
            (.text("{}", status: 401), "upstream_key_unusable"),
            (.text("", status: 429, headers: ["Retry-After": "30"]), "upstream_budget_spent"),
        ])
    func unavailable(answer: UpstreamAnswer, code: String) async throws {
        try await TestAPI.run(answering: { _, number in
            number == 0 ? .subscriber(having: [Self.bought]) : answer
        }) { api in
            try await api.tenant.setUpstreamKey()
            let confirmedAt = try await api.sync("u_42").json["confirmed_at"]
            let response = try await api.sync("u_42")
            #expect(response.status == (code == "upstream_unreadable" ? 502 : 503))
            #expect(try response.code == code)
            let seconds = try #require(response["retry-after"].flatMap { Int($0) })
            #expect((1...60).contains(seconds))
            let stored = try response.json["stored_answer"]
            #expect(stored?["confirmed_at"] == confirmedAt)
            #expect(stored?["entitlements"]?["plus"]?["is_active"] == true)

            let lookup = try await api.get("getEntitlements", "/v1/users/u_42/entitlements")
            #expect(lookup.status == 200)
        }
    }

    @Test(
        "while RevenueCat works on another request about a person, they alone are told to wait",
        arguments: [
            UpstreamAnswer.json(["code": 7_638, "message": "in progress"], status: 429),
            .json(["type": "resource_locked_error", "backoff_ms": 1_000], status: 423),
        ])
    func busy(answer: UpstreamAnswer) async throws {
        try await TestAPI.run(answering: { request, _ in
            request.target.contains("busy") ? answer : .subscriber(having: [Self.bought])
        }) { api in
            try await api.tenant.setUpstreamKey()
            for _ in 0..<2 {
                let response = try await api.sync("busy")
                #expect(response.status == 503)
                #expect(try response.code == "upstream_busy")
                let seconds = try #require(response["retry-after"].flatMap { Int($0) })
                #expect((1...2).contains(seconds))
                #expect(try response.json["stored_answer"]?["app_user_id"] == "busy")
                let other = try await api.sync("u_42")
                #expect(other.status == 200, "\(other.text)")
            }
        }
    }

    /// Version 1 creates a customer for each id it is asked for.
    @Test("a customer of another project, read before the purchase, ends no access")
    func anotherProject() async throws {
        try await TestAPI.run(answering: { _, number in
            .subscriber(since: TestClock.start, status: number == 0 ? 201 : 200)
        }) { api in
            try await api.tenant.setUpstreamKey()
            #expect(try await api.sync("u_42").json["plan"] == "free")
            try await api.tenant.receive(
                Self.bought.occurring(at: TestClock.start.advanced(bySeconds: 3)))
            for _ in 0..<2 {
                let json = try await api.sync("u_42").json
                #expect(json["plan"] == "plus")
                #expect(json["changes"] == [])
                #expect(json["is_conflicting"] == true)
            }
            let lookup = try await api.get("getEntitlements", "/v1/users/u_42/entitlements")
            #expect(try lookup.json["entitlements"]?["plus"]?["is_active"] == true)
        }
    }

    @Test("after a 429 no request is made early, and answers have Retry-After")
    func rateLimited() async throws {
        try await TestAPI.run(answering: { _, _ in
            .text("", status: 429, headers: ["Retry-After": "30"])
        }) { api in
            try await api.tenant.setUpstreamKey()
            for _ in 0..<4 {
                let response = try await api.sync("u_42")
                #expect(try response.code == "upstream_budget_spent")
                let seconds = try #require(response["retry-after"].flatMap { Int($0) })
                #expect((20...30).contains(seconds))
                #expect(try response.json["stored_answer"]?["confirmed_at"] == .null)
            }
            #expect(api.upstream.requests.count == 1)
        }
    }

    @Test("a read key, a wrong environment and another tenant's app user are refused")
    func refused() async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber() }) { api in
            try await api.tenant.setUpstreamKey()
            let target = "/v1/users/u_42/sync"
            let forbidden = try await api.send("syncAppUser", "POST", target, key: api.readKey)
            #expect(try forbidden.code == "forbidden")
            let invalid = try await api.send(
                "syncAppUser", "POST", "\(target)?environment=moon", key: api.secretKey)
            #expect(try invalid.pointers == ["/environment"])
            #expect(api.upstream.requests.isEmpty)

            let other = try await TestTenant.create()
            try await other.receive(Self.bought)
            #expect(try await api.sync("u_42").json["plan"] == "free")
        }
    }
}
