import Foundation
import TestSupport

/// A terminal in which a reader pastes the commands of a document.
///
/// Each command runs in a bash of its own, and finds the variables that earlier ones have set.
final class DocumentShell {
    let directory: String
    /// A folder whose programs come first.
    private let tools: String
    private var background: [TestProcess] = []

    init(in directory: String, tools: String) throws {
        self.directory = directory
        self.tools = tools
        try Data().write(to: URL(filePath: directory + "/.variables"))
    }

    struct Finished {
        let exit: TestProcess.Exit
        let output: String
        let error: String
    }

    /// A refusal fails the command, also one in the middle of it.
    private static let preamble = """
        set -a -o pipefail; source .variables; curl() { command curl --fail-with-body "$@"; }

        """

    func run(_ command: String) async throws -> Finished {
        let process = try process(
            Self.preamble + "\(command)\n_status=$?; export -p > .variables; exit $_status",
            output: "output.txt")
        let exit = await process.exit()
        return Finished(
            exit: exit, output: try text(of: "output.txt"),
            error: try text(of: "output.txt.error"))
    }

    /// Starts a command that another terminal would run; its output goes to a file.
    func start(_ command: String, output: String) throws {
        background.append(try process("source .variables; exec \(command)", output: output))
    }

    func text(of file: String) throws -> String {
        try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)
    }

    /// Ends what was started: the child of `make` as Ctrl-C does, other programs at once.
    func end() {
        for process in background {
            // All inherit a mask that blocks SIGTERM. Hearth lifts it, and `make` ends with it.
            let id = process.processID
            let listed = try? String(
                contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
            let children = (listed ?? "").split(separator: " ").compactMap { pid_t($0) }
            for child in children { kill(child, SIGTERM) }
            if children.isEmpty { kill(id, SIGKILL) }
            process.waitUntilExit()
        }
    }

    private func process(_ script: String, output: String) throws -> TestProcess {
        let environment = [
            "PATH": tools + ":/usr/local/bin:/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
            "HEARTH_PORT": "0",
        ].merging(TestPostgres.environment) { own, _ in own }
        return try TestProcess(
            "/bin/bash", ["-c", script], environment: environment, in: directory,
            output: file(output), error: file(output + ".error"))
    }

    private func file(_ name: String) throws -> FileHandle {
        let url = URL(filePath: "\(directory)/\(name)")
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }
}
