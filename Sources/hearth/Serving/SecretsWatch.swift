import Entitlements
import EntitlementsDatabase
import Logging
import ServiceLifecycle
import Synchronization

/// Checks whether the encryption key opens the secrets: at the start, and after each change.
final class SecretsWatch: Service {
    private let secrets: SealedSecrets
    private let logger: Logger
    private let last = Mutex(SealedSecrets.Check())
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    init(_ secrets: SealedSecrets, logger: Logger) {
        self.secrets = secrets
        self.logger = logger
        (changes, change) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        change.yield()
    }

    /// What the last check found.
    var check: SealedSecrets.Check { last.withLock(\.self) }

    /// Tells that a secret may have changed.
    func noteChange() { change.yield() }

    func run() async throws {
        for await _ in changes.cancelOnGracefulShutdown() {
            guard let found = try? await secrets.check() else { continue }
            let before = last.withLock { last in
                defer { last = found }
                return last.unreadable
            }
            guard !found.unreadable.isEmpty, found.unreadable != before else { continue }
            logger.error(
                "Secrets were sealed with another encryption key; what needs them is refused",
                metadata: [
                    "count": .stringConvertible(found.unreadable.count),
                    "secrets": "\(found.names)",
                ])
        }
    }
}
