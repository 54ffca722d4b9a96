package import EntitlementsDatabase
package import Logging
import ServiceLifecycle

/// Performs a list of duties side by side.
package struct DutyWorker: Service {
    private let duties: [Duty]
    private let database: Database
    private let logger: Logger

    package init(
        _ duties: [Duty] = [.answers, .figures, .households, .referrals, .statistics],
        database: Database, logger: Logger
    ) {
        self.duties = duties
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
