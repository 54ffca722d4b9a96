import Foundation
import TestSupport
import Testing

extension BinaryTests.Apps {
    @Suite("README and RECIPES are true")
    struct ReadmeTests {
        @Test("every command of README runs in order, and answers what README shows")
        func readme() async throws {
            try await ScratchDatabase.withEmpty { url in
                try await Self.withShell { shell in
                    let listen = PastedDocument.Lasting(
                        output: "listen.txt", sign: "Listening to fernweh")
                    let serve = PastedDocument.Lasting(output: "serve.txt", sign: "\"Serving\"")
                    let document = PastedDocument(
                        path: "README.md", shell: shell,
                        lasting: Dictionary(uniqueKeysWithValues: [
                            PastedDocument.makeRun, ("hearth listen fernweh", listen),
                            ("hearth serve", serve),
                        ]))
                    try await document.paste(
                        in: ["json", "text"], replacing: ["postgresql://…": "'\(url)'"])
                    try await document.expectText(in: listen.output)
                }
            }
        }

        @Test("every command of RECIPES runs in order beside `make run`, and answers what it shows")
        func recipes() async throws {
            try await Self.withShell { shell in
                let receive = PastedDocument.Lasting(output: "received.txt", sign: "Listening")
                let document = PastedDocument(
                    path: "docs/RECIPES.md", shell: shell,
                    lasting: Dictionary(uniqueKeysWithValues: [
                        PastedDocument.makeRun,
                        ("python3 examples/receiver.py endpoint.json 9123", receive),
                    ]))
                try await document.run("make run")
                try await document.paste(
                    in: ["json", "python", "sql", "text", "typescript", "yaml"])
                try await document.expectText(in: receive.output)
            }
        }

        private static func withShell(_ body: (DocumentShell) async throws -> Void) async throws {
            try await withTemporaryDirectory { directory in
                try await PastedDocument.fill(directory)
                let shell = try DocumentShell(in: directory, tools: directory + "/tools")
                do {
                    try await body(shell)
                } catch {
                    shell.end()
                    throw error
                }
                shell.end()
                let asked = try await shell.run("\(directory)/.build/debug/hearth env stockpot")
                #expect(asked.exit != .status(0), "`make run` goes on after it was ended")
            }
        }
    }
}
