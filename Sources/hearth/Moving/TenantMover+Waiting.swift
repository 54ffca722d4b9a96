import Migrations
import Postgres

extension TenantMover {
    /// How long a move waits.
    enum Limits {
        static let copySeconds = 86_400
        /// For transactions that began before the tenant's writes were held up.
        static let transactionSeconds = 10
        /// For what a request waits for: until then, writes are refused.
        static let pauseSeconds = 60
        static let slotSeconds = 30
        /// For how long writes stay refused after the command has died.
        static let fenceLeaseSeconds = 10
        static let fenceProlongingSeconds = 3
        /// How often a pause whose lease was lost is begun again.
        static let fenceAttempts = 5
    }

    /// Asks again and again until it holds; throws after the time.
    func waitUntil(
        _ what: String, seconds: Int, _ holds: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        var pauseMilliseconds = 5
        while try await !holds() {
            guard ContinuousClock.now < deadline else {
                throw OperatorMessage(
                    "\(slug) was not moved", why: "it took more than \(seconds) s until \(what)",
                    advice: "Run the command again, or with --abort.",
                    exitStatus: .temporaryFailure)
            }
            try await Task.sleep(for: .milliseconds(pauseMilliseconds))
            pauseMilliseconds = min(pauseMilliseconds * 2, 200)
        }
    }

    /// Waits until the transactions end that are open now: all later ones see what was committed.
    func waitForOpenTransactions(
        of database: AdministrationConnection, seconds: Int
    ) async throws {
        let open = Set(try await database.run(.openTransactions).map { $0[0] })
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let left = try await database.run(.openTransactions).filter { open.contains($0[0]) }
            guard let first = left.first else { return }
            guard ContinuousClock.now < deadline else {
                let session = [first[1], first[2]].compactMap(\.self).joined(separator: ", ")
                throw OperatorMessage(
                    "\(slug) was not moved",
                    why: "a transaction is open for more than \(seconds) s: process \(session)",
                    advice: "Wait until it ends (a dump, an import?), then run the command again.",
                    exitStatus: .temporaryFailure)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
