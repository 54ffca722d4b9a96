import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Why RevenueCat cannot be read", .timeLimit(.minutes(5)))
struct UpstreamFailureTests {
    private static let bought = RevenueCatEvent.nowRunning()

    /// What RevenueCat answers, and the code of each call during it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: UpstreamAnswer
        let code: String
    }

    @Test(
        "each call has the code of the cause, and none that of a spent budget",
        arguments: [
            Case(
                testDescription: "401", answer: .text("{}", status: 401),
                code: "upstream_key_unusable"),
            Case(
                testDescription: "403", answer: .text("", status: 403),
                code: "upstream_key_unusable"),
            Case(
                testDescription: "503 for a minute",
                answer: .text("", status: 503, headers: ["Retry-After": "60"]),
                code: "upstream_unavailable"),
            Case(
                testDescription: "500", answer: .text("", status: 500),
                code: "upstream_unavailable"),
            Case(
                testDescription: "a lost connection", answer: .brokenOff(""),
                code: "upstream_unavailable"),
            Case(
                testDescription: "UTF-16", answer: .bytes(utf16(of: #"{"subscriber":{}}"#)),
                code: "upstream_unreadable"),
        ], [TenantDefinition.SnapshotPolicy.API.v1, .v2])
    func codes(one: Case, version: TenantDefinition.SnapshotPolicy.API) async throws {
        try await TestAPI.run(answering: { _, _ in one.answer }) { api in
            try await api.tenant.takeTokens {
                $0.read(version)
                $0.snapshotPolicy.requestsPerMinute = 10_000
            }
            try await api.tenant.setUpstreamKey()
            for _ in 0..<3 {
                for response in [
                    try await api.sync("u_42"), try await api.sync("u_43"),
                    try await api.me("syncMe", "/v1/me/sync", method: "POST", as: "u_44"),
                ] {
                    #expect(try response.code == one.code)
                    #expect(response.status == (one.code == "upstream_unreadable" ? 502 : 503))
                    let seconds = try #require(response["retry-after"].flatMap { Int($0) })
                    #expect((1...60).contains(seconds))
                    #expect(try response.json["stored_answer"]?["plan"] == "free")
                }
            }
        }
    }

    @Test("a key that cannot be opened has its own code until it is set anew")
    func sealed() async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber(having: [Self.bought]) }) { api in
            _ = try await api.tenant.database.callOne(
                SetUpstreamKey(sealed: [UInt8](repeating: 1, count: 64)), in: api.tenant.id)
            for _ in 0..<2 {
                #expect(try await api.sync("u_42").code == "upstream_key_unusable")
            }
            try await api.tenant.setUpstreamKey()
            #expect(try await api.sync("u_42").json["plan"] == "plus")
        }
    }

    @Test("a corrected key counts at once, whatever the wrong one's reading still does")
    func corrected() async throws {
        let held = HeldAnswer()
        try await TestAPI.run(answering: { request, _ in
            guard request["authorization"] == ["Bearer sk_right"] else { return .held(held) }
            let id = String(request.target.suffix(4))
            return .subscriber(having: [Self.bought.transaction(id, original: id)])
        }) { api in
            try await api.tenant.setUpstreamKey("sk_wrong")
            async let late = api.sync("u_42")
            async let later = api.sync("u_43")
            #expect(await eventually { api.upstream.requests.count == 2 })
            try await api.tenant.setUpstreamKey("sk_right")
            held.give(.text("{}", status: 401))
            #expect(try await late.json["plan"] == "plus")
            #expect(try await later.json["plan"] == "plus")
            #expect(try await api.sync("u_44").json["plan"] == "plus")
        }
    }

    @Test("a key that is deleted while it is refused leaves none")
    func deleted() async throws {
        let held = HeldAnswer()
        try await TestAPI.run(answering: { _, _ in .held(held) }) { api in
            try await api.tenant.setUpstreamKey("sk_wrong")
            async let late = api.sync("u_42")
            #expect(await eventually { api.upstream.requests.count == 1 })
            try await api.tenant.deleteUpstreamKey()
            held.give(.text("{}", status: 401))
            #expect(try await late.code == "upstream_not_configured")
        }
    }
}

/// Little-endian, with a byte order mark.
private func utf16(of text: String) -> [UInt8] {
    [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
}

extension TestAPI {
    func sync(
        _ appUserID: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RawHTTPResponse {
        try await send(
            "syncAppUser", "POST", "/v1/users/\(appUserID)/sync", key: secretKey,
            sourceLocation: sourceLocation)
    }
}
