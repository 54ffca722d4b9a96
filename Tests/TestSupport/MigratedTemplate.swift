import Migrations
import Postgres

/// The template of scratch databases: copying it takes a tenth of the time of migrating.
actor MigratedTemplate {
    struct Template: Sendable {
        let name: String
        /// Leaves the rows of a new database alone, where there were others.
        let emptying: String
    }

    static let shared = MigratedTemplate()

    private var making: Task<Template, any Error>?

    /// The first call creates it.
    func template() async throws -> Template {
        let making = making ?? Task { try await Self.make() }
        self.making = making
        return try await making.value
    }

    private static func make() async throws -> Template {
        let name = "hearth_template"
        let cluster = try await TestCluster.connectionString()
        try await ScratchDatabase.run("drop database if exists \(name)", in: cluster)
        try await ScratchDatabase.run("create database \(name)", in: cluster)
        let template = TestCluster.database(name, of: cluster)
        try await ScratchDatabase.migrate(template, to: .embedded)
        let emptying = try await AdministrationConnection.withConnection(
            to: TestCluster.superuser(of: template), emptying)
        // Postgres copies a template only if it has no session.
        try await ScratchDatabase.run(
            "alter database \(name) allow_connections false", in: cluster)
        return Template(name: name, emptying: emptying)
    }

    private static func emptying(_ connection: AdministrationConnection) async throws -> String {
        // The order of tables does not matter without triggers.
        var script = ["set session_replication_role = replica; set lock_timeout = '5s'"]
        let tables = try await connection.execute(
            """
            select format('%I.%I', schemaname, tablename) from pg_catalog.pg_tables
             where schemaname = 'entitlements'
            """
        ).compactMap(\.first).compactMap(\.self)
        for table in tables {
            script.append("delete from \(table)")
            let rows = try await connection.execute(
                """
                select format(
                        'insert into \(table)
                         select (jsonb_populate_recordset(null::\(table), %L)).*',
                        jsonb_agg(to_jsonb(found)))
                  from \(table) as found having count(*) > 0
                """)
            script += rows.compactMap(\.first).compactMap(\.self)
        }
        script += try await connection.execute(
            """
            select format(
                    'select setval(%L, %s, false)', format('%I.%I', schemaname, sequencename),
                    start_value)
              from pg_catalog.pg_sequences where schemaname = 'entitlements'
            """
        ).compactMap(\.first).compactMap(\.self)
        return script.joined(separator: ";\n")
    }
}
