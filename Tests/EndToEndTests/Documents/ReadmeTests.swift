import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests {
    @Suite("README is true")
    struct ReadmeTests {
        /// What the test does in place of a command, and why.
        private static let replaced = [
            // The binary that it runs is started by the test, on a prepared cluster.
            "make run": "true"
        ]

        @Test("every command of README runs in order, and answers what README shows")
        func readme() async throws {
            try await ScratchDatabase.withEmpty { url in
                try await withTemporaryDirectory { directory in
                    let hearth = try await RunningHearth.start(in: directory + "/.hearth")
                    try Self.fill(directory)
                    let shell = try DocumentShell(in: directory)
                    do {
                        try await Self.paste("README.md", into: shell, database: url)
                    } catch {
                        shell.end()
                        await hearth.stop()
                        throw error
                    }
                    shell.end()
                    #expect(await hearth.stop() == .status(0))
                }
            }
        }

        /// Makes the directory look like a fresh copy of the project that was built.
        private static func fill(_ directory: String) throws {
            let binaries = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent()
            let files = FileManager.default
            try files.createDirectory(
                atPath: directory + "/.build", withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: directory + "/.build/debug", withDestinationPath: binaries.path)
        }

        private static func paste(
            _ document: String, into shell: DocumentShell, database: String
        ) async throws {
            let blocks = try DocumentBlocks(of: document).blocks
            for (index, block) in blocks.enumerated() where block.language.isEmpty {
                let answer = blocks[(index + 1)...].first
                let shown = answer.flatMap { $0.language == "json" ? $0 : nil }
                for command in block.commands {
                    let isLast = command == block.commands.last
                    let replaced = (Self.replaced[command] ?? command)
                        .replacing("postgresql://…", with: "'\(database)'")
                    try await run(replaced, showing: isLast ? shown : nil, in: shell)
                }
            }
            for block in blocks where block.language == "text" {
                #expect(
                    await eventually(withinSeconds: 20) {
                        ShownAnswer.missingLine(
                            of: block.text, in: (try? shell.text(of: "listen.txt")) ?? "") == nil
                    },
                    "\(document):\(block.line)")
            }
        }

        /// Runs a command; repeats a lookup until it answers what is shown, as a reader would.
        private static func run(
            _ command: String, showing shown: DocumentBlocks.Block?, in shell: DocumentShell
        ) async throws {
            if try await isStarted(command, in: shell) { return }
            let finished = try await shell.run(command)
            #expect(finished.status == 0, "\(command)\n\(finished.error)")
            guard let shown else { return }
            let expected = try JSONParser.parse(Array(shown.text.utf8))
            var difference = difference(expected, finished)
            if difference != nil, !command.contains(" -d ") {
                _ = try await eventually(withinSeconds: 20) {
                    difference = Self.difference(expected, try await shell.run(command))
                    return difference == nil
                }
            }
            #expect(difference == nil, "README.md:\(shown.line), after \(command)")
        }

        private static func difference(
            _ expected: JSONValue, _ finished: DocumentShell.Finished
        ) -> String? {
            guard let answer = try? JSONParser.parse(Array(finished.output.utf8)) else {
                return "no JSON: \(finished.output)"
            }
            return ShownAnswer.difference(expected, answer)
        }

        /// Starts a command that does not end, and waits until it is at work.
        private static func isStarted(
            _ command: String, in shell: DocumentShell
        ) async throws -> Bool {
            let (output, sign): (String, String)
            switch command {
            case "hearth listen fernweh": (output, sign) = ("listen.txt", "Listening to fernweh")
            case "hearth serve": (output, sign) = ("serve.txt", "\"Serving\"")
            default: return false
            }
            try shell.start(command, output: output)
            #expect(
                await eventually {
                    [output, output + ".error"].contains {
                        (try? shell.text(of: $0))?.contains(sign) ?? false
                    }
                }, "\(command)")
            return true
        }
    }
}
