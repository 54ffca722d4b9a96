import Postgres
import Traces
import Tracing

extension Database {
    /// Makes a call, in a span if the caller's is recorded: the function's name, and no argument.
    func traced<Call: FunctionCall>(
        _ call: Call, in scope: Scope?
    ) async throws(PostgresError) -> [Call.Row] {
        guard let caller = TraceSpan.recorded else { return try await client.call(call, in: scope) }
        let span = caller.child(Call.function, ofKind: .client)
        span.note("db.system.name", "postgresql")
        span.note("db.stored_procedure.name", "api.\(Call.function)")
        do {
            let rows = try await client.call(call, in: scope)
            span.end()
            return rows
        } catch {
            span.endFailed(because: "\(error)")
            throw error
        }
    }
}
