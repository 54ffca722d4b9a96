import ArgumentParser
import Testing

@testable import hearth

@Suite("The help of commands")
struct HelpTests {
    @Test("ends with an example that calls the command, and parses", arguments: Leaf.allCommands)
    func example(_ leaf: Leaf) async throws {
        let line = try #require(leaf.example)
        #expect("\(line) ".hasPrefix("\(leaf.line) "))
        let parsed = try await Hearth.asyncParseAsRoot(leaf.exampleWords)
        let called = try #require(Leaf.all.first { $0.command == type(of: parsed) })
        #expect("\(called.line) ".hasPrefix("\(leaf.line) "))
    }

    @Test("is the one of Tests/Fixtures/help.txt, for every command")
    func snapshot() throws {
        let texts = Leaf.allCommands.map { leaf in
            "$ \(leaf.line) --help\n"
                + Hearth.helpMessage(for: leaf.command, columns: 100)
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n")
        }
        try expectSnapshot(texts.joined(separator: "\n") + "\n", "help.txt")
    }
}

/// A command, with the words that call it.
struct Leaf: CustomTestStringConvertible, Sendable {
    let line: String
    let command: any ParsableCommand.Type

    var testDescription: String { line }

    /// The last line of the help: `hearth tenants list`; nil without one.
    var example: String? {
        let last = command.configuration.discussion.split(separator: "\n").last ?? ""
        return last.wholeMatch(of: #/Example: (hearth .*)/#).map { String($0.1) }
    }

    /// Stands for a variable of an example.
    static let unknownID = "00000000-0000-4000-8000-000000000000"

    /// The example's words after the program: without redirections, with an id for each variable.
    var exampleWords: [String] {
        let filled = (example ?? "").replacing(#/ [<>] .*/#, with: "")
            .replacing(#/\$[A-Z_]+/#, with: Self.unknownID)
        let words = filled.split(separator: "\"").enumerated().flatMap { part in
            part.offset % 2 == 1
                ? [String(part.element)]
                : part.element.split(separator: " ").map(String.init)
        }
        return Array(words.dropFirst())
    }

    /// Those without subcommands.
    static let all = allCommands.filter { $0.command.configuration.subcommands.isEmpty }

    /// Each group stands before its commands.
    static let allCommands = commands(from: Hearth.self, after: [])

    private static func commands(
        from command: any ParsableCommand.Type, after words: [String]
    ) -> [Leaf] {
        let words = words + [command._commandName]
        return [Leaf(line: words.joined(separator: " "), command: command)]
            + command.configuration.subcommands.flatMap { commands(from: $0, after: words) }
    }
}
