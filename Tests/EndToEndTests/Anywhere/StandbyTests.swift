import Entitlements
import FoundationEssentials
import Glibc
import PrivateCluster
import TestSupport
import Testing

/// A primary and a streaming standby, and a server whose connection string names both.
@Suite("The real binary on a primary with a standby", .serialized, .timeLimit(.minutes(20)))
struct StandbyTests {
    @Test("a hung primary costs seconds: the promoted standby takes writes, and is listened to")
    func promoted() async throws {
        try await Self.withStandby { hearth, standby in
            let hosts = "\(hearth.login) host=\(try hearth.socketFolder),\(standby.socketFolder)"
            try await hearth.serve(on: "\(hosts) target_session_attrs=read-write") { server in
                #expect(try await Self.deliver("u_1", to: server).status == 200)
                let key = try await hearth.run(
                    ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
                #expect(try await Self.plan(of: "u_1", from: server, key) == "plus")
                try await Self.hasReplayed(standby, hearth)

                try await hearth.cluster.whileHanging {
                    try standby.promote()
                    var number = 1
                    let takesWrites = try await eventually(withinSeconds: 20) {
                        number += 1
                        return try await Self.deliver("u_\(number)", to: server).status == 200
                    }
                    #expect(takesWrites)
                    #expect(try await Self.plan(of: "u_1", from: server, key) == "plus")
                    let promoted = TestCluster.superuser(of: hearth.administrator(at: standby))
                    let listens = await eventually(withinSeconds: 30) {
                        let rows = try? await hearth.ask(
                            "select from pg_stat_activity where query ~* '^(listen|notify)'",
                            as: promoted)
                        return rows?.isEmpty == false
                    }
                    #expect(listens)
                    let revoked = try await hearth.ask(
                        "update entitlements.api_keys set revoked_at = now() returning 1",
                        as: promoted)
                    #expect(!revoked.isEmpty)
                }
            }
        }
    }

    @Test("the server and commands write to the primary, however the hosts are named")
    func named() async throws {
        try await Self.withStandby { hearth, standby in
            let folders = [try hearth.socketFolder, standby.socketFolder]
            let file = PackageRoot.url.appending(path: "examples/tenants/stockpot.yaml").path
            var number = 0
            for hosts in [folders, folders.reversed()] {
                for attributes in [nil, "any", "read-write", "primary"] {
                    number += 1
                    let string =
                        "\(hearth.login) host=\(hosts.joined(separator: ","))"
                        + (attributes.map { " target_session_attrs=\($0)" } ?? "")
                    let applied = try await HearthProcess.run(
                        ["tenants", "apply", file], environment: hearth.environment(string))
                    #expect(applied.exit == .status(0), "\(string): \(applied.error)")
                    try await hearth.serve(on: string) { server in
                        let ready = try await server.request("GET", "/readyz")
                        #expect(ready.status == 200, "\(string): \(ready.text)")
                        let taken = try await Self.deliver("u_\(number)", to: server)
                        #expect(taken.status == 200, "\(string): \(taken.text)")
                    }
                }
            }
        }
    }

    @Test("on a standby the server starts and lives, answers lookups, and refuses writes with 503")
    func standing() async throws {
        try await Self.withStandby { hearth, standby in
            let key = try await hearth.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            try await Self.hasReplayed(standby, hearth)
            try await hearth.serve(on: "\(hearth.login) host=\(standby.socketFolder)") { server in
                #expect(try await Self.plan(of: "u_1", from: server, key) == "free")
                #expect(try await server.request("GET", "/livez").status == 200)
                let ready = try await server.request("GET", "/readyz")
                #expect(ready.status == 503 && ready.text.contains("standby"), "\(ready.text)")
                let refused = try await Self.deliver("u_1", to: server)
                #expect(refused.status == 503 && refused.text.contains("database_unavailable"))
                #expect(refused["retry-after"] != nil)

                try standby.promote()
                let takesWrites = await eventually(withinSeconds: 20) {
                    (try? await Self.deliver("u_1", to: server).status) == 200
                }
                #expect(takesWrites)
                // A refusal is forgotten sooner than a write that was taken.
                let isReady = await eventually(withinSeconds: 2) {
                    (try? await server.request("GET", "/readyz").status) == 200
                }
                #expect(isReady)
            }
        }
    }

    static func withStandby(
        _ body: (InstalledHearth, Standby) async throws -> Void
    ) async throws {
        let folder = TestFolder(named: "primary")
        defer { folder.remove() }
        let cluster = TestCluster.make(in: folder.path + "/postgres", isDurable: true)
        try await InstalledHearth.with(cluster, asSuperuser: false) { hearth in
            try await hearth.install()
            try await Standby.with(of: cluster) { standby in
                try await hasReplayed(standby, hearth)
                try await body(hearth, standby)
            }
        }
    }

    static func deliver(
        _ appUserID: String, to server: RunningHearth
    ) async throws -> RawHTTPResponse {
        try await server.request(
            "POST", "/v1/webhooks/revenuecat/stockpot", authorization: "a long word",
            body: RevenueCatEvent.initialPurchase(
                id: "event of \(appUserID)", appUserID: appUserID,
                purchasedAt: try SimulatedApp.present.advanced(byDays: -1),
                originalTransactionID: appUserID
            ).body)
    }

    static func plan(
        of appUserID: String, from server: RunningHearth, _ key: String,
        after position: String? = nil
    ) async throws -> String? {
        let answer = try await server.request(
            "GET", "/v1/users/\(appUserID)/entitlements", authorization: "Bearer \(key)",
            headers: position.map { ["Hearth-Position": $0] } ?? [:])
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONParser.parse(answer.body)["plan"]?.string
    }

    /// Waits until the standby answers, and has what the primary has.
    static func hasReplayed(_ standby: Standby, _ hearth: InstalledHearth) async throws {
        let place = try await hearth.ask("select pg_current_wal_lsn()")[0][0] ?? ""
        let hasReplayed = await eventually(withinSeconds: 60) {
            let rows = try? await hearth.ask(
                "select pg_last_wal_replay_lsn() >= '\(place)'",
                as: hearth.administrator(at: standby))
            return rows == [["t"]]
        }
        try #require(hasReplayed)
    }
}
