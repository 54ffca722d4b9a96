import FoundationEssentials
import PrivateCluster

/// The Postgres programs that the tests run: those in `HEARTH_TEST_POSTGRES`, else the newest that
/// is installed.
package enum TestPostgres {
    /// The folder of `initdb` and `postgres`; nil: those that `PrivateCluster` finds.
    package static let programsFolder = ProcessInfo.processInfo.environment["HEARTH_TEST_POSTGRES"]

    /// The path of a client program of the same version: `pg_dump` reads no newer server.
    package static func program(_ name: String) -> String {
        "\(programsFolder ?? "/usr/bin")/\(name)"
    }

    /// What a child process of ours must know to run the same programs.
    package static var environment: [String: String] {
        programsFolder.map { ["HEARTH_POSTGRES_PROGRAMS": $0] } ?? [:]
    }
}
