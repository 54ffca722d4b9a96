import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// A tenant of its own database, and commands about it.
struct CommandTenant {
    let tenant: TestTenant
    private let url: String

    static func with(
        like file: String = "stockpot",
        _ change: (inout TenantDefinition) -> Void = { _ in },
        _ body: (CommandTenant) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(like: file, in: own.database, change)
            try await body(CommandTenant(tenant: tenant, url: own.connectionString))
        }
    }

    /// Runs a command that must succeed, and returns its lines.
    ///
    /// The tenant's slug stands after the command's name.
    func lines(_ command: String, _ arguments: String...) async throws -> [String] {
        try await output(command, arguments).split(separator: "\n").map(String.init)
    }

    /// Runs the command of a list, and returns the lines of its CSV.
    func table(_ command: String, _ arguments: String...) async throws -> [String] {
        try await output(command, arguments + ["--csv"]).split(whereSeparator: \.isNewline)
            .map(String.init)
    }

    /// Runs a command that must succeed, and returns the JSON that it prints.
    func json(_ command: String, _ arguments: String...) async throws -> JSONValue {
        try JSONParser.parse(Array(try await output(command, arguments + ["--json"]).utf8))
    }

    /// Expects that a command is refused: with this status, with these words, without output.
    func expectRefusal(
        _ status: Int32, _ words: String, _ command: String, _ arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let done = try await process(command, arguments)
        #expect(done.exit == .status(status), "\(done.error)", sourceLocation: sourceLocation)
        #expect(done.error.contains(words), "\(done.error)", sourceLocation: sourceLocation)
        #expect(done.output == "", sourceLocation: sourceLocation)
    }

    private func output(_ command: String, _ arguments: [String]) async throws -> String {
        let done = try await process(command, arguments)
        #expect(done.exit == .status(0), "\(command) \(arguments): \(done.error)")
        return done.output
    }

    private func process(
        _ command: String, _ arguments: [String]
    ) async throws -> HearthProcess.Finished {
        try await HearthProcess.run(
            command.split(separator: " ").map(String.init) + [tenant.slug] + arguments,
            environment: ["DATABASE_URL": url])
    }
}

extension [String] {
    /// Whether a line has all the words, in this order.
    func hasLine(of words: String...) -> Bool {
        contains { line in
            var rest = line[...]
            return words.allSatisfy { word in
                guard let range = rest.firstRange(of: word) else { return false }
                rest = rest[range.upperBound...]
                return true
            }
        }
    }
}
