package import Entitlements
import EntitlementsDatabase
import Postgres

/// A call of a race.
///
/// Its result is checked afterwards.
package typealias RacedCall = @Sendable () async throws -> Void

extension TestTenant {
    /// Creates a tenant with a connection for each waiting call.
    package static func createForRaces(
        like file: String = "stockpot", _ change: (inout TenantDefinition) -> Void = { _ in }
    ) async throws -> TestTenant {
        try await create(
            like: file, in: try await TestDatabase.shared.databaseForRaces(), change)
    }

    /// Makes all calls at once, and returns the refusal of each.
    package func race(_ calls: [RacedCall]) async throws -> [ErrorCode?] {
        try await withThrowingTaskGroup(of: (Int, ErrorCode?).self) { group in
            for (number, call) in calls.enumerated() {
                group.addTask { (number, try await Self.refusal(of: call)) }
            }
            return try await Self.inOrder(group, count: calls.count)
        }
    }

    /// Queues calls one after another behind the lock that the query takes, releases it, and
    /// returns their refusals.
    ///
    /// Postgres grants a lock to the longest waiting call, so the calls are decided in order.
    /// `meanwhile` runs while they wait.
    package func queue(
        on query: String, _ calls: [RacedCall],
        meanwhile: () async throws -> Void = {}
    ) async throws -> [ErrorCode?] {
        try await AdministrationConnection.withConnection(
            to: try await TestCluster.superuserConnectionString()
        ) { holder in
            let session = try await holder.execute("begin; \(query); select pg_backend_pid()")
            return try await withThrowingTaskGroup(of: (Int, ErrorCode?).self) { group in
                var allWait = true
                for (number, call) in calls.enumerated() where allWait {
                    group.addTask { (number, try await Self.refusal(of: call)) }
                    allWait = try await eventually {
                        try await Self.waiting(for: session, holder) == String(number + 1)
                    }
                }
                if allWait { try await meanwhile() }
                try await holder.execute("commit")
                guard allWait else { throw DidNotWait() }
                return try await Self.inOrder(group, count: calls.count)
            }
        }
    }

    /// The lock that every change of a household takes first.
    package static func lock(_ household: String) -> String {
        """
        select from entitlements.households where household_id = '\(household)'
           for no key update
        """
    }

    /// A call did not wait for the lock.
    private struct DidNotWait: Error {}

    /// The code with which a call was refused, or nil.
    package static func refusal(of call: RacedCall) async throws -> ErrorCode? {
        do {
            try await call()
            return nil
        } catch let failure as Failure {
            return failure.code
        }
    }

    private static func inOrder(
        _ group: ThrowingTaskGroup<(Int, ErrorCode?), any Error>, count: Int
    ) async throws -> [ErrorCode?] {
        var outcomes = [ErrorCode?](repeating: nil, count: count)
        var group = group
        while let (number, code) = try await group.next() { outcomes[number] = code }
        return outcomes
    }

    /// The number of sessions that wait for a session, directly or not.
    private static func waiting(
        for session: [[String?]], _ holder: AdministrationConnection
    ) async throws -> String? {
        try await holder.execute(
            """
            with recursive waiting (pid) as (
                select \(session.first?.first.flatMap(\.self) ?? "0")
                union
                select lock.pid from pg_locks lock
                  join waiting on waiting.pid = any (pg_blocking_pids(lock.pid))
                 where not lock.granted
            )
            select count(*) - 1 from waiting
            """
        ).first?.first.flatMap(\.self)
    }
}
