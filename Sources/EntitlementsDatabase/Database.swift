import Entitlements
package import FoundationEssentials
package import Postgres

/// A tenant's id in the database.
package typealias TenantID = UUID

/// A call that acts for one tenant: row security shows it that tenant's rows and no others.
package protocol TenantCall: FunctionCall {}

/// A call of a door: a function that may look across tenants, and returns little.
package protocol CrossTenantCall: FunctionCall {}

/// The database as the rest of the service sees it: typed calls in, rows or a `Failure` out.
///
/// A `TenantCall` needs a tenant and a `CrossTenantCall` takes none, so no call can forget its
/// tenant.
package struct Database: Sendable {
    package let client: PostgresClient

    /// Where lookups are answered.
    package let readers: Readers

    /// Refuses every write before it is sent: the database may be a standby.
    package let isReadOnly: Bool

    /// Signals each write for a tenant after its commit.
    package let writes = WriteSignal()

    /// The log lines about a busy database.
    let busyLines = OncePerMinute()

    /// The tenants' names in log lines.
    let slugs = Slugs()

    package init(
        client: PostgresClient, readers: Readers? = nil, isReadOnly: Bool = false
    ) {
        self.client = client
        self.readers = readers ?? Readers(of: client)
        self.isReadOnly = isReadOnly
    }

    /// Calls a function for a tenant.
    package func call<Call: TenantCall>(
        _ call: Call, in tenant: TenantID
    ) async throws -> [Call.Row] {
        let rows = try await rows(of: Call.self) { () async throws(PostgresError) in
            try await traced(call, of: tenant)
        }
        if Call.access == .write, !call.rollsBack { writes.signal() }
        return rows
    }

    /// Calls a function for a tenant that returns exactly one row.
    package func callOne<Call: TenantCall>(
        _ call: Call, in tenant: TenantID
    ) async throws -> Call.Row {
        try only(try await self.call(call, in: tenant), of: Call.self)
    }

    /// Calls a function for a tenant; nil if it exceeded the statement timeout, and so had no
    /// effect.
    package func callInTime<Call: TenantCall>(
        _ call: Call, in tenant: TenantID
    ) async throws -> [Call.Row]? {
        try requireWritable(Call.access)
        do {
            let rows = try await traced(call, of: tenant)
            if Call.access == .write, !call.rollsBack { writes.signal() }
            return rows
        } catch .server(sqlState: "57014") {
            return nil
        } catch {
            throw Failure(carrying: error, of: Call.access) ?? error
        }
    }

    /// Calls a function across tenants.
    package func call<Call: CrossTenantCall>(_ call: Call) async throws -> [Call.Row] {
        try await rows(of: Call.self) { () async throws(PostgresError) in
            try await traced(call, in: nil)
        }
    }

    /// Calls a function across tenants that returns exactly one row.
    package func callOne<Call: CrossTenantCall>(_ call: Call) async throws -> Call.Row {
        try only(try await self.call(call), of: Call.self)
    }

    private func rows<Call: FunctionCall>(
        of _: Call.Type, _ make: () async throws(PostgresError) -> [Call.Row]
    ) async throws -> [Call.Row] {
        try requireWritable(Call.access)
        do {
            return try await make()
        } catch {
            throw Failure(carrying: error, of: Call.access) ?? error
        }
    }

    private func requireWritable(_ access: FunctionAccess) throws(Failure) {
        guard isReadOnly, access == .write else { return }
        throw .readOnlyServer
    }

    private func only<Call: FunctionCall>(
        _ rows: [Call.Row], of _: Call.Type
    ) throws(UnexpectedRowCount) -> Call.Row {
        guard let row = rows.first, rows.count == 1 else {
            throw UnexpectedRowCount(function: Call.function, rows: rows.count)
        }
        return row
    }
}

/// A function that returns one row returned none or several: a defect of ours.
package struct UnexpectedRowCount: Error, CustomStringConvertible {
    package let function: String
    package let rows: Int

    package var description: String { "\(function) returned \(rows) rows" }
}
