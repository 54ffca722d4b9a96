package import EntitlementsDatabase
package import Logging
import ServiceLifecycle

/// Keeps the planner's statistics of tables that grow fast, so that plans fit their size.
///
/// A first import, a first run or a launch fills empty tables within seconds; autovacuum looks once
/// a minute. Any number may run, in any number of processes.
package struct StatisticsKeeper: Service {
    package static let intervalSeconds = 5

    /// Smaller tables are read fast by any plan.
    package static let minimumChanges: Int32 = 200

    package static let maximumTablesAtOnce = 16

    private let database: Database
    private let logger: Logger

    package init(database: Database, logger: Logger) {
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await every(seconds: Self.intervalSeconds) { await analyze() }
    }

    /// Works until no table has grown.
    package func analyze() async {
        do {
            for _ in 0..<Self.maximumTablesAtOnce {
                let call = AnalyzeGrownTables(minimumChanges: Self.minimumChanges)
                guard try await database.callOne(call).analyzed > 0 else { return }
            }
        } catch {
            await logger.log("Statistics could not be gathered", hinderedBy: error, in: database)
        }
    }
}
