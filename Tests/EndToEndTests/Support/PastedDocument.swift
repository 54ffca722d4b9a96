import Entitlements
import Foundation
import TestSupport
import Testing

/// A document whose commands are pasted into a shell, one after another, as a reader would.
struct PastedDocument {
    let path: String
    let shell: DocumentShell

    /// A command that does not end: where its output goes, and what it prints once it is at work.
    struct Lasting {
        let output: String
        let sign: String
    }

    let lasting: [String: Lasting]

    static let makeRun = ("make run", Lasting(output: "up.txt", sign: "Hearth is up at "))

    /// Makes the directory look like a copy of the project that was built, with its cluster.
    ///
    /// `make run` is the project's own, with a compiler that has nothing to do.
    static func fill(_ directory: String) async throws {
        try await PreparedCluster.shared.copy(into: directory + "/.hearth")
        let binaries = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let files = FileManager.default
        for folder in [".build", "tools"] {
            try files.createDirectory(
                atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
        }
        try files.createSymbolicLink(
            atPath: directory + "/.build/debug", withDestinationPath: binaries.path)
        for path in ["Makefile", "scripts", "examples", "clients"] {
            try files.createSymbolicLink(
                atPath: "\(directory)/\(path)",
                withDestinationPath: PackageRoot.url.appending(path: path).path())
        }
        let compiler = directory + "/tools/swift"
        try "#!/bin/sh\n[ \"$2\" != --show-bin-path ] || echo .build/debug\n"
            .write(toFile: compiler, atomically: true, encoding: .utf8)
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
    }

    /// Pastes each block without a language; compares what its last command answers with the JSON
    /// that follows.
    func paste(in languages: Set<String>, replacing places: [String: String] = [:]) async throws {
        let blocks = try DocumentBlocks(of: path).blocks
        #expect(blocks.allSatisfy { $0.language.isEmpty || languages.contains($0.language) })
        for (block, next) in zip(blocks, blocks.dropFirst()) where next.language == "json" {
            #expect(block.language.isEmpty, "\(path):\(next.line) answers no command")
        }
        for (index, block) in blocks.enumerated() where block.language.isEmpty {
            let answer = blocks[(index + 1)...].first
            let shown = answer.flatMap { $0.language == "json" ? $0 : nil }
            for command in block.commands {
                let isLast = command == block.commands.last
                let filled = places.reduce(command) { $0.replacing($1.key, with: $1.value) }
                try await run(filled, at: block.line, showing: isLast ? shown : nil)
            }
        }
    }

    /// Expects the blocks of text in the output of a command that does not end.
    func expectText(in output: String) async throws {
        for block in try DocumentBlocks(of: path).blocks where block.language == "text" {
            var missing: String?
            _ = await eventually(withinSeconds: 20) {
                missing = ShownAnswer.missingLine(
                    of: block.text, in: (try? shell.text(of: output)) ?? "")
                return missing == nil
            }
            #expect(missing == nil, "\(path):\(block.line)")
        }
    }

    /// Runs a command; repeats a lookup until it answers what is shown, as a reader would.
    func run(
        _ command: String, at line: Int = 0, showing shown: DocumentBlocks.Block? = nil
    ) async throws {
        if try await isStarted(command) { return }
        let finished = try await shell.run(command)
        #expect(
            finished.exit == .status(0),
            "\(path):\(line): \(command)\n\(finished.output)\(finished.error)"
        )
        guard let shown else { return }
        let expected = try JSONParser.parse(Array(shown.text.utf8))
        var difference = Self.difference(expected, finished)
        if difference != nil, !command.contains(" -d ") {
            _ = try await eventually(withinSeconds: 20) {
                difference = Self.difference(expected, try await shell.run(command))
                return difference == nil
            }
        }
        #expect(difference == nil, "\(path):\(shown.line), after \(command)")
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
    private func isStarted(_ command: String) async throws -> Bool {
        guard let lasting = lasting[command] else { return false }
        try shell.start(command, output: lasting.output)
        #expect(
            await eventually(withinSeconds: 60) {
                [lasting.output, lasting.output + ".error"].contains {
                    (try? shell.text(of: $0))?.contains(lasting.sign) ?? false
                }
            }, "\(command)")
        return true
    }
}
