import EntitlementsDatabase
import Logging
import Postgres
import TestSupport

@testable import Migrations

struct EmptyDatabase: Sendable {
    let connectionString: String

    static func with<Result: Sendable>(
        _ body: (EmptyDatabase) async throws -> Result
    ) async throws -> Result {
        try await ScratchDatabase.withEmpty { connectionString in
            try await body(EmptyDatabase(connectionString: connectionString))
        }
    }

    @discardableResult
    func migrate(to schema: Schema) async throws -> MigrationReport {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await Migrator(schema: schema, connection: connection, logger: .silent).migrate()
        }
    }

    func createRoles() async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await Migrator(connection: connection, logger: .silent).createRoles()
        }
    }

    func requireDeployment() async throws {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await Schema.embedded.requireDeployment(on: connection)
        }
    }

    /// The only value of a query's only row.
    func ask(_ query: String) async throws -> String? {
        try await AdministrationConnection.withConnection(to: connectionString) { connection in
            try await connection.execute(query).first?.first ?? nil
        }
    }
}

extension Schema {
    /// Another release, whose functions say of themselves that the schema version is 1,000.
    static let other = Schema(
        files: embedded.files { file in
            file.functionName == "get_deployment"
                ? file.text.replacing("max(migration.version),", with: "1000,") : file.text
        })

    /// This schema with a migration more.
    func adding(_ migration: String) -> Schema {
        let path = "sql/migrations/\(String(10_001 + version).dropFirst())_more.sql"
        return Schema(files: files(\.text, and: [File(path: path, text: migration)]))
    }

    /// A schema of one or two migrations and the named function bodies.
    static func small(
        notes: String? = "create table public.notes (a int);",
        functions: KeyValuePairs<String, String> = [:],
        files more: [String: String] = [:]
    ) -> Schema {
        var files = more.map { File(path: $0.key, text: $0.value) }
        files += embedded.roles
        files.append(
            File(path: "sql/migrations/0001_words.sql", text: "create table public.words ();"))
        if let notes { files.append(File(path: "sql/migrations/0002_notes.sql", text: notes)) }
        files += functions.map {
            File(
                path: "sql/functions/area/\($0.key).sql",
                text: "create function api.\($0.key)() returns int language sql as '\($0.value)';")
        }
        return Schema(files: files)
    }
}
