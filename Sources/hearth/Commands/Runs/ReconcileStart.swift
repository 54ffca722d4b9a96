import ArgumentParser
import Entitlements
import EntitlementsAPI
import Glibc

/// Starts a run, and shows its progress and the differences it found.
struct ReconcileStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Read app users from RevenueCat and correct what differs.",
        discussion: """
            Reads app users at risk, unless --all or --user is given. The servers do the work, \
            within the tenant's requests per minute. This command watches: Ctrl-C stops watching, \
            not the run. The exit status is 65 if the run was cancelled or stopped.

            Example: hearth reconcile start myapp --all --dry-run
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Flag(help: "All app users; the ones at risk come first.")
    var all = false

    @Option(help: "One app user, by any of their ids.")
    var user: String?

    @Flag(help: "Show what differs and change nothing.")
    var dryRun = false

    @Option(
        help:
            "Stop if more than this percentage of recently read app users lost access; usually 50.")
    var stopAtLostPercent: Int?

    @Option(help: "The format of the differences: table, csv or json.")
    var format = DriftFormat.table

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        var call = OperationCall("startRun", hasBody: true)
        if all { call.field("scope", "all", as: "--all") }
        if let user {
            call.field("scope", "user", as: "--user")
            call.field("app_user_id", user, as: "--user")
        }
        if !all, user == nil { call.field("scope", "due") }
        call.field("dry_run", dryRun)
        call.field("stop_at_lost_percent", stopAtLostPercent)
        try call.requireNoConflict()
        let start = call
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let ended = try await installation.withAPI(of: id) { api in
                let started = try RunReport(json: try await api.answer(to: start).bytes)
                return try await RunWatch(api: api, slug: tenant).untilEnd(of: started)
            }
            try await DriftPrinter(database: installation.database, tenant: id)
                .printDrift(of: ended.id, as: format)
            StandardStream.error.writeLine(ended.summary)
            guard ended.status == "finished" else { throw ExitCode(65) }
        }
    }
}
