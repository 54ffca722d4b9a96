import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// What a run has come to, how fast it is, and how long it will take.
    static func getRun(_ database: Database) -> Route {
        Route(
            "getRun", .get, "/v1/admin/reconcile/{run_id}",
            .secret { request, tenant in
                try request.expectNoQuery()
                let call = GetRun(runID: try request.uuid(0))
                guard let row = try await database.call(call, in: tenant).first else {
                    throw Failure.runNotFound
                }
                return .answer(row)
            })
    }
}

extension Failure {
    /// In SQL's own words for whoever lists the drift of a run that is not there.
    static var runNotFound: Failure { Failure(.runNotFound, "The tenant has no run of this id.") }
}
