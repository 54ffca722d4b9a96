import Foundation
import Glibc
import TestSupport

/// A pgbouncer in front of a test's database, which drops the settings of a session's start.
enum Pooler {
    private static let path = "/usr/sbin/pgbouncer"

    static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Lends a connection string that goes through the pooler, and ends it afterwards.
    static func with<Result>(
        _ connectionString: String, mode: String, _ body: (String) async throws -> Result
    ) async throws -> Result {
        let folder = TestFolder(named: "pooler")
        defer { folder.remove() }
        // Another user than root writes there.
        chmod(folder.path, 0o777)
        let file = folder.path + "/pgbouncer.ini"
        try """
        [databases]
        hearth = \(connectionString)
        [pgbouncer]
        listen_port = 6432
        unix_socket_dir = \(folder.path)
        auth_type = any
        pool_mode = \(mode)
        ignore_startup_parameters = options,extra_float_digits
        """.write(toFile: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // It does not run as root.
        let user = geteuid() == 0 ? ["setpriv", "--reuid", "postgres", "--clear-groups", "--"] : []
        process.arguments = user + [path, "--quiet", file]
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            // It inherits a mask that blocks SIGTERM.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let isReady = await eventually(withinSeconds: 20) {
            FileManager.default.fileExists(atPath: folder.path + "/.s.PGSQL.6432")
        }
        guard isReady else { throw DidNotStart() }
        return try await body("host=\(folder.path) port=6432 user=hearth dbname=hearth")
    }

    private struct DidNotStart: Error {}
}
