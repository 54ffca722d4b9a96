import Entitlements
import EntitlementsDatabase
import Logging

extension Duty {
    /// Computes figures of the business from evidence, one tenant after another.
    ///
    /// Of one processor, all servers together take `corePercent`; at 0 nothing is computed. Buckets
    /// that cannot be computed hold up no others. The log has the last failure of each time.
    package static func figures(corePercent: Int) -> Duty {
        Duty(seconds: 10, hindrance: "Figures could not be computed") { database in
            let refresh = RefreshFigures(corePercent: Int32(corePercent))
            var refreshed: Int32 = 1
            var failure: String?
            while !Task.isCancelled, refreshed > 0 {
                let row = try await database.callOne(refresh)
                refreshed = row.refreshed
                failure = row.failure ?? failure
            }
            if let failure { throw Failure(.internal, failure) }
        }
    }
}
