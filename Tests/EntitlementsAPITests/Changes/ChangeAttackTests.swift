import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Tries to read the changes of others: with foreign numbers, with other credentials, and with a
/// request that was open before its key or token ceased to count.
@Suite("Attacks on the feed of changes", .timeLimit(.minutes(5)))
struct ChangeAttackTests {
    private enum Credential: Sendable {
        case none, secret, read, token, statement, otherTenants
    }

    private struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let operation: String
        let target: String
        let credential: Credential
        var headers: [(String, String)] = []
        let refusal: String
    }

    private static let attacks = [
        Attack(
            testDescription: "no credential", operation: "streamChanges",
            target: "/v1/changes/stream", credential: .none, refusal: "401 unauthorized"),
        Attack(
            testDescription: "a read key", operation: "streamChanges",
            target: "/v1/changes/stream", credential: .read, refusal: "403 forbidden"),
        Attack(
            testDescription: "a phone's token on the stream", operation: "streamChanges",
            target: "/v1/changes/stream", credential: .token, refusal: "401 unauthorized"),
        Attack(
            testDescription: "a phone's token on the tenant's pages", operation: "listChanges",
            target: "/v1/changes", credential: .token, refusal: "401 unauthorized"),
        Attack(
            testDescription: "a signed statement on the stream", operation: "streamChanges",
            target: "/v1/changes/stream", credential: .statement, refusal: "401 unauthorized"),
        Attack(
            testDescription: "a signed statement as a phone's token", operation: "listMyChanges",
            target: "/v1/me/changes", credential: .statement, refusal: "401 token_refused"),
        Attack(
            testDescription: "a secret key as a phone's token", operation: "listMyChanges",
            target: "/v1/me/changes", credential: .secret, refusal: "401 token_refused"),
        Attack(
            testDescription: "the key of another tenant that names this one",
            operation: "streamChanges", target: "/v1/changes/stream", credential: .otherTenants,
            refusal: "404 tenant_not_found"),
        Attack(
            testDescription: "a key in the query, as EventSource would need it",
            operation: "streamChanges", target: "/v1/changes/stream?access_token=KEY",
            credential: .none, refusal: "401 unauthorized"),
        Attack(
            testDescription: "an unknown parameter with a valid key", operation: "streamChanges",
            target: "/v1/changes/stream?app_user_id=u_1", credential: .secret,
            refusal: "422 validation_failed"),
        Attack(
            testDescription: "a phone that names another person", operation: "listMyChanges",
            target: "/v1/me/changes?app_user_id=u_other", credential: .token,
            refusal: "422 validation_failed"),
        Attack(
            testDescription: "a number that the log does not have yet", operation: "listChanges",
            target: "/v1/changes?after=4&wait=30", credential: .secret,
            refusal: "410 changes_gone"),
        Attack(
            testDescription: "such a number of a phone", operation: "listMyChanges",
            target: "/v1/me/changes?after=4&wait=30", credential: .token,
            refusal: "410 changes_gone"),
        Attack(
            testDescription: "a number above all numbers", operation: "streamChanges",
            target: "/v1/changes/stream", credential: .secret,
            headers: [("Last-Event-ID", "9223372036854775808")], refusal: "400 invalid_request"),
        Attack(
            testDescription: "two last events", operation: "streamChanges",
            target: "/v1/changes/stream", credential: .secret,
            headers: [("Last-Event-ID", "1"), ("Last-Event-ID", "0")],
            refusal: "400 invalid_request"),
        Attack(
            testDescription: "SQL as a last event", operation: "streamChanges",
            target: "/v1/changes/stream", credential: .secret,
            headers: [("Last-Event-ID", "0 or true")], refusal: "400 invalid_request"),
    ]

    /// The tenant has three changes: two of u_other, and one of u_1.
    private func run(
        maximumChangeReaders: Int = 100,
        _ body: @escaping @Sendable (TestAPI) async throws -> Void
    ) async throws {
        try await TestAPI.run(maximumChangeReaders: maximumChangeReaders) { api in
            try await api.tenant.takeTokens()
            try await api.tenant.rotateSigningKey()
            for person in ["u_other", "u_1", "u_third"] { try await api.tenant.grant(to: person) }
            try await api.tenant.database.numberChanges()
            api.credentials.invalidate()
            try await body(api)
        }
    }

    @Test("a wrong credential, person or number reads nothing", arguments: attacks)
    private func refused(attack: Attack) async throws {
        try await run { api in
            let key: String? =
                switch attack.credential {
                case .none: nil
                case .secret: api.secretKey
                case .read: api.readKey
                case .token: try TestAPI.token(of: "u_1")
                case .statement:
                    try await api.me("getMyToken", "/v1/me/token", as: "u_1").json["token"]?.string
                case .otherTenants: try await TestTenant.create().key(.secret)
                }
            let response = try await api.send(
                attack.operation, "GET",
                attack.target.replacing("KEY", with: api.secretKey), key: key,
                headers: [("Hearth-Tenant", api.tenant.slug)] + attack.headers)
            #expect(try response.refusal == attack.refusal)
            #expect(!response.text.contains("u_other"))
        }
    }

    @Test("a number of another tenant's log shows only the caller's own changes")
    func foreignNumber() async throws {
        try await run { api in
            let other = try await TestTenant.create()
            for number in 1...5 { try await other.grant(to: "u_theirs_\(number)") }
            try await other.database.numberChanges()
            let key = try await other.key(.secret)
            let mine = try await api.get("listChanges", "/v1/changes?after=2", key: key)
            #expect(try mine.json["data"]?.array?.count == 3)
            #expect(!mine.text.contains("u_third"))
            for (operation, path) in [
                ("listChanges", "/v1/changes?after=4"),
                ("streamChanges", "/v1/changes/stream?after=4"),
            ] {
                let response = try await api.get(operation, path, key: api.secretKey)
                #expect(try response.refusal == "410 changes_gone")
            }
            let phone = try await api.me("listMyChanges", "/v1/me/changes?after=0", as: "u_1")
            #expect(try phone.json["data"]?.array?.map { $0["number"] } == [2])
        }
    }

    @Test("line breaks in an id make no event of their own")
    func forgedEvent() async throws {
        try await run { api in
            try await api.stream(after: 3) { stream in
                try await api.tenant.grant(to: "u\n\nid: 999\ndata: {\"number\":999}\n\n")
                try await api.tenant.grant(to: "u_end")
                try await api.tenant.database.numberChanges()
                let text = try await stream.text(through: #""app_user_id":"u_end""#)
                let fields = text.split(whereSeparator: \.isNewline).filter {
                    $0.hasPrefix("id:") || $0.hasPrefix("data:")
                }
                #expect(fields.count == 4)
                #expect(!fields.contains("id: 999"))
            }
        }
    }

    @Test("a revoked key ends its open stream, before anything more is written")
    func revokedKey() async throws {
        try await run { api in
            try await api.stream(after: 3) { stream in
                try await api.tenant.grant(to: "u_before")
                try await api.tenant.database.numberChanges()
                _ = try await stream.text(through: #""app_user_id":"u_before""#)
                try await api.revoke(api.secretKey)
                try await api.tenant.grant(to: "u_after")
                try await api.tenant.database.numberChanges()
                // The last chunk: the answer is whole.
                let rest = try await stream.text(through: "0\r\n\r\n")
                #expect(!rest.contains("u_after"))
            }
            let again = try await api.get("streamChanges", "/v1/changes/stream", key: api.secretKey)
            #expect(try again.refusal == "401 unauthorized")
        }
    }

    @Test("a change of another key or tenant ends no stream")
    func otherKey() async throws {
        try await run { api in
            try await api.stream(after: 3) { stream in
                try await api.revoke(api.readKey)
                try await api.tenant.grant(to: "u_after")
                try await api.tenant.database.numberChanges()
                _ = try await stream.text(through: #""app_user_id":"u_after""#)
            }
        }
    }

    @Test("a key that is revoked, and a token that ends, while a request waits read nothing")
    func endedWhileWaiting() async throws {
        try await run(maximumChangeReaders: 3) { api in
            try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        try await api.waiting {
                            number == 0
                                ? try await api.me(
                                    "listMyChanges", "/v1/me/changes?after=3&wait=30", as: "u_1")
                                : try await api.get(
                                    "listChanges", "/v1/changes?after=3&wait=30",
                                    key: api.secretKey)
                        }.refusal
                    }
                }
                // The tenant has no room left: all three wait.
                let allWait = try await eventually {
                    try await api.get(
                        "listChanges", "/v1/changes?after=3&wait=1", key: api.secretKey
                    ).status == 503
                }
                #expect(allWait)
                try await api.revoke(api.secretKey)
                _ = try await api.tenant.database.callOne(
                    DeleteSecret(kind: "token_secret", name: TestTokens.issuer, slot: 1),
                    in: api.tenant.id)
                api.credentials.invalidate()
                try await api.tenant.found("u_1")
                try await api.tenant.database.numberChanges()
                var refusals: [String] = []
                for try await refusal in group { refusals.append(refusal) }
                #expect(
                    refusals.sorted()
                        == ["401 token_refused", "401 unauthorized", "401 unauthorized"])
            }
        }
    }

    @Test("one person's waiting requests leave room for others")
    func crowd() async throws {
        try await run { api in
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        let response = try await api.waiting {
                            try await api.me(
                                "listMyChanges", "/v1/me/changes?after=3&wait=30", as: "u_1")
                        }
                        #expect(response.status == 200)
                    }
                }
                let isFull = try await eventually {
                    try await api.me("listMyChanges", "/v1/me/changes?after=3&wait=1", as: "u_1")
                        .status == 503
                }
                #expect(isFull)
                let other = try await api.me(
                    "listMyChanges", "/v1/me/changes?after=3&wait=1", as: "u_third")
                #expect(other.status == 200)
                try await api.tenant.found("u_1")
                try await api.tenant.database.numberChanges()
                try await group.waitForAll()
            }
        }
    }

    @Test("no page reads the stream: no preflight, no header, whatever key it has")
    func page() async throws {
        try await TestAPI.run { api in
            let page = "https://app.example"
            try await api.tenant.takeTokens {
                $0.endUsers.origins = Set([WebOrigin(rawValue: page)].compactMap(\.self))
            }
            for (method, target) in [
                ("OPTIONS", "/v1/changes/stream"), ("OPTIONS", "/v1/changes"),
                ("GET", "/v1/changes"), ("GET", "/v1/changes/stream?after=9"),
            ] {
                let response = try await RawHTTPConnection.with(port: api.port) { connection in
                    try await connection.send(
                        "\(method) \(target) HTTP/1.1\r\nHost: hearth.test\r\nOrigin: \(page)\r\n"
                            + "Access-Control-Request-Method: GET\r\n"
                            + "Access-Control-Request-Headers: authorization\r\n"
                            + "Authorization: Bearer \(api.secretKey)\r\n\r\n")
                    return try await connection.response()
                }
                #expect(response["access-control-allow-origin"] == nil)
                if method == "OPTIONS" { #expect(response.status == 405) }
            }
        }
    }
}
