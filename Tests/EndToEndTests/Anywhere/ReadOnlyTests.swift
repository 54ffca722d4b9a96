import Entitlements
import PrivateCluster
import TestSupport
import Testing

@Suite("The real binary that answers lookups only", .serialized, .timeLimit(.minutes(20)))
struct ReadOnlyTests {
    @Test("on a standby it is ready, answers lookups, and refuses everything else with its code")
    func standing() async throws {
        try await StandbyTests.withStandby { hearth, standby in
            let key = try await hearth.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            try await StandbyTests.hasReplayed(standby, hearth)
            // The standby is first, and any host will do.
            let hosts = "\(hearth.login) host=\(standby.socketFolder),\(try hearth.socketFolder)"
            try await hearth.serve(["HEARTH_READ_ONLY": "true"], on: hosts) { reader in
                let ready = try await reader.request("GET", "/readyz")
                #expect(ready.status == 200 && !ready.text.contains("worker"), "\(ready.text)")
                let plan = try await StandbyTests.plan(of: "u_1", from: reader, key)
                #expect(plan == "free")
                for (method, path, body) in [
                    ("POST", "/v1/webhooks/revenuecat/stockpot", "{}"),
                    ("POST", "/v1/users", #"{"kind":"anonymous"}"#),
                    ("POST", "/v1/users/u_1/sync", ""), ("GET", "/v1/changes?after=0", ""),
                    ("GET", "/v1/changes/stream", ""),
                    ("PUT", "/v1/admin/catalog", "{}"),
                    ("GET", "/v1/users/u_1/entitlements?await_transaction=t&timeout=1", ""),
                ] {
                    let refused = try await reader.request(
                        method, path, authorization: "Bearer \(key)", body: Array(body.utf8))
                    #expect(refused.status == 503, "\(path): \(refused.text)")
                    #expect(refused.text.contains(#""code":"read_only""#), "\(refused.text)")
                    #expect(refused["retry-after"] == nil)
                    #expect(refused["hearth-position"] == nil)
                }
                let findings = try await reader.request(
                    "GET", "/v1/admin/findings", authorization: "Bearer \(key)")
                #expect(findings.status == 200, "\(findings.text)")
                #expect(try await reader.request("GET", "/console").status == 404)
                let uses = try await hearth.ask(
                    "select last_used_at from entitlements.api_keys where last_used_at is not null",
                    as: TestCluster.superuser(of: hearth.administrator))
                #expect(uses.isEmpty)
            }
        }
    }

    @Test("a lookup with a position waits for it, and is refused after a second")
    func positions() async throws {
        try await StandbyTests.withStandby { hearth, standby in
            let key = try await hearth.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            try await StandbyTests.hasReplayed(standby, hearth)
            let place = "\(hearth.login) host=\(standby.socketFolder)"
            try await hearth.serve { server in
                try await hearth.serve(["HEARTH_READ_ONLY": "true"], on: place) { reader in
                    for number in 0..<20 {
                        let taken = try await StandbyTests.deliver("u_\(number)", to: server)
                        let position = try #require(taken["hearth-position"])
                        let plan = try await StandbyTests.plan(
                            of: "u_\(number)", from: reader, key, after: position)
                        #expect(plan == "plus")
                    }
                    let superuser = TestCluster.superuser(of: hearth.administrator(at: standby))
                    try await hearth.ask("select pg_wal_replay_pause()", as: superuser)
                    let taken = try await StandbyTests.deliver("paused", to: server)
                    let position = try #require(taken["hearth-position"])
                    for other in [position, "2:0/1"] {
                        let refused = try await Self.lookup("paused", reader, key, after: other)
                        #expect(refused.status == 409, "\(refused.text)")
                        #expect(refused.text.contains("position_not_reached"), "\(refused.text)")
                        #expect(refused["retry-after"] == "1")
                    }
                    let malformed = try await Self.lookup("paused", reader, key, after: "soon")
                    #expect(malformed.status == 400, "\(malformed.text)")
                    try await hearth.ask("select pg_wal_replay_resume()", as: superuser)
                    let plan = try await StandbyTests.plan(
                        of: "paused", from: reader, key, after: position)
                    #expect(plan == "plus")
                    // What was written before a promotion is in the history after it.
                    try standby.promote()
                    let after = try await StandbyTests.plan(
                        of: "paused", from: reader, key, after: position)
                    #expect(after == "plus")
                }
            }
        }
    }

    private static func lookup(
        _ appUserID: String, _ server: RunningHearth, _ key: String, after position: String
    ) async throws -> RawHTTPResponse {
        try await server.request(
            "GET", "/v1/users/\(appUserID)/entitlements", authorization: "Bearer \(key)",
            headers: ["Hearth-Position": position])
    }
}
