import Foundation
import Glibc

/// A pgbouncer in front of a test's database.
package struct Pooler: Sendable {
    /// What it does with `options`, the settings in the start of a session.
    package enum Options: Sendable, CaseIterable {
        /// As Debian's does.
        case refused
        case dropped
    }

    package let mode: String
    package let options: Options

    package init(mode: String, options: Options) {
        self.mode = mode
        self.options = options
    }

    private static let program =
        ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map { $0 + "/pgbouncer" }
        .first(where: FileManager.default.isExecutableFile(atPath:)) ?? "pgbouncer"

    /// Lends a connection string that goes through the pooler, and ends it afterwards.
    package func inFront<Result>(
        of connectionString: String, _ body: (String) async throws -> Result
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
        \(options == .dropped ? "ignore_startup_parameters = options" : "")
        """.write(toFile: file, atomically: true, encoding: .utf8)
        // It does not run as root.
        let user = geteuid() == 0 ? ["setpriv", "--reuid", "postgres", "--clear-groups", "--"] : []
        let process = try TestProcess("/usr/bin/env", user + [Self.program, "--quiet", file])
        defer {
            // It inherits a mask that blocks SIGTERM.
            process.send(signal: SIGKILL)
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
