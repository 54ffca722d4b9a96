import Entitlements
import EntitlementsDatabase
import Logging

extension Duty {
    /// Computes figures of the business from evidence, a part of a tenant at a time.
    ///
    /// A part that cannot be computed holds up no other. The log has the last one of each time.
    package static let figures = Duty(
        seconds: 10, hindrance: "Figures could not be computed"
    ) { database in
        var refreshed: Int32 = 1
        var failure: String?
        while !Task.isCancelled, refreshed > 0 {
            let row = try await database.callOne(RefreshFigures())
            refreshed = row.refreshed
            failure = row.failure ?? failure
        }
        if let failure { throw Failure(.internal, failure) }
    }
}
