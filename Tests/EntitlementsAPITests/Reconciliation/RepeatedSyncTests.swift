import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("A restore after another reading", .timeLimit(.minutes(5)))
struct RepeatedSyncTests {
    private static let bought = RevenueCatEvent.nowRunning().transaction("t_1", original: "t_1")

    /// How the phone has the person read, before the purchase.
    enum Earlier: String, CaseIterable, Sendable {
        case sync, wait, claim

        func ask(_ api: TestAPI) async throws {
            switch self {
            case .sync:
                let response = try await api.restore("u_42")
                #expect(try response.json["changes"] == [])
                #expect(try response.json["confirmed_at"]?.string != nil)
            case .wait:
                _ = try await api.me(
                    "getMyEntitlements", "/v1/me/entitlements?await_transaction=t_0&timeout=1",
                    as: "u_42")
            case .claim:
                _ = try await api.post(
                    "claimMine", "/v1/me/claims", ["app_user_id_of_purchase": "u_0"],
                    key: try TestAPI.token(of: "u_42"),
                    headers: [("Hearth-Tenant", api.tenant.slug)])
            }
        }
    }

    /// Answers the first reading without the purchase, and the others with it.
    private static func script(_ version: TenantDefinition.SnapshotPolicy.API) -> Upstream.Script {
        let later = Upstream.people(read: .v2) { _, _ in [bought] }
        return { request, number in
            guard version == .v1 else {
                return number == 0 ? .missing : later(request, number)
            }
            return .subscriber(
                having: number == 0 ? [] : [bought],
                at: TestClock.start.advanced(bySeconds: Int64(number)))
        }
    }

    @Test(
        "a reading that found nothing is not reused",
        arguments: [TenantDefinition.SnapshotPolicy.API.v1, .v2], Earlier.allCases)
    func found(version: TenantDefinition.SnapshotPolicy.API, earlier: Earlier) async throws {
        try await TestAPI.run(answering: Self.script(version)) { api in
            try await api.tenant.takeTokens { $0.read(version) }
            try await api.tenant.setUpstreamKey()
            try await earlier.ask(api)
            #expect(api.upstream.requests.count == 1)
            let json = try await api.restore("u_42").json
            #expect(json["entitlements"]?["plus"]?["is_active"] == true)
            #expect(json["changes"]?.array?.count == 1)
            #expect(json["confirmed_at"]?.string != nil)
        }
    }

    @Test("a wait for a purchase makes its own reading")
    func waitAfterSync() async throws {
        try await TestAPI.run(answering: Self.script(.v1)) { api in
            try await api.tenant.takeTokens()
            try await api.tenant.setUpstreamKey()
            _ = try await api.restore("u_42")
            let response = try await api.me(
                "getMyEntitlements", "/v1/me/entitlements?await_transaction=t_1&timeout=2",
                as: "u_42")
            #expect(try response.json["is_transaction_known"] == true)
            #expect(api.upstream.requests.count == 2)
        }
    }

    @Test("a call reads again if a reading that began before it found nothing")
    func joined() async throws {
        let held = HeldAnswer()
        try await TestAPI.run(answering: { _, number in
            number == 0
                ? .held(held)
                : .subscriber(having: [Self.bought], at: TestClock.start.advanced(bySeconds: 1))
        }) { api in
            try await api.tenant.setUpstreamKey()
            async let first = api.sync("u_42")
            #expect(await eventually { api.upstream.requests.count == 1 })
            async let second = api.sync("u_42")
            // Either order is right: a second call that comes late reads anyway.
            held.give(.subscriber())
            #expect(try await first.json["changes"] == [])
            #expect(try await second.json["changes"]?.array?.count == 1)
        }
    }

    @Test("one person has ten readings in a minute, and their repetitions are refused")
    func limited() async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber() }) { api in
            try await api.tenant.takeTokens()
            try await api.tenant.setUpstreamKey()
            let begun = ContinuousClock.now
            var response = try await api.restore("u_42")
            var count = 1
            while response.status == 200, count < 30 {
                response = try await api.restore("u_42")
                count += 1
            }
            #expect(try response.refusal == "429 too_many_requests")
            #expect(response["retry-after"].flatMap { Int($0) }.map((1...6).contains) == true)
            #expect(count >= 11)
            if begun.duration(to: .now) < .seconds(6) { #expect(count == 11) }
            #expect(try await api.restore("u_43").status == 200)
        }
    }

    @Test("a person whom neither side knows is told when RevenueCat was read", arguments: 0..<4)
    func stranger(number: Int) async throws {
        let answers: [UpstreamAnswer] = [
            .subscriber(status: 201), .subscriber(), .missing, .list([]),
        ]
        try await TestAPI.run(answering: { request, _ in
            request.target.hasSuffix("u_42") && number > 1
                ? .json(["first_seen_at": 1_777_622_400_000]) : answers[number]
        }) { api in
            try await api.tenant.takeTokens { $0.read(number < 2 ? .v1 : .v2) }
            try await api.tenant.setUpstreamKey()
            for response in [try await api.sync("u_42"), try await api.restore("u_42")] {
                #expect(response.status == 200)
                #expect(try response.json["confirmed_at"]?.string?.hasPrefix("202") == true)
                #expect(try response.json["changes"] == [])
            }
        }
    }
}

extension TestAPI {
    fileprivate func restore(_ subject: String) async throws -> RawHTTPResponse {
        try await me("syncMe", "/v1/me/sync", method: "POST", as: subject)
    }
}
