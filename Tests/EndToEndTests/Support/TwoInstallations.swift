import EntitlementsDatabase
import Foundation
import Glibc
import PrivateCluster
import TestSupport
import Testing

/// Two installations on clusters of their own.
///
/// The first has two tenants, of which `stockpot` can move to the second.
struct TwoInstallations {
    let old: InstalledHearth
    let new: InstalledHearth

    static func with(_ body: (TwoInstallations) async throws -> Void) async throws {
        let folders = [TestFolder(named: "old"), TestFolder(named: "new")]
        defer { for folder in folders { folder.remove() } }
        let clusters = folders.map {
            TestCluster.make(in: $0.path + "/postgres", settings: ["wal_level": "logical"])
        }
        try await InstalledHearth.with(clusters[0], asSuperuser: false) { old in
            try await old.install()
            try await old.ask(
                "alter role hearth_migrator replication",
                as: TestCluster.superuser(of: old.administrator))
            let other = PackageRoot.url.appending(path: "examples/tenants/digero.yaml").path
            #expect(try await old.run(["tenants", "apply", other]) == "digero: created")
            try await InstalledHearth.with(clusters[1], asSuperuser: true) { new in
                let migrated = try await new.administer(["migrate"])
                try #require(migrated.exit == .status(0), "\(migrated.error)")
                try await new.ask("create role app_login login; grant hearth_server to app_login")
                try await body(TwoInstallations(old: old, new: new))
            }
        }
    }

    /// The command that moves the tenant, with further words.
    func words(_ others: [String] = []) -> [String] {
        ["tenants", "move", "stockpot", "--to", new.administrator] + others
    }

    /// Moves the tenant; returns the printed lines.
    func move(_ others: [String] = []) async throws -> [String] {
        let done = try await old.administer(words(others))
        #expect(done.exit == .status(0), "\(done.output) \(done.error)")
        return done.output.split(separator: "\n").map(String.init)
    }

    /// Kills the command after it has printed a number of lines; returns these, and its error if it
    /// ended before.
    func killMove(afterLines count: Int) async throws -> (lines: [String], error: String) {
        let process = try HearthProcess(
            words(), environment: old.environment(old.administrator), printsLineByLine: true)
        let lines = await process.killed(afterLines: count)
        _ = await process.exit()
        return (lines, process.errorText)
    }

    /// Whether nothing of a move is left at either side, and no row of the tenant at the new one.
    func expectNothingLeft(_ comment: Comment) async throws {
        let ofMoves = """
            select 'publication' from pg_publication union all
            select 'slot' from pg_replication_slots union all
            select 'move' from entitlements.tenant_moves where cleared_at is null
            """
        let old = try await old.ask(
            """
            \(ofMoves) union all
            select 'schema' from pg_namespace where nspname = 'hearth_moves'
            """, as: TestCluster.superuser(of: old.administrator))
        #expect(old == [], comment)
        let left = try await new.ask(
            "\(ofMoves) union all select 'subscription' from pg_subscription")
        #expect(left == [], comment)
        #expect(try await new.ask("select from entitlements.count_rows(9, 9)") == [], comment)
        let tables = try await new.ask(
            """
            select format('select %L from entitlements.%I', relname, relname)
              from pg_class join pg_attribute on attrelid = pg_class.oid
             where relnamespace = 'entitlements'::regnamespace and relkind = 'r'
               and attname = 'tenant_id' and relname <> 'tenant_moves'
            """
        ).compactMap { $0[0] }
        #expect(try await new.ask(tables.joined(separator: " union all ")) == [], comment)
    }
}
