import Foundation
import Glibc
import Postgres
import PrivateCluster
import TestSupport
import Testing

/// A streaming standby of a test's cluster, which can be promoted.
struct Standby {
    /// The folder of its socket.
    let socketFolder: String
    private let data: String
    /// The folder of the server's programs.
    private let programs: String
    private var postmaster: pid_t = 0

    /// Lends a standby whose server has started, and ends it afterwards.
    static func with(
        of primary: PrivateCluster, _ body: (Standby) async throws -> Void
    ) async throws {
        try await with(
            from: TestCluster.superuser(of: try await primary.connectionString()),
            programs: try programs(of: primary), body)
    }

    /// Lends a copy that takes writes, as one restored from a backup without its log.
    static func withCopy(
        of primary: PrivateCluster, _ body: (Standby) async throws -> Void
    ) async throws {
        try await with(
            from: TestCluster.superuser(of: try await primary.connectionString()),
            programs: try programs(of: primary), isFollowing: false, body)
    }

    /// Lends a standby of this server.
    func withStandby(
        as superuser: String, _ body: (Standby) async throws -> Void
    ) async throws {
        try await Self.with(from: superuser, programs: programs, body)
    }

    private static func programs(of primary: PrivateCluster) throws -> String {
        let postmaster = try #require(primary.postmasterProcessID())
        let program = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(postmaster)/exe")
        return URL(filePath: program).deletingLastPathComponent().path
    }

    private static func with(
        from url: String, programs: String, isFollowing: Bool = true,
        _ body: (Standby) async throws -> Void
    ) async throws {
        let folder = TestFolder(named: "standby")
        defer { folder.remove() }
        // Another user than root writes there.
        chmod(folder.path, 0o777)
        var standby = Standby(
            socketFolder: folder.path, data: folder.path + "/data", programs: programs)
        try standby.run(
            "pg_basebackup",
            [
                "--dbname=\(url)", "--pgdata=\(standby.data)", "--wal-method=stream",
                "--checkpoint=fast",
            ] + (isFollowing ? ["--write-recovery-conf"] : []))
        let server = try standby.start(
            "postgres",
            ["-D", standby.data, "-c", "listen_addresses=", "-c", "port=5432", "-k", folder.path])
        standby.postmaster = server.processID
        defer {
            server.send(signal: SIGQUIT)
            server.waitUntilExit()
        }
        let answers = await eventually(withinSeconds: 60) {
            FileManager.default.fileExists(atPath: folder.path + "/.s.PGSQL.5432")
        }
        try #require(answers)
        try await body(standby)
    }

    /// Ends the replication: what the primary commits from now on is lost by a promotion.
    ///
    /// `superuser` is the connection string of the standby's.
    func cutOff(as superuser: String) async throws {
        try await AdministrationConnection.withConnection(to: superuser) { connection in
            try await connection.execute("alter system set primary_conninfo = ''")
            try await connection.execute("select pg_reload_conf()")
            let isCutOff = try await eventually(withinSeconds: 20) {
                try await connection.execute("select from pg_stat_wal_receiver").isEmpty
            }
            try #require(isCutOff)
        }
    }

    /// Ends the server as an operator does.
    func stop() throws {
        try run("pg_ctl", ["stop", "--wait", "--silent", "--mode=fast", "--pgdata=\(data)"])
    }

    /// Stops all its processes, so that no request is answered.
    func whileHanging(_ body: () async throws -> Void) async throws {
        kill(postmaster, SIGSTOP)
        let children = try String(
            contentsOfFile: "/proc/\(postmaster)/task/\(postmaster)/children", encoding: .utf8)
        let processes = [postmaster] + children.split(separator: " ").compactMap { pid_t($0) }
        for process in processes { kill(process, SIGSTOP) }
        defer { for process in processes.reversed() { kill(process, SIGCONT) } }
        try await body()
    }

    func promote() throws {
        try run("pg_ctl", ["promote", "--wait", "--silent", "--pgdata=\(data)"])
    }

    /// Runs a program of the server as the user who may run it.
    private func run(_ program: String, _ arguments: [String]) throws {
        let process = try start(program, arguments)
        try #require(process.waitUntilExit() == .status(0), "\(program)")
    }

    private func start(_ program: String, _ arguments: [String]) throws -> TestProcess {
        let user = geteuid() == 0 ? ["setpriv", "--reuid", "postgres", "--clear-groups", "--"] : []
        return try TestProcess(
            "/usr/bin/env", user + ["\(programs)/\(program)"] + arguments, in: socketFolder)
    }
}
