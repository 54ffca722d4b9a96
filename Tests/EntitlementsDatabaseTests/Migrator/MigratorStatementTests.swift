import Testing

@testable import Migrations

@Suite("The migrator's statements")
struct MigratorStatementTests {
    @Test("each have a file", arguments: MigratorStatement.allCases)
    func file(statement: MigratorStatement) {
        #expect(!statement.text.isEmpty)
    }

    @Test("so have those of a move", arguments: MoveStatement.allCases)
    func file(statement: MoveStatement) {
        #expect(!EmbeddedText.text(at: statement.path).isEmpty)
    }
}
