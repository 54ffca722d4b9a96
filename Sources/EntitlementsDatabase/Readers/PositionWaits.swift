import Synchronization

/// The lookups that wait for positions, at most 64 of one tenant at once.
///
/// One more does not wait: on a replica the primary answers it, and a read-only server says that
/// the position is not reached.
struct PositionWaits: ~Copyable, Sendable {
    static let maximum = 64

    private let waiting = Mutex<[TenantID: Int]>([:])

    /// Runs a body that waits; false if the tenant has too many that do.
    func wait(for tenant: TenantID, _ body: () async -> Bool) async -> Bool {
        let isAdmitted = waiting.withLock { waiting in
            guard waiting[tenant, default: 0] < Self.maximum else { return false }
            waiting[tenant, default: 0] += 1
            return true
        }
        guard isAdmitted else { return false }
        defer {
            waiting.withLock { waiting in
                waiting[tenant, default: 1] -= 1
                if waiting[tenant] == 0 { waiting[tenant] = nil }
            }
        }
        return await body()
    }
}
