package import Postgres

extension Database {
    /// Calls a function with a set of one tenant's items, and returns a result for each, in their
    /// order.
    ///
    /// If the set has no effect, each item is called alone. That is when the set exceeds the
    /// statement timeout, the server rejects it, or an argument cannot be sent.
    package func callSet<Item: Sendable, Call: TenantCall, Outcome>(
        _ items: [Item], in tenant: TenantID, call: ([Item]) -> Call,
        outcomes: ([Call.Row]) -> [Result<Outcome, any Error>]
    ) async throws -> [Result<Outcome, any Error>] {
        guard items.count > 1 else {
            return outcomes(try await self.call(call(items), in: tenant))
        }
        do {
            if let rows = try await callInTime(call(items), in: tenant) {
                return outcomes(rows)
            }
        } catch let error as PostgresError where error.hadNoEffect {}
        var results: [Result<Outcome, any Error>] = []
        for item in items {
            do {
                results += try await callSet([item], in: tenant, call: call, outcomes: outcomes)
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }
}

extension PostgresError {
    /// The call was not sent, or its transaction was rolled back.
    fileprivate var hadNoEffect: Bool {
        switch self {
        case .server, .nulCharacter, .argumentsTooLarge: true
        default: false
        }
    }
}
