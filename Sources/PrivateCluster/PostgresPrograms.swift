import FoundationEssentials

/// The folder of an installed Postgres' programs.
struct PostgresPrograms: Sendable {
    let folder: String

    var initdb: String { folder + "/initdb" }
    var postgres: String { folder + "/postgres" }

    /// The oldest major version that our SQL supports.
    static let oldestVersion = 15

    /// Finds the programs of a major version, or the newest if `version` is nil; a given folder
    /// must have them.
    ///
    /// Debian keeps each version apart and none in the path. Elsewhere the path has the only one,
    /// whose version shows once it has created a cluster.
    static func find(
        version: Int?, in given: String?, on executablePath: String
    ) throws(ClusterError) -> Self {
        if let given {
            guard Self(folder: given).areInstalled else { throw .hasNoPrograms(folder: given) }
            return Self(folder: given)
        }
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: debianFolder)) ?? []
        let debian = versions.compactMap { Int($0) }
            .filter { $0 >= oldestVersion && (version ?? $0) == $0 }
            .sorted(by: >).map { "\(debianFolder)/\($0)/bin" }
        let others = executablePath.split(separator: ":").map(String.init)
        for programs in (debian + others).map(Self.init(folder:)) where programs.areInstalled {
            return programs
        }
        throw .postgresIsNotInstalled(version: version ?? oldestVersion)
    }

    private var areInstalled: Bool {
        [initdb, postgres].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static let debianFolder = "/usr/lib/postgresql"
}
