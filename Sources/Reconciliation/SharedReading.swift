package import Entitlements
package import EntitlementsDatabase
import Synchronization

/// Lets all who ask for one person at once, in this process, share one reading.
package final class SharedReading: Sendable {
    /// How long somebody who waits for a reading waits for the tenant's budget.
    package static let patienceSeconds = 2

    private struct Person: Hashable {
        let tenant: TenantID
        let appUserID: AppUserID
    }

    private typealias Share = Result<ReadBack.Outcome, any Error>

    private enum Part {
        case reading
        case waiting(AsyncStream<Share>)
    }

    private let readBack: ReadBack
    /// Who waits for each reading that is under way.
    private let readings = Mutex([Person: [AsyncStream<Share>.Continuation]]())

    package init(_ readBack: ReadBack) {
        self.readBack = readBack
    }

    /// What a reading came to that was not over when this was called.
    ///
    /// Throws where the database could not be called, and when it is cancelled.
    package func read(
        _ appUserID: AppUserID, of tenant: TenantID
    ) async throws -> ReadBack.Outcome {
        let person = Person(tenant: tenant, appUserID: appUserID)
        while true {
            switch join(person) {
            case .reading:
                return try await read(person).get()
            case .waiting(let shares):
                for await share in shares { return try share.get() }
                // Who was reading gave up, which says nothing of RevenueCat; or we did.
                try Task.checkCancellation()
            }
        }
    }

    private func join(_ person: Person) -> Part {
        readings.withLock { readings in
            guard readings[person] != nil else {
                readings[person] = []
                return .reading
            }
            let (shares, share) = AsyncStream.makeStream(
                of: Share.self, bufferingPolicy: .bufferingNewest(1))
            readings[person]?.append(share)
            return .waiting(shares)
        }
    }

    private func read(_ person: Person) async -> Share {
        var manner = ReadBack.Manner()
        manner.isUrgent = true
        manner.patience = .seconds(Self.patienceSeconds)
        let share: Share
        do {
            share = .success(
                try await readBack.read(person.appUserID.rawValue, of: person.tenant, manner))
        } catch {
            share = .failure(error)
        }
        let waiting = readings.withLock { $0.removeValue(forKey: person) ?? [] }
        for other in waiting {
            if !Task.isCancelled { other.yield(share) }
            other.finish()
        }
        return share
    }
}
