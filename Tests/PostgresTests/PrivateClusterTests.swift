import FoundationEssentials
import Glibc
import Logging
import Postgres
import TestSupport
import Testing

@testable import PrivateCluster

@Suite("A private cluster")
struct PrivateClusterTests {
    @Test("starts in an empty directory that only its user may enter")
    func startsInAnEmptyDirectory() async throws {
        try await withFolder { folder in
            try await running(cluster(in: folder)) { cluster in
                try await expect("42", from: cluster, for: "select 6 * 7")
                try await expect("off", from: cluster, for: "show fsync")
                try await expect("", from: cluster, for: "show listen_addresses")
                let hasLZ4 = try await answer(
                    of: cluster,
                    to: """
                        select 'lz4' = any (enumvals) from pg_settings
                         where name = 'wal_compression'
                        """)
                // A reload takes a moment.
                let isCompressed = try await eventually {
                    try await answer(of: cluster, to: "show wal_compression")
                        == (hasLZ4 == "t" ? "lz4" : "off")
                }
                #expect(isCompressed)
            }
        }
    }

    @Test("bounds its log: the newest lines stay, and as many before them")
    func boundsItsLog() async throws {
        try await withFolder { folder in
            let limit = 50_000
            let cluster = PrivateCluster(
                directory: folder.path + "/postgres", isDurable: false, maximumLogBytes: limit,
                logger: .silent)
            try await running(cluster) { cluster in
                for number in 0..<4 {
                    _ = try await answer(
                        of: cluster,
                        to: """
                            do $$ begin
                                for line in 1 .. 1000 loop
                                    raise log 'round \(number) %', repeat('x', 100);
                                end loop;
                            end $$
                            """)
                }
                let log = folder.path + "/postgres.log"
                let isBounded = await eventually {
                    Self.bytes(log) <= limit && (1...limit).contains(Self.bytes(log + ".1"))
                }
                #expect(isBounded)
                _ = try await answer(of: cluster, to: "do $$ begin raise log 'the last'; end $$")
                let said = try String(contentsOfFile: log, encoding: .utf8)
                #expect(said.contains("the last"))
                #expect(!said.contains("\0"))
            }
        }
    }

    private static func bytes(_ path: String) -> Int {
        FileManager.default.contents(atPath: path)?.count ?? 0
    }

    @Test("keeps its data across starts")
    func keepsItsData() async throws {
        try await withFolder { folder in
            try await running(cluster(in: folder)) { cluster in
                _ = try await answer(of: cluster, to: "create table kept as select 1")
            }
            try await running(cluster(in: folder)) { cluster in
                try await expect("1", from: cluster, for: "table kept")
            }
        }
    }

    @Test("adopts the postmaster of a killed process, and stops it")
    func adoptsAPostmaster() async throws {
        try await withFolder { folder in
            let left = try await leavePostmaster(in: folder)
            try await running(cluster(in: folder)) { cluster in
                try await expect("1", from: cluster, for: "select 1")
                #expect(cluster.postmasterProcessID() == left.processID)
            }
            #expect(kill(left.processID, 0) != 0)
            #expect(!FileManager.default.fileExists(atPath: left.socketDirectory))
        }
    }

    @Test("restarts a killed postmaster at the same socket")
    func restartsAKilledPostmaster() async throws {
        try await withFolder { folder in
            try await running(cluster(in: folder)) { cluster in
                let place = try await cluster.connectionString()
                let killed = try #require(cluster.postmasterProcessID())
                kill(killed, SIGKILL)
                #expect(await isBack(cluster, after: killed))
                let newPlace = try await cluster.connectionString()
                #expect(newPlace == place)
            }
        }
    }

    @Test("restarts a killed postmaster within 10 s, though one of its backends goes on computing")
    func endsOrphans() async throws {
        try await withFolder { folder in
            try await running(cluster(in: folder)) { cluster in
                let long = "select count(*) from (select generate_series(1, 1000000000000)) as a"
                let count = "select count(*) from pg_stat_activity where query = '\(long)'"
                let computing = Task { try? await answer(of: cluster, to: long) }
                let isComputing = await eventually {
                    (try? await answer(of: cluster, to: count)) == "1"
                }
                #expect(isComputing)
                let killed = try #require(cluster.postmasterProcessID())
                let took = await ContinuousClock().measure {
                    kill(killed, SIGKILL)
                    #expect(await isBack(cluster, after: killed))
                }
                #expect(took < .seconds(10))
                _ = await computing.value
            }
        }
    }

    private func isBack(_ cluster: PrivateCluster, after killed: pid_t) async -> Bool {
        await eventually {
            let isAnother = cluster.postmasterProcessID().map { $0 != killed } ?? false
            guard isAnother else { return false }
            return (try? await answer(of: cluster, to: "select 1")) == "1"
        }
    }

    @Test("starts again after the process and the postmaster were killed")
    func startsAfterBothWereKilled() async throws {
        try await withFolder { folder in
            let left = try await leavePostmaster(in: folder)
            kill(left.processID, SIGKILL)
            let hasEnded = await eventually { !left.isRunning }
            #expect(hasEnded)
            try await running(cluster(in: folder)) { cluster in
                try await expect("1", from: cluster, for: "select 1")
                #expect(cluster.postmasterProcessID() != left.processID)
                #expect(!FileManager.default.fileExists(atPath: left.socketDirectory))
            }
        }
    }

    @Test("stops without leaving a process or a socket directory")
    func stopsCleanly() async throws {
        try await withFolder { folder in
            let stopped = cluster(in: folder)
            let (processID, place) = try await running(stopped) { cluster in
                let place = try await cluster.connectionString()
                #expect(await self.cluster(in: folder).runningConnectionString() == place)
                return (try #require(cluster.postmasterProcessID()), place)
            }
            #expect(kill(processID, 0) != 0)
            #expect(stopped.postmasterProcessID() == nil)
            #expect(await stopped.runningConnectionString() == nil)
            let socketDirectory = try #require(place.split(separator: " ").first).dropFirst(5)
            #expect(!FileManager.default.fileExists(atPath: String(socketDirectory)))
            await #expect(throws: ClusterError.stopped) { try await stopped.connectionString() }
        }
    }

    @Test("shares no descriptor and no process group with Postgres")
    func sharesNothing() async throws {
        try await withFolder { folder in
            let leak = open(folder.path, O_RDONLY | O_DIRECTORY)
            defer { close(leak) }
            try await running(cluster(in: folder)) { cluster in
                _ = try await cluster.connectionString()
                let processID = try #require(cluster.postmasterProcessID())
                #expect(getpgid(processID) == processID)
                let descriptors = "/proc/\(processID)/fd"
                let targets = try FileManager.default.contentsOfDirectory(atPath: descriptors)
                    .compactMap {
                        try? FileManager.default.destinationOfSymbolicLink(
                            atPath: "\(descriptors)/\($0)")
                    }
                #expect(targets.contains(folder.path + "/postgres.log"))
                #expect(!targets.contains(folder.path))
            }
        }
    }

    @Test("refuses a directory with other contents")
    func refusesOtherFiles() async throws {
        try await withFolder { folder in
            let refused = cluster(in: folder)
            mkdir(folder.path + "/postgres", 0o700)
            mkdir(folder.path + "/postgres/photos", 0o700)
            let error = ClusterError.directoryIsNotACluster(folder.path + "/postgres")
            await #expect(throws: error) { try await refused.run() }
            await #expect(throws: error) { try await refused.connectionString() }
        }
    }

    @Test("repeats an unfinished initdb")
    func makesAnew() async throws {
        try await withFolder { folder in
            mkdir(folder.path + "/postgres", 0o700)
            mkdir(folder.path + "/postgres/base", 0o700)
            close(creat(folder.path + "/postgres.unfinished", 0o600))
            try await running(cluster(in: folder)) { cluster in
                try await expect("1", from: cluster, for: "select 1")
            }
        }
    }

    @Test("runs in one process at a time")
    func isRunByOne() async throws {
        try await withFolder { folder in
            try await running(cluster(in: folder)) { cluster in
                _ = try await cluster.connectionString()
                await #expect(throws: ClusterError.directoryIsInUse(folder.path + "/postgres")) {
                    try await self.cluster(in: folder).run()
                }
            }
        }
    }

    @Test("fails if Postgres does not start")
    func endsWithAnError() async throws {
        try await withFolder { folder in
            let broken = PrivateCluster(
                directory: folder.path + "/postgres", settings: ["max_connections": "none"],
                isDurable: false, logger: .silent)
            await #expect(throws: ClusterError.cannotStart(log: folder.path + "/postgres.log")) {
                try await broken.run()
            }
        }
    }
}

extension PrivateClusterTests {
    private func cluster(in folder: TestFolder) -> PrivateCluster {
        TestCluster.make(in: folder.path + "/postgres")
    }

    private func withFolder(_ body: (TestFolder) async throws -> Void) async throws {
        let folder = TestFolder(named: "private")
        defer { folder.remove() }
        try await body(folder)
    }

    /// Runs the cluster during the body.
    private func running<Result: Sendable>(
        _ cluster: PrivateCluster, _ body: (PrivateCluster) async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await cluster.run() }
            let result = try await body(cluster)
            group.cancelAll()
            try await group.waitForAll()
            return result
        }
    }

    private func answer(of cluster: PrivateCluster, to script: String) async throws -> String? {
        try await AdministrationConnection.withConnection(
            to: try await cluster.connectionString()
        ) { connection in
            try await connection.execute(script).first?.first ?? nil
        }
    }

    private func expect(
        _ answer: String, from cluster: PrivateCluster, for script: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let given = try await self.answer(of: cluster, to: script)
        #expect(given == answer, sourceLocation: sourceLocation)
    }

    /// Starts a postmaster without a supervisor, as a killed process leaves it.
    private func leavePostmaster(in folder: TestFolder) async throws -> Postmaster {
        let directory = ClusterDirectory(at: folder.path + "/postgres")
        let user = PostgresUser.instead(ofEffectiveUser: geteuid())
        let programs = try PostgresPrograms.find(
            version: nil, in: TestPostgres.programsFolder, on: "/usr/bin")
        try directory.create()
        try directory.initialize(with: programs, as: user, isDurable: false) { false }
        let postmaster = try directory.startPostmaster(
            of: programs, as: user, socketDirectory: SocketDirectory.make(for: user),
            settings: ["fsync": "off"])
        let isUp = await eventually { postmaster.answers() }
        #expect(isUp)
        return postmaster
    }
}
