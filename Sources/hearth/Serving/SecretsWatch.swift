import Entitlements
import EntitlementsDatabase
import Logging
import ServiceLifecycle
import Synchronization

/// Checks whether the encryption key opens the secrets: at the start, and after each change.
final class SecretsWatch: Service {
    private let secrets: SealedSecrets
    private let logger: Logger
    private let unreadableCount = Mutex(0)
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    init(_ secrets: SealedSecrets, logger: Logger) {
        self.secrets = secrets
        self.logger = logger
        (changes, change) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        change.yield()
    }

    /// How many secrets could not be opened at the last check.
    var count: Int { unreadableCount.withLock(\.self) }

    /// Tells that a secret may have changed.
    func noteChange() { change.yield() }

    func run() async throws {
        for await _ in changes.cancelOnGracefulShutdown() {
            guard let unreadable = try? await secrets.unreadable() else { continue }
            let before = unreadableCount.withLock { count in
                defer { count = unreadable.count }
                return count
            }
            guard !unreadable.isEmpty, unreadable.count != before else { continue }
            logger.error(
                "Secrets were sealed with another encryption key",
                metadata: ["count": .stringConvertible(unreadable.count)])
        }
    }
}
