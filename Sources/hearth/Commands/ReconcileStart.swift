import ArgumentParser
import Entitlements
import EntitlementsDatabase
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

    @Option(help: "Stop if more than this percentage of recently read app users lost access.")
    var stopAtLostPercent = StartRun.usualLostPercent

    @Option(help: "The format of the differences: table, csv or json.")
    var format = DriftFormat.table

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        if all, user != nil { throw ValidationError("--all and --user exclude each other.") }
        if !(1...100).contains(stopAtLostPercent) {
            throw ValidationError("--stop-at-lost-percent must be from 1 to 100.")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let started = try await installation.database.callOne(
                StartRun(
                    scope: user == nil ? (all ? "all" : "due") : "user",
                    appUserID: user.map(AppUserID.init(unchecked:)),
                    isDryRun: dryRun, stopAtLostPercent: stopAtLostPercent),
                in: id)
            let watch = RunWatch(database: installation.database, tenant: id, slug: tenant)
            let ended = try await watch.untilEnd(of: RunReport(started))
            try await DriftPrinter(database: installation.database, tenant: id)
                .printDrift(of: ended.id, as: format)
            StandardStream.error.writeLine(ended.summary)
            guard ended.status == "finished" else { throw ExitCode(65) }
        }
    }
}
