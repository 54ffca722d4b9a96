import Postgres

/// Reads of operators, such as lists, exports and searches.
///
/// They may take long, so they have connections apart from those of lookups and webhooks. What a
/// call that is rolled back does has them, too: dry runs, and what was known at a moment.
package enum OperatorReads {
    /// Runs a body, whose reads and those of the tasks below it are an operator's.
    package static func run<Result>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await PostgresClient.$readsSlowly.withValue(true, operation: body)
    }
}
