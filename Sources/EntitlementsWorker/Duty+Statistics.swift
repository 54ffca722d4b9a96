import EntitlementsDatabase
import Logging

extension Duty {
    /// Keeps the planner's statistics of tables that grow fast, so that plans fit their size.
    ///
    /// A first import, a first run or a launch fills empty tables within seconds; autovacuum looks
    /// once a minute.
    package static let statistics = Duty(
        seconds: 5, hindrance: "Statistics could not be gathered"
    ) { database in
        for _ in 0..<maximumTablesAtOnce {
            let call = AnalyzeGrownTables(minimumChanges: minimumChanges)
            guard try await database.callOne(call).analyzed > 0 else { return }
        }
    }

    /// Smaller tables are read fast by any plan.
    package static let minimumChanges: Int32 = 200

    private static let maximumTablesAtOnce = 16
}
