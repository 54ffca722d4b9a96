import Entitlements
import Glibc
import PrivateCluster
import TestSupport
import Testing

/// A server of the primary whose lookups go to a standby.
@Suite("The real binary with a replica for lookups", .serialized, .timeLimit(.minutes(20)))
struct ReaderTests {
    @Test("who sends the position of a write reads it, also from a replica that stands still")
    func ownWrites() async throws {
        try await Self.withReplica { hearth, standby, server, key in
            for number in 0..<50 {
                let position = try await Self.written("u_\(number)", to: server)
                let plan = try await StandbyTests.plan(
                    of: "u_\(number)", from: server, key, after: position)
                #expect(plan == "plus")
            }
            let byReplica = try await Self.lookups(byReplica: true, of: server)
            #expect(byReplica >= 25)

            let superuser = TestCluster.superuser(of: hearth.administrator(at: standby))
            try await hearth.ask("select pg_wal_replay_pause()", as: superuser)
            let position = try await Self.written("paused", to: server)
            let stale = try await StandbyTests.plan(of: "paused", from: server, key)
            #expect(stale == "free")
            let own = try await StandbyTests.plan(
                of: "paused", from: server, key, after: position)
            #expect(own == "plus")

            // Own writes of one request are read without a position.
            let waited = try await server.request(
                "GET", "/v1/users/paused/entitlements?await_transaction=paused&timeout=1",
                authorization: "Bearer \(key)")
            #expect(waited.text.contains(#""plan":"plus""#), "\(waited.text)")
            try await hearth.ask("select pg_wal_replay_resume()", as: superuser)
        }
    }

    @Test("a replica that lags longer than it may gets no lookups, until it has caught up")
    func lagging() async throws {
        try await Self.withReplica(lagMilliseconds: 500) { hearth, standby, server, key in
            let superuser = TestCluster.superuser(of: hearth.administrator(at: standby))
            try await hearth.ask("select pg_wal_replay_pause()", as: superuser)
            _ = try await Self.written("u_1", to: server)
            let isFresh = try await eventually(withinSeconds: 20) {
                try await StandbyTests.plan(of: "u_1", from: server, key) == "plus"
            }
            #expect(isFresh)
            #expect(await Self.usable(0, of: server))
            let bytes = try await server.metrics()
                .firstMatch(of: #/hearth_replica_lag_bytes\{replica="1"\} (\d+)/#)?.1
            #expect(Int(bytes ?? "") ?? 0 > 0)
            try await hearth.ask("select pg_wal_replay_resume()", as: superuser)
            #expect(await Self.usable(1, of: server))
        }
    }

    @Test("a replica that is no standby gets no lookups: it may be of another installation")
    func primaryNamed() async throws {
        try await StandbyTests.withStandby { hearth, _ in
            let key = try await hearth.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            let url = "\(hearth.login) host=\(try hearth.socketFolder)"
            try await hearth.serve(["HEARTH_READ_DATABASE_URLS": url]) { server in
                let isSeen = await eventually(withinSeconds: 20) {
                    (try? await server.metrics())?.contains("hearth_replica_lag_bytes") == true
                }
                #expect(isSeen)
                let plan = try await StandbyTests.plan(of: "u_1", from: server, key)
                #expect(plan == "free")
                let byReplica = try await Self.lookups(byReplica: true, of: server)
                #expect(byReplica == 0)
            }
        }
    }

    enum Leaving: CaseIterable {
        case stopped
        case hung
        case promoted
    }

    @Test("a replica that leaves costs no lookup", arguments: Leaving.allCases)
    func leaving(_ way: Leaving) async throws {
        try await Self.withReplica { _, standby, server, key in
            let position = try await Self.written("u_1", to: server)
            // Until then, a lookup without a position may be answered from before the purchase.
            let isReplayed = try await eventually(withinSeconds: 20) {
                try await StandbyTests.plan(of: "u_1", from: server, key) == "plus"
            }
            try #require(isReplayed)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        while !Task.isCancelled {
                            let plan = try await StandbyTests.plan(
                                of: "u_1", from: server, key,
                                after: number.isMultiple(of: 2) ? position : nil)
                            #expect(plan == "plus")
                        }
                    }
                }
                group.addTask {
                    switch way {
                    case .stopped: try standby.stop()
                    case .promoted: try standby.promote()
                    case .hung:
                        return try await standby.whileHanging {
                            #expect(await Self.usable(0, of: server))
                        }
                    }
                    #expect(await Self.usable(0, of: server))
                }
                // The lookups end by being cancelled only.
                try await group.next()
                group.cancelAll()
            }
            let own = try await Self.written("u_2", to: server)
            let plan = try await StandbyTests.plan(of: "u_2", from: server, key, after: own)
            #expect(plan == "plus")
        }
    }

    // MARK: Support

    /// Lends a server with a replica that answers its lookups.
    private static func withReplica(
        lagMilliseconds: Int = 60_000,
        _ body: (InstalledHearth, Standby, RunningHearth, String) async throws -> Void
    ) async throws {
        try await StandbyTests.withStandby { hearth, standby in
            let key = try await hearth.run(
                ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
            try await hearth.serve(
                settings(of: standby, hearth, lagMilliseconds: lagMilliseconds)
            ) { server in
                #expect(await usable(1, of: server))
                try await body(hearth, standby, server, key)
            }
        }
    }

    private static func settings(
        of standby: Standby, _ hearth: InstalledHearth, lagMilliseconds: Int = 60_000
    ) -> [String: String] {
        [
            "HEARTH_READ_DATABASE_URLS": "\(hearth.login) host=\(standby.socketFolder)",
            "HEARTH_MAXIMUM_REPLICA_LAG_MILLISECONDS": "\(lagMilliseconds)",
        ]
    }

    /// Makes an app user buy, once the server takes writes, and returns the answer's position.
    private static func written(
        _ appUserID: String, to server: RunningHearth
    ) async throws -> String {
        var position: String?
        let isTaken = try await eventually(withinSeconds: 20) {
            let answer = try await StandbyTests.deliver(appUserID, to: server)
            position = answer["hearth-position"]
            return answer.status == 200
        }
        #expect(isTaken)
        return try #require(position)
    }

    /// Waits until so many replicas answer lookups.
    private static func usable(_ count: Int, of server: RunningHearth) async -> Bool {
        await eventually(withinSeconds: 30) {
            (try? await server.metrics())?.contains("\nhearth_replicas_usable \(count)\n") == true
        }
    }

    private static func lookups(
        byReplica: Bool, of server: RunningHearth
    ) async throws -> Int {
        let place = byReplica ? "replica" : "primary"
        let line = try await server.metrics().split(separator: "\n").first {
            $0.hasPrefix("hearth_lookup_calls_total{answered_by=\"\(place)\"}")
        }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}
