package import EntitlementsDatabase
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Numbers the changes of the change log once they are committed.
///
/// Woken by each write of this process, and at least twice a second, because other processes write
/// too. Any number may run, in any number of processes: one numbers a tenant at a time.
package final class ChangeSequencer: Service {
    package static let maximumChangesAtOnce: Int32 = 1_000

    /// Under load, one transaction numbers the changes of several writes; of fewer while a reader
    /// waits for them.
    private static let pauseMilliseconds = (whileAwaited: 10, usual: 50)
    private static let intervalMilliseconds = 500

    private let database: Database
    private let isAwaited: @Sendable () -> Bool
    private let logger: Logger
    private let hasFailed = Mutex(false)

    /// `isAwaited` tells whether a reader of this process waits for changes.
    package init(
        database: Database, isAwaited: @escaping @Sendable () -> Bool, logger: Logger
    ) {
        self.database = database
        self.isAwaited = isAwaited
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await self.tick() }
                for await _ in self.database.writes.signals {
                    await self.numberChanges()
                    let pause = Self.pauseMilliseconds
                    let milliseconds = self.isAwaited() ? pause.whileAwaited : pause.usual
                    try? await Task.sleep(for: .milliseconds(milliseconds))
                }
                group.cancelAll()
            }
        }
    }

    private func tick() async {
        repeat {
            database.writes.signal()
        } while (try? await Task.sleep(for: .milliseconds(Self.intervalMilliseconds))) != nil
    }

    /// Numbers what is committed; signals again if something is left.
    package func numberChanges() async {
        do {
            let done = try await database.callOne(
                NumberChanges(maximum: Self.maximumChangesAtOnce))
            Counter(label: "hearth_changes_numbered_total").increment(by: done.numbered)
            Gauge(label: "hearth_changes_delay_seconds").record(
                Double(done.delayMilliseconds) / 1_000)
            if !done.isDone { database.writes.signal() }
            hasFailed.withLock { $0 = false }
        } catch {
            // The database is away or busy: the changes wait, and one warning is enough.
            let isFirst = hasFailed.withLock { failed in
                defer { failed = true }
                return !failed
            }
            if isFirst {
                await logger.log("Changes could not be numbered", hinderedBy: error, in: database)
            }
        }
    }
}
