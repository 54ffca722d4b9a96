import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("Settings of a database do not stop Hearth", .timeLimit(.minutes(5)))
struct DatabaseSettingTests {
    /// Of Postgres 17 and later.
    private static let later = ["transaction_timeout = ''50ms''"]

    @Test("a database with them is migrated, proved and served")
    func settings() async throws {
        try await EmptyDatabase.with { database in
            let known = try await database.ask(
                "select count(*) from pg_settings where name = 'transaction_timeout'")
            for setting in ["row_security = off", "quote_all_identifiers = on"]
                + (known == "1" ? Self.later : [])
            {
                try await database.set(setting)
            }
            let first = try await database.migrate(to: .embedded)
            #expect(!first.isAccessRepaired)
            try await database.requireDeployment()
            #expect(try await !database.migrate(to: .embedded).isAccessRepaired)
            try await ScratchDatabase.lend(database.connectionString) { own in
                let tenant = try await TestTenant.create(in: own.database)
                try await tenant.receive(.nowRunning(appUserID: "u_1"))
                #expect(try await tenant.standing(of: "u_1").isActive)
            }
        }
    }

    @Test(
        "only a commit that waits for the disk is durable",
        arguments: [("off", false), ("local", true), ("on", true)])
    func durability(setting: String, isDurable: Bool) async throws {
        try await EmptyDatabase.with { database in
            try await database.set("synchronous_commit = \(setting)")
            let seen = try await AdministrationConnection.withConnection(
                to: database.connectionString
            ) { try await ServerInspection(on: $0) }
            #expect(seen.commitsAreDurable == isDurable)
        }
    }
}

extension EmptyDatabase {
    /// Sets what each later session of the database begins with.
    fileprivate func set(_ setting: String) async throws {
        _ = try await ask(
            """
            do $$ begin
                execute format('alter database %I set \(setting)', current_database());
            end $$
            """)
    }
}
