import ArgumentParser
import FoundationEssentials
import Testing

@testable import hearth

@Suite("The help of commands")
struct HelpTests {
    @Test("ends with an example that calls the command, and parses", arguments: Leaf.all)
    func example(_ leaf: Leaf) throws {
        let discussion = leaf.command.configuration.discussion
        let last = discussion.split(separator: "\n").last ?? ""
        let line = try #require(last.wholeMatch(of: #/Example: (hearth .*)/#), "\(leaf.line)").1
        #expect("\(line) ".hasPrefix("\(leaf.line) "))
        let words = Self.words(of: String(line))
        let parsed = try Hearth.parseAsRoot(Array(words.dropFirst()))
        #expect(type(of: parsed) == leaf.command)
    }

    /// A line of a shell as words: without redirections, with an id for each variable.
    private static func words(of line: String) -> [String] {
        let filled = line.replacing(#/ [<>] .*/#, with: "")
            .replacing(#/\$[A-Z_]+/#, with: UUID().uuidString)
        return filled.split(separator: "\"").enumerated().flatMap { part in
            part.offset % 2 == 1
                ? [String(part.element)]
                : part.element.split(separator: " ").map(String.init)
        }
    }
}

/// A command without subcommands, with the words that call it.
struct Leaf: CustomTestStringConvertible, Sendable {
    let line: String
    let command: any ParsableCommand.Type

    var testDescription: String { line }

    static let all = leaves(of: Hearth.self, after: [])

    private static func leaves(
        of command: any ParsableCommand.Type, after words: [String]
    ) -> [Leaf] {
        let words = words + [command._commandName]
        let below = command.configuration.subcommands
        guard below.isEmpty else { return below.flatMap { leaves(of: $0, after: words) } }
        return [Leaf(line: words.joined(separator: " "), command: command)]
    }
}
