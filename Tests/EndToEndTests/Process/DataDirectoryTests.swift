import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("A data directory has one owner")
    struct DataDirectoryTests {
        @Test("a second hearth up is refused, names the first, and leaves it as it is")
        func second() async throws {
            try await withTemporaryDirectory { directory in
                let option = ["--data-directory", directory]
                let first = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
                let before = try Self.files(of: directory)
                for port in [String(first.port), "0"] {
                    let second = try await HearthProcess.run(["up", "--port", port] + option)
                    #expect(second.exit == .status(69))
                    #expect(
                        second.error.contains(
                            "another `hearth up` runs in \(directory): "
                                + "process \(first.process.processID), "
                                + "at http://127.0.0.1:\(first.port)\n"), "\(second.error)")
                }
                #expect(try Self.files(of: directory) == before)
                let env = try await HearthProcess.run(["env", "stockpot"] + option)
                #expect(env.exit == .status(0), "\(env.error)")
                #expect(env.output.contains("http://127.0.0.1:\(first.port)"))
                await first.stop()
                #expect(try Self.files(of: directory)["server.json"] == nil)
            }
        }

        @Test("of two that start at once, one serves")
        func raced() async throws {
            try await withTemporaryDirectory { directory in
                try await PreparedCluster.shared.copy(into: directory)
                let processes = try (0..<2).map { _ in
                    try HearthProcess([
                        "up", "--json", "--no-demo", "--port", "0", "--data-directory", directory,
                    ])
                }
                let lines = await [processes[0].nextLine(), processes[1].nextLine()]
                let served = try #require(lines.firstIndex { $0 != nil })
                #expect(lines[1 - served] == nil)
                #expect(await processes[1 - served].exit() == .status(69))
                #expect(
                    processes[1 - served].errorText.contains("another `hearth up` runs in"),
                    "\(processes[1 - served].errorText)")
                processes[served].send(signal: SIGTERM)
                #expect(await processes[served].exit() == .status(0))
            }
        }

        @Test("a folder of other files, and a file, are refused, and nothing is written")
        func foreign() async throws {
            try await withTemporaryDirectory { directory in
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true)
                let file = directory + "/notes.txt"
                try "notes".write(toFile: file, atomically: true, encoding: .utf8)
                for (path, why) in [
                    (directory, "it holds other files, and none of `hearth up`"),
                    (file, "it is a file"), (file + "/new", "Not a directory"),
                ] {
                    let refused = try await HearthProcess.run([
                        "up", "--port", "0", "--data-directory", path,
                    ])
                    #expect(refused.exit == .status(78))
                    #expect(refused.error.contains(why), "\(refused.error)")
                    #expect(!refused.error.contains("NSCocoa"))
                }
                #expect(try Self.files(of: directory) == ["notes.txt": Data("notes".utf8)])
            }
        }

        /// The contents of a directory's own files, by name.
        private static func files(of directory: String) throws -> [String: Data] {
            var files: [String: Data] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: directory)
            where !name.hasPrefix("postgres") {
                files[name] = FileManager.default.contents(atPath: "\(directory)/\(name)")
            }
            return files
        }
    }
}
