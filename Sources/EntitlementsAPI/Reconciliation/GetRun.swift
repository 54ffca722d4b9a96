import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Returns a run's results, speed and remaining time.
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
    /// The same text as in SQL for a missing run.
    static var runNotFound: Failure { Failure(.runNotFound, "The tenant has no run with this id.") }
}
