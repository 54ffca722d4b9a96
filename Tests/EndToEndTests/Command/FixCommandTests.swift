import ArgumentParser
import Entitlements
import Testing

@testable import hearth

@Suite("A fix names commands and settings that exist")
struct FixCommandTests {
    @Test("each command of a fix is one of hearth's")
    func commands() {
        for (code, name) in Self.quoted where name.hasPrefix("hearth ") {
            #expect(Self.isCommand(name), "\(code.rawValue): \(name)")
        }
    }

    @Test("each setting of a fix is one of hearth's")
    func settings() {
        let known = ConfigurationKey.all.map(\.name)
        for (code, name) in Self.quoted where name.hasPrefix("HEARTH_") {
            #expect(known.contains(name), "\(code.rawValue): \(name)")
        }
    }

    @Test("the test detects a command that does not exist")
    func detection() {
        #expect(Self.isCommand("hearth tenants secrets set <tenant> --kind authorization"))
        #expect(!Self.isCommand("hearth tenants secret set"))
    }

    /// What the fixes have between backticks.
    private static var quoted: [(ErrorCode, String)] {
        ErrorCode.allCases.flatMap { code in
            code.fix.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { (code, String($0.element)) }
        }
    }

    /// Whether the words before the first argument or option name a command without subcommands.
    private static func isCommand(_ line: String) -> Bool {
        var command: any ParsableCommand.Type = Hearth.self
        for word in line.split(separator: " ").dropFirst() {
            guard
                let next = command.configuration.subcommands.first(where: {
                    $0._commandName == word
                })
            else { break }
            command = next
        }
        return command.configuration.subcommands.isEmpty
    }
}
