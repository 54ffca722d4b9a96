package import Postgres

extension Database {
    /// Calls a function with a set of items of one tenant; answers a result for each, in their
    /// order.
    ///
    /// Where the set takes longer than a statement may, or one of its items cannot be sent or read,
    /// nothing of it happened: the function is called with each item alone.
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
