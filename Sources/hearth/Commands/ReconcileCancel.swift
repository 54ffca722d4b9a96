import ArgumentParser
import EntitlementsDatabase

/// Cancels a run.
struct ReconcileCancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a run; what it has corrected stays corrected.",
        discussion: "Example: hearth reconcile cancel myapp $RUN_ID")

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Argument(help: "The run's id.")
    var run: IDArgument

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let call = CancelRun(runID: run.uuid)
            guard let row = try await installation.database.call(call, in: id).first else {
                throw OperatorMessage.runMissing(run, of: tenant)
            }
            StandardStream.output.writeLine(try RunReport(row).summary)
        }
    }
}
