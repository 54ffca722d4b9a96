import Foundation

/// A Python with packages from PyPI, to check answers with libraries that are not ours.
package struct PythonEnvironment: Sendable {
    private let python: URL

    /// Whether this machine has a Python that can make environments.
    package static let isPresent: Bool = {
        let found = try? TestProcess("/usr/bin/env", ["python3", "-c", "import venv, ensurepip"])
        return found?.waitUntilExit() == .status(0)
    }()

    private struct Failed: Error {
        let command: String
        let output: String
    }

    /// Makes an environment with a package, unless an earlier run of the tests has made it.
    package init(with requirement: String) async throws {
        let root = PackageRoot.url.appending(path: ".build/python")
        let place = root.appending(path: requirement)
        python = place.appending(path: "bin/python")
        guard !FileManager.default.fileExists(atPath: python.path) else { return }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let env = URL(filePath: "/usr/bin/env")
        _ = try await Self.run(env, ["python3", "-m", "venv", "--clear", place.path])
        do {
            _ = try await Self.run(
                python, ["-m", "pip", "install", "--quiet", requirement])
        } catch {
            try FileManager.default.removeItem(at: place)
            throw error
        }
    }

    /// Runs a script with this standard input, and returns its standard output.
    package func run(_ script: String, input: [UInt8]) async throws -> [UInt8] {
        try await Self.run(python, ["-c", script], input: input)
    }

    /// Files carry input and output, so that no full pipe stops the program.
    private static func run(
        _ program: URL, _ arguments: [String], input: [UInt8] = []
    ) async throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (stdin, stdout) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try Data(input).write(to: stdin)
        try Data().write(to: stdout)
        let output = try FileHandle(forWritingTo: stdout)
        let process = try TestProcess(
            program.path(percentEncoded: false), arguments,
            input: FileHandle(forReadingFrom: stdin), output: output, error: output)
        let exit = await process.exit()
        let bytes = [UInt8](try Data(contentsOf: stdout))
        guard exit == .status(0) else {
            throw Failed(
                command: arguments.joined(separator: " "),
                output: String(decoding: bytes, as: UTF8.self))
        }
        return bytes
    }
}
