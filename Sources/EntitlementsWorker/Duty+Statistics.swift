import EntitlementsDatabase
import Logging

extension Duty {
    /// Keeps the planner's statistics of tables that grow fast, so that plans fit their size.
    ///
    /// A first import, a first run or a launch fills empty tables within seconds; autovacuum looks
    /// once a minute. Until then, plans of a small table read all of its rows for each key.
    package static let statistics = Duty(
        seconds: 1, hindrance: "Statistics could not be gathered"
    ) { database in
        for _ in 0..<maximumTablesAtOnce {
            let call = AnalyzeGrownTables(minimumChanges: minimumChanges)
            guard try await database.callOne(call).analyzed > 0 else { return }
        }
    }

    /// Of a smaller table, the planner expects one row for any key, so statistics change no plan.
    package static let minimumChanges: Int32 = 300

    private static let maximumTablesAtOnce = 16
}
