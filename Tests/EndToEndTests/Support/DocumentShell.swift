import Foundation
import TestSupport

/// A terminal in which a reader pastes the commands of a document.
///
/// Each command runs in a bash of its own, and finds the variables that earlier ones have set.
final class DocumentShell {
    let directory: String
    /// A folder whose programs come first.
    private let tools: String
    private var background: [Process] = []

    init(in directory: String, tools: String) throws {
        self.directory = directory
        self.tools = tools
        try Data().write(to: URL(filePath: directory + "/.variables"))
    }

    struct Finished {
        let status: Int32
        let output: String
        let error: String
    }

    func run(_ command: String) async throws -> Finished {
        let process = try process(
            "set -a; source .variables; \(command)\n_status=$?; export -p > .variables; "
                + "exit $_status",
            output: "output.txt")
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return Finished(
            status: process.terminationStatus, output: try text(of: "output.txt"),
            error: try text(of: "output.txt.error"))
    }

    /// Starts a command that another terminal would run; its output goes to a file.
    func start(_ command: String, output: String) throws {
        let process = try process("source .variables; exec \(command)", output: output)
        try process.run()
        background.append(process)
    }

    func text(of file: String) throws -> String {
        try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)
    }

    /// Ends what was started, with its children, as Ctrl-C does.
    func end() {
        for process in background {
            // `make` inherits a mask that blocks SIGTERM, and ends with its child.
            let id = process.processIdentifier
            let children = try? String(
                contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
            for child in (children ?? "").split(separator: " ").compactMap({ pid_t($0) }) {
                kill(child, SIGTERM)
            }
            process.terminate()
            process.waitUntilExit()
        }
    }

    private func process(_ script: String, output: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(filePath: directory)
        process.environment = [
            "PATH": tools + ":/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
            "HEARTH_PORT": "0",
        ].merging(TestPostgres.environment) { own, _ in own }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try file(output)
        process.standardError = try file(output + ".error")
        return process
    }

    private func file(_ name: String) throws -> FileHandle {
        let url = URL(filePath: "\(directory)/\(name)")
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}
