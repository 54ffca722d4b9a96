/// Batches requests of one tenant and environment: those that arrive during a call go together into
/// the next.
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

    /// Returns a request's answer, after the commit of its call; throws its refusal.
    package func answer(
        _ request: Call.Request, of tenant: TenantID, in environment: String
    ) async throws -> Answer {
        let line = Line(tenant: tenant, environment: environment)
        return try await gatherer.submit(request, for: line).get()
    }
}
