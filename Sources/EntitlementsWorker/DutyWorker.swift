package import EntitlementsDatabase
package import Logging
import ServiceLifecycle

/// Performs a list of duties side by side.
package struct DutyWorker: Service {
    private let duties: [Duty]
    private let database: Database
    private let logger: Logger

    /// Figures take `figuresCorePercent` of one processor.
    package init(figuresCorePercent: Int, database: Database, logger: Logger) {
        duties = [
            .answers, .figures(corePercent: figuresCorePercent), .households, .referrals,
            .statistics,
        ]
        self.database = database
        self.logger = logger
    }

    package func run() async throws {
        await withDiscardingTaskGroup { group in
            for duty in duties {
                group.addTask {
                    await every(seconds: duty.seconds) { await duty.perform(in: database, logger) }
                }
            }
        }
    }
}
