import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Cancels a run.
    static func cancelRun(_ database: Database) -> Route {
        Route(
            "cancelRun", .post, "/v1/admin/reconcile/{run_id}/cancel",
            .secret { request, tenant in
                try request.expectNoQuery()
                let call = CancelRun(runID: try request.uuid(0))
                guard let row = try await database.call(call, in: tenant).first else {
                    throw Failure.runNotFound
                }
                return .answer(row)
            })
    }
}
