import ArgumentParser
import Entitlements
import EntitlementsDatabase
import Glibc

/// Has the server read people back from RevenueCat, and shows how it goes and what differed.
struct ReconcileStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Read people back from RevenueCat and put right what differs.",
        discussion: """
            Whoever is at risk, unless --all or --user says otherwise. The servers do the work, \
            inside the tenant's requests a minute; this command watches, and Ctrl-C ends the \
            watching, not the run. Ends with 1 where the run was cancelled or stopped.
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Flag(help: "Everybody, those first of whom we most likely are wrong.")
    var all = false

    @Option(help: "One person, by any of their ids.")
    var user: String?

    @Flag(help: "Tell what differs and change nothing.")
    var dryRun = false

    @Option(help: "Stop where more than so many percent of those read lately lose access.")
    var stopAtLostPercent = StartRun.usualLostPercent

    @Option(help: "How the differences are shown: table, csv or json.")
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
                    scope: user == nil ? (all ? "all" : "due") : "user", appUserID: user,
                    isDryRun: dryRun, stopAtLostPercent: stopAtLostPercent),
                in: id)
            let watch = RunWatch(database: installation.database, tenant: id, slug: tenant)
            let ended = try await watch.untilEnd(of: RunReport(started))
            try await DriftPrinter(database: installation.database, tenant: id)
                .printDrift(of: ended.id, as: format)
            StandardStream.error.writeLine(ended.summary)
            guard ended.status == "finished" else { throw ExitCode(1) }
        }
    }
}
