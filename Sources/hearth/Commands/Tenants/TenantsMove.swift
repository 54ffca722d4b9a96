import ArgumentParser
import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Logging
import Migrations
import Postgres

/// Moves a tenant to another database.
struct TenantsMove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a tenant with all its rows to another database.",
        discussion: """
            Online, by Postgres' logical replication. Both servers keep serving until the end. \
            Then the tenant's writes are answered 503 tenant_moving for a second or two, both \
            databases are compared, and the new one serves the tenant. Requests that still come \
            here are answered 503 tenant_moved. If the command is killed, run it again.

            Connects here with HEARTH_MIGRATION_DATABASE_URL or DATABASE_URL, as a login that may \
            replicate and is a member of hearth_owner; wal_level must be logical. Connects to --to \
            as a superuser, or from Postgres 16 on as a member of pg_create_subscription with \
            bypassrls. Hearth migrates that database first. If anything is missing, it touches \
            nothing.

            A password in an argument is seen by every user of this machine. Write the URLs into \
            files that only you can read, or leave the password of --to to ~/.pgpass.

            Example: hearth tenants move myapp --to-file /etc/hearth/db2.url
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "The administrator's URL of the new database, without its password.")
    var to: String?

    @Option(help: "A file with that URL, and its password.")
    var toFile: String?

    @Option(
        help: """
            This database's URL as the new database's server reaches it, with its password. It \
            is stored there until the tenant has moved. By default, the URL that this command \
            uses.
            """)
    var from: String?

    @Option(help: "A file with the URL of --from, and its password.")
    var fromFile: String?

    @Flag(help: "Only check that the tenant may move.")
    var dryRun = false

    @Flag(help: "Give up the move, so that this database serves the tenant as before.")
    var abort = false

    @Flag(help: "Delete the rows that this database still has of a tenant that has moved.")
    var clear = false

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        guard (to == nil) != (toFile == nil) else {
            throw ValidationError("Name the new database with --to or --to-file, one of them.")
        }
        guard from == nil || fromFile == nil else {
            throw ValidationError("Name one of --from and --from-file.")
        }
        guard [dryRun, abort, clear].count(where: \.self) < 2 else {
            throw ValidationError("--dry-run, --abort and --clear are three different things.")
        }
    }

    func run() async throws {
        guard let to = try self.to ?? toFile.map(Self.url(in:)) else { return }
        let from = try self.from ?? fromFile.map(Self.url(in:))
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let configuration = installation.configuration
            let logger = Logger(label: "hearth")
            let here = try await database.target(configuration, logger: logger).administratorURL
            let address = try ForeignConnection(
                from ?? here, settings: [("hearth.tenant_id", id.uuidString.lowercased())])
            let place = try ForeignConnection(to).place
            let secretBox = try installation.secretBox()
            try await Self.withConnections(to: [here, to, here, to]) { connections in
                try await carryOut(
                    TenantMover(
                        slug: tenant, tenant: id, source: connections[0], target: connections[1],
                        sourceReader: connections[2], targetReader: connections[3],
                        sourceAddress: address, targetPlace: place, sourceURL: here, targetURL: to,
                        secretBox: secretBox, configuration: configuration, logger: logger,
                        report: { StandardStream.output.writeLine($0) }))
            }
        }
    }

    /// The URL that a file has, alone.
    private static func url(in path: String) throws -> String {
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        } catch {
            throw OperatorMessage(
                "the database is not known", why: "\(path) cannot be read",
                advice: "Write the URL into it, on one line.", exitStatus: .missing)
        }
    }

    /// Lends connections to these databases, in their order.
    private static func withConnections(
        to urls: [String], _ open: [AdministrationConnection] = [],
        _ body: ([AdministrationConnection]) async throws -> Void
    ) async throws {
        guard let url = urls.first else { return try await body(open) }
        try await AdministrationConnection.withConnection(to: url) { connection in
            try await withConnections(to: Array(urls.dropFirst()), open + [connection], body)
        }
    }

    private func carryOut(_ mover: TenantMover) async throws {
        do {
            try await mover.source.run(.lockMove, mover.values)
            if dryRun {
                try await mover.requireRights()
            } else if abort {
                try await mover.abort()
            } else if clear {
                try await mover.clear()
            } else {
                try await mover.move()
            }
        } catch PostgresError.script(let message, _) {
            throw mover.refusal(message, "Run the command again, or with --abort.")
        }
    }
}
