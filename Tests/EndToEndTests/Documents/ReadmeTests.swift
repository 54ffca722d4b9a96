import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    @Suite("README is true")
    struct ReadmeTests {
        @Test("every command of README runs in order, and answers what README shows")
        func readme() async throws {
            try await ScratchDatabase.withEmpty { url in
                try await withTemporaryDirectory { directory in
                    try await PreparedCluster.shared.copy(into: directory + "/.hearth")
                    try Self.fill(directory)
                    let shell = try DocumentShell(in: directory, tools: directory + "/tools")
                    do {
                        try await Self.paste("README.md", into: shell, database: url)
                    } catch {
                        shell.end()
                        throw error
                    }
                    shell.end()
                    let isLeft = try await shell.run("hearth env stockpot").status == 0
                    #expect(!isLeft, "`make run` goes on after it was ended")
                }
            }
        }

        /// Makes the directory look like a copy of the project that was built.
        ///
        /// `make run` is the project's own, with a compiler that has nothing to do.
        private static func fill(_ directory: String) throws {
            let binaries = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent()
            let files = FileManager.default
            for folder in [".build", "tools"] {
                try files.createDirectory(
                    atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
            }
            try files.createSymbolicLink(
                atPath: directory + "/.build/debug", withDestinationPath: binaries.path)
            for path in ["Makefile", "scripts"] {
                try files.createSymbolicLink(
                    atPath: "\(directory)/\(path)",
                    withDestinationPath: PackageRoot.url.appending(path: path).path())
            }
            let compiler = directory + "/tools/swift"
            try "#!/bin/sh\n[ \"$2\" != --show-bin-path ] || echo .build/debug\n"
                .write(toFile: compiler, atomically: true, encoding: .utf8)
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
        }

        private static func paste(
            _ document: String, into shell: DocumentShell, database: String
        ) async throws {
            let blocks = try DocumentBlocks(of: document).blocks
            #expect(blocks.allSatisfy { ["", "json", "text"].contains($0.language) })
            for (block, next) in zip(blocks, blocks.dropFirst()) where next.language == "json" {
                #expect(block.language.isEmpty, "\(document):\(next.line) answers no command")
            }
            for (index, block) in blocks.enumerated() where block.language.isEmpty {
                let answer = blocks[(index + 1)...].first
                let shown = answer.flatMap { $0.language == "json" ? $0 : nil }
                for command in block.commands {
                    let isLast = command == block.commands.last
                    let filled = command.replacing("postgresql://…", with: "'\(database)'")
                    try await run(filled, showing: isLast ? shown : nil, in: shell)
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
            let answer = try? JSONParser.parse(Array(finished.output.utf8))
            #expect(answer?["code"] == nil && answer?["error"] == nil, "\(command)")
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
            case "make run": (output, sign) = ("up.txt", "Hearth is up at ")
            case "hearth listen fernweh": (output, sign) = ("listen.txt", "Listening to fernweh")
            case "hearth serve": (output, sign) = ("serve.txt", "\"Serving\"")
            default: return false
            }
            try shell.start(command, output: output)
            #expect(
                await eventually(withinSeconds: 60) {
                    [output, output + ".error"].contains {
                        (try? shell.text(of: $0))?.contains(sign) ?? false
                    }
                }, "\(command)")
            return true
        }
    }
}
