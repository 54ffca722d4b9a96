import EntitlementsDatabase
import Logging

extension Duty {
    /// Computes figures of the business from evidence, a part of a tenant at a time.
    package static let figures = Duty(
        seconds: 10, hindrance: "Figures could not be computed"
    ) { database in
        var refreshed: Int32 = 1
        while !Task.isCancelled, refreshed > 0 {
            refreshed = try await database.callOne(RefreshFigures()).refreshed
        }
    }
}
