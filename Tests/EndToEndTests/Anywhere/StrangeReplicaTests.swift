import PrivateCluster
import TestSupport
import Testing

/// Standbys that answer, are ahead in bytes, and do not follow the primary.
@Suite("The real binary with a replica that is none", .serialized, .timeLimit(.minutes(20)))
struct StrangeReplicaTests {
    @Test("a standby of another installation is not asked, and named")
    func otherInstallation() async throws {
        try await Self.withPayer { hearth, key in
            try await Self.withOtherInstallation { other, standby in
                try await Self.isLeftOut(
                    "\(other.login) host=\(standby.socketFolder)", by: hearth, key,
                    naming: "the system identifier")
                // A server on the standby alone finds out by the id that the operator has named.
                let id = try await hearth.ask(
                    "select installation_id from entitlements.installation",
                    as: TestCluster.superuser(of: hearth.administrator))[0][0]
                try await hearth.serve(
                    ["HEARTH_READ_ONLY": "true", "HEARTH_INSTALLATION_ID": id ?? ""],
                    on: "\(other.login) host=\(standby.socketFolder)"
                ) { reader in
                    let answer = try await reader.request(
                        "GET", "/v1/users/payer/entitlements", authorization: "Bearer \(key)")
                    #expect(answer.status == 503, "\(answer.text)")
                }
            }
        }
    }

    @Test("a standby of a restored copy, beyond the primary in bytes, is not asked, and named")
    func copy() async throws {
        try await StandbyTests.withStandby { hearth, standby in
            let key = try await hearth.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            // A server that runs has its presence in the copy, with the timeline.
            try await hearth.serve { running in
                try await Standby.withCopy(of: hearth.cluster) { copy in
                    let superuser = TestCluster.superuser(of: hearth.administrator(at: copy))
                    try await Self.answers(hearth, superuser)
                    try await Self.advance(hearth, superuser)
                    try await copy.withStandby(as: superuser) { stranger in
                        try await Self.markAgain(hearth)
                        try await Self.buy(at: running)
                        try await Self.isLeftOut(
                            "\(hearth.login) host=\(stranger.socketFolder)", by: hearth, key,
                            naming: "its history is another one")
                    }
                }
            }
            // The primary's own standby has the new mark.
            try await hearth.serve(
                Self.settings(of: "\(hearth.login) host=\(standby.socketFolder)")
            ) { server in
                #expect(await Self.usable(1, of: server))
            }
        }
    }

    // MARK: Support

    private static func settings(of url: String) -> [String: String] {
        [
            "HEARTH_READ_DATABASE_URLS": url, "HEARTH_MAXIMUM_REPLICA_LAG_MILLISECONDS": "60000",
        ]
    }

    private static func isLeftOut(
        _ url: String, by hearth: InstalledHearth, _ key: String, naming words: String
    ) async throws {
        let settings = Self.settings(of: url)
        try await hearth.serve(settings) { server in
            #expect(await usable(0, of: server))
            for _ in 0..<20 {
                let plan = try await StandbyTests.plan(of: "payer", from: server, key)
                #expect(plan == "plus")
            }
            #expect(await usable(0, of: server))
        }
        let examined = try await HearthProcess.run(
            ["doctor"],
            environment: hearth.environment(hearth.login).merging(settings) { own, _ in own })
        #expect(examined.output.contains(words), "\(examined.output)")
    }

    private static func withPayer(
        _ body: (InstalledHearth, String) async throws -> Void
    ) async throws {
        let folder = TestFolder(named: "primary")
        defer { folder.remove() }
        let cluster = TestCluster.make(in: folder.path + "/postgres", isDurable: true)
        try await InstalledHearth.with(cluster, asSuperuser: false) { hearth in
            try await hearth.install()
            let key = try await hearth.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            try await hearth.serve { try await buy(at: $0) }
            try await body(hearth, key)
        }
    }

    /// A second installation, whose log is ahead of any other of these tests.
    private static func withOtherInstallation(
        _ body: (InstalledHearth, Standby) async throws -> Void
    ) async throws {
        let folder = TestFolder(named: "other")
        defer { folder.remove() }
        let cluster = TestCluster.make(in: folder.path + "/postgres", isDurable: true)
        try await InstalledHearth.with(cluster, asSuperuser: false) { other in
            try await other.install()
            // Its presence has the timeline.
            try await other.serve { _ in }
            let superuser = TestCluster.superuser(of: other.administrator)
            try await advance(other, superuser)
            try await Standby.with(of: cluster) { standby in
                try await StandbyTests.hasReplayed(standby, other)
                try await body(other, standby)
            }
        }
    }

    private static func buy(at server: RunningHearth) async throws {
        let isTaken = try await eventually(withinSeconds: 20) {
            try await StandbyTests.deliver("payer", to: server).status == 200
        }
        #expect(isTaken)
    }

    private static func answers(_ hearth: InstalledHearth, _ superuser: String) async throws {
        let answers = await eventually(withinSeconds: 60) {
            (try? await hearth.ask("select pg_is_in_recovery()", as: superuser)) == [["f"]]
        }
        try #require(answers)
    }

    /// Takes a server's log some 48 MB further; its presence is the newest.
    private static func advance(_ hearth: InstalledHearth, _ superuser: String) async throws {
        for _ in 0..<3 {
            try await hearth.ask(
                "select pg_logical_emit_message(false, 'test', 'x')", as: superuser)
            try await hearth.ask("select pg_switch_wal()", as: superuser)
        }
        try await hearth.ask(
            "update entitlements.installation set former_mark = mark, mark = gen_random_uuid()",
            as: superuser)
    }

    /// Does what a server does once a minute.
    private static func markAgain(_ hearth: InstalledHearth) async throws {
        try await hearth.ask(
            "update entitlements.installation set former_mark = mark, mark = gen_random_uuid()",
            as: TestCluster.superuser(of: hearth.administrator))
    }

    private static func usable(_ count: Int, of server: RunningHearth) async -> Bool {
        await eventually(withinSeconds: 30) {
            (try? await server.metrics())?.contains("\nhearth_replicas_usable \(count)\n") == true
        }
    }
}
