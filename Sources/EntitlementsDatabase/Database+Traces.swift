import FoundationEssentials
import Postgres
import Traces
import Tracing

extension Database {
    /// Makes a call for a tenant where it belongs.
    func traced<Call: TenantCall>(
        _ call: Call, of tenant: TenantID
    ) async throws(PostgresError) -> [Call.Row] {
        if Call.access == .read, let lookup = LookupReads.current {
            return try await traced(call) { () async throws(PostgresError) -> [Call.Row] in
                try await readers.rows(of: call, for: tenant, after: lookup.neededPosition)
            }
        }
        return try await traced(
            call, in: Scope(entering: EnterTenant.function, value: tenant.uuidString))
    }

    /// Makes a call, in a span if the caller's is recorded: the function's name, and no argument.
    func traced<Call: FunctionCall>(
        _ call: Call, in scope: Scope?
    ) async throws(PostgresError) -> [Call.Row] {
        try await traced(call) { () async throws(PostgresError) -> [Call.Row] in
            try await client.call(call, in: scope)
        }
    }

    private func traced<Call: FunctionCall>(
        _ call: Call, _ make: () async throws(PostgresError) -> [Call.Row]
    ) async throws(PostgresError) -> [Call.Row] {
        guard let caller = TraceSpan.recorded else { return try await make() }
        let span = caller.child(Call.function, ofKind: .client)
        span.note("db.system.name", "postgresql")
        span.note("db.stored_procedure.name", Call.function)
        do {
            let rows = try await make()
            span.end()
            return rows
        } catch {
            span.endFailed(because: "\(error)")
            throw error
        }
    }
}
