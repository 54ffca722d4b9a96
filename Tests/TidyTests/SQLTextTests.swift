import Testing

@Suite("SQL is in sql/ only")
struct SQLTextTests {
    @Test("no Swift file except the driver's contains SQL")
    func swiftHoldsNoSQL() {
        let sources = Repository.swift.filter {
            $0.file.isUnder("Sources") && !$0.file.isUnder("Sources/Postgres")
        }
        expectNone(sources.flatMap(findings))
    }

    @Test(
        "a statement is found",
        arguments: [
            "select 1", "SELECT a FROM b", "insert into a values (1)", "update a set b = 1",
            "delete from a", "create table a ()", "create or replace function a()",
            "create unique index a on b (c)", "alter table a add b int",
            "with a as (select 1) select 2", "drop schema api cascade", "grant usage on a to b",
            "truncate a", "set role a", "begin", "commit", "lock table a", "call a()",
        ])
    func statementIsFound(statement: String) {
        let oneLine = SwiftSource("let a = \"\(statement)\"\n")
        let manyLines = SwiftSource("let a = \"\"\"\n      \(statement)\n      \"\"\"\n")
        #expect(findings(in: oneLine).count == 1)
        #expect(findings(in: manyLines).count == 1)
    }

    @Test(
        "a sentence is not a statement",
        arguments: [
            "Create or update a tenant from a file.", "Select a tenant.", "set", "with",
            "created", "Update the catalog", "beginning", "create a key", "Delete from the list",
        ])
    func sentenceIsNotFound(sentence: String) {
        #expect(findings(in: SwiftSource("let a = \"\(sentence)\"\n")).isEmpty)
    }

    private func findings(in source: SwiftSource) -> [Finding] {
        source.tokens.filter { $0.kind == .literal && isStatement($0.text) }.map {
            source.file.finding($0.line, "SQL in Swift: make it a function under sql/functions")
        }
    }

    /// A statement keeps its keywords in one case; a sentence begins with a capital letter.
    private func isStatement(_ text: String) -> Bool {
        let words = text.split { $0.isWhitespace || $0 == ";" || $0 == "(" }.prefix(4)
            .map(String.init)
        guard let first = words.first else { return false }
        guard first == first.lowercased() || first == first.uppercased() else { return false }
        let lower = words.map { $0.lowercased() }
        func second(_ choices: String...) -> Bool {
            lower.count > 1 && choices.contains(lower[1])
        }
        let objects = [
            "aggregate", "database", "extension", "function", "index", "or", "policy", "role",
            "schema", "table", "temp", "trigger", "type", "unique", "unlogged", "view",
        ]
        switch lower[0] {
        case "select", "truncate", "call", "notify", "listen": return lower.count > 1
        case "insert": return second("into")
        case "delete": return second("from")
        case "update": return lower.count > 2 && lower[2] == "set"
        case "create", "alter", "drop": return lower.count > 1 && objects.contains(lower[1])
        case "with": return lower.count > 2 && (lower[2] == "as" || lower[1] == "recursive")
        case "grant", "revoke": return lower.count > 2 && lower[2] == "on"
        case "set": return second("role", "local", "session", "constraints")
        case "lock": return second("table")
        case "begin", "commit", "rollback": return lower.count == 1
        default: return false
        }
    }
}
