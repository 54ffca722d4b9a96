/// Hands requests to the database: those of one tenant and one environment that arrive while a call
/// is under way go together with the next.
package struct RequestIntake<Call: RequestSetCall>: Sendable {
    struct Line: Hashable {
        let tenant: TenantID
        let environment: String
    }

    let gatherer: Gatherer<Line, Call.Request, Result<Answer, any Error>>

    package init(database: Database) {
        gatherer = Gatherer(limits: .init(itemsPerCall: Call.maximumRequests)) { line, requests in
            try await database.callSet(requests, in: line.tenant) {
                Call($0, environment: line.environment, asOf: nil)
            } outcomes: {
                Call.outcomes(of: $0)
            }
        }
    }

    /// The answer of a request, after the commit of the call that held it; throws its refusal.
    package func answer(
        _ request: Call.Request, of tenant: TenantID, in environment: String
    ) async throws -> Answer {
        let line = Line(tenant: tenant, environment: environment)
        return try await gatherer.submit(request, for: line).get()
    }
}
