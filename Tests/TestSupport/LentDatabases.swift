import EntitlementsDatabase
import Postgres

/// Databases that are lent one after the other, with the sessions of a client.
///
/// Most of what a scratch database costs is its sessions' first plan of each statement.
actor LentDatabases {
    static let shared = LentDatabases()

    /// As many as tests run at once.
    private static let idleMaximum = 16

    private var idle: [LentDatabase] = []

    func take(_ template: MigratedTemplate.Template) async throws -> LentDatabase {
        if let last = idle.popLast() { return last }
        return try await LentDatabase.make(from: template)
    }

    /// Removes what the test wrote.
    ///
    /// A database of which the test changed more than rows is not lent again.
    func giveBack(_ lent: LentDatabase) async throws {
        if await lent.empty(), idle.count < Self.idleMaximum {
            idle.append(lent)
        } else {
            try await lent.drop()
        }
    }
}

/// One of them, and the client whose sessions it has.
struct LentDatabase: Sendable {
    let scratch: ScratchDatabase
    private let name: String
    /// The template's.
    private let emptying: String
    private let sessionsMaximum: Int
    private let running: Task<Void, any Error>
    private let catalog: String

    static func make(from template: MigratedTemplate.Template) async throws -> LentDatabase {
        let name = try await ScratchDatabase.copy(template.name)
        let connectionString = TestCluster.database(
            name, of: try await TestCluster.connectionString())
        let configuration = ScratchDatabase.configuration(to: connectionString)
        let client = PostgresClient(configuration: configuration, logger: .silent)
        let scratch = ScratchDatabase(
            database: Database(client: client), connectionString: connectionString)
        return LentDatabase(
            scratch: scratch, name: name, emptying: template.emptying,
            sessionsMaximum: configuration.connections, running: Task { try await client.run() },
            catalog: try await scratch.ask(catalogQuery) ?? "")
    }

    func drop() async throws {
        running.cancel()
        _ = await running.result
        try await ScratchDatabase.drop(name)
    }

    /// Removes the rows that a new one does not have.
    ///
    /// False if it is not like a new one: other tables, functions or settings, or sessions that are
    /// not the client's.
    func empty() async -> Bool {
        let sessions = """
            select count(*) <= \(sessionsMaximum) from pg_catalog.pg_stat_activity
             where datname = current_database() and backend_type = 'client backend'
                   and pid <> pg_backend_pid()
            """
        // A test may have left anything: what cannot be emptied is not as new.
        let rows = try? await scratch.administer(
            "\(emptying);\nselect (\(Self.catalogQuery)), (\(sessions))")
        return rows == [[catalog, "t"]]
    }

    /// A text that differs after any change of what is defined in the database.
    private static var catalogQuery: String {
        let catalogs = [
            "attrdef", "attribute", "class", "constraint", "default_acl", "event_trigger",
            "extension", "index", "namespace", "policy", "proc", "publication", "rewrite",
            "subscription", "trigger", "type",
        ].map { "(select concat(count(*), '/', max(xmin::text::bigint)) from pg_catalog.pg_\($0))" }
        return """
            select concat_ws(
                ' ', \(catalogs.joined(separator: ", ")),
                concat(own.datallowconn, own.datconnlimit, own.datacl),
                (select string_agg(settings.setconfig::text, ',')
                   from pg_catalog.pg_db_role_setting as settings
                  where settings.setdatabase = own.oid))
              from pg_catalog.pg_database as own where own.datname = current_database()
            """
    }
}
