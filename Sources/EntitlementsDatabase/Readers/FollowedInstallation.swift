import Entitlements
package import FoundationEssentials
package import Postgres
import ServiceLifecycle
import Synchronization

/// Whose log a server on a standby alone follows: it knows no primary to compare that with.
///
/// Each connection must show what the first one has shown, and nothing much older.
package final class FollowedInstallation: Service {
    private let expected: UUID?
    private let client = Mutex<PostgresClient?>(nil)
    private let known = Mutex<Known?>(nil)

    private struct Known {
        let origin: LogOrigin
        var markedAt: Timestamp
    }

    /// Longer than standbys of one primary are apart; a mark lasts for a minute.
    private static let slackSeconds: Int64 = 180

    private static let pauseBetweenLooks = Duration.seconds(10)

    /// `expected` is the id of the installation, if the operator has said which.
    package init(expected: UUID?) {
        self.expected = expected
    }

    /// What each connection must show.
    package var proof: ConnectionProof {
        ConnectionProof(GetLogPosition()) { [self] in refusal(of: $0) }
    }

    /// Looks by this client while it runs.
    package func watch(by client: PostgresClient) { self.client.withLock { $0 = client } }

    /// Goes on noting how new the standby's marks are.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                guard let client = self.client.withLock(\.self) else { return }
                if let seen = try? await client.call(GetLogPosition(), in: nil).first {
                    _ = self.refusal(of: seen)
                }
            } while (try? await Task.sleep(for: Self.pauseBetweenLooks)) != nil
        }
    }

    /// Why a database is not asked; nil if it is, and then later ones must be like it.
    func refusal(of seen: GetLogPosition.Row) -> String? {
        let own = LogOrigin(of: seen)
        if let expected, own.installationID != expected {
            return "it is of the installation \(own.installationID.text), and "
                + "HEARTH_INSTALLATION_ID is \(expected.text)"
        }
        return known.withLock { known in
            guard let former = known else {
                known = Known(origin: own, markedAt: seen.markedAt)
                return nil
            }
            if let strangeness = own.strangeness(besides: former.origin) {
                return "\(strangeness)"
            }
            let newest = max(former.markedAt, seen.markedAt)
            if newest.secondsSinceEpoch - seen.markedAt.secondsSinceEpoch > Self.slackSeconds {
                return "it was marked last at \(seen.markedAt.rfc3339), and this server has seen "
                    + "the mark of \(newest.rfc3339): it is far behind, or was restored"
            }
            known = Known(origin: former.origin, markedAt: newest)
            return nil
        }
    }
}
