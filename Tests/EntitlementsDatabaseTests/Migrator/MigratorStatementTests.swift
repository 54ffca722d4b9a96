import Testing

@testable import Migrations

@Suite("The migrator's statements")
struct MigratorStatementTests {
    @Test("each have a file", arguments: MigratorStatement.allCases)
    func file(statement: MigratorStatement) {
        #expect(!statement.text().isEmpty)
    }
}
