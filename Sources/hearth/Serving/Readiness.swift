import EntitlementsAPI
import EntitlementsDatabase
import EntitlementsWorker
import Migrations

/// The checks of `/readyz`: the database answers and takes writes, its schema suits this binary,
/// the worker runs, and the encryption key opens the secrets.
///
/// A read-only server has no worker and takes no writes. A server that is about to stop is not
/// ready.
struct Readiness: Sendable {
    let database: Database
    let writes: WriteCheck
    let heartbeat: Heartbeat
    let secrets: SecretsWatch
    let draining: Draining

    /// The worker beats every 15 seconds; four missed beats mean trouble.
    private static let maximumHeartbeatAgeSeconds = 60.0

    @Sendable func checks() async -> [ReadinessCheck] {
        await draining.hasBegun ? [stoppingCheck] + lastingChecks : lastingChecks
    }

    private var stoppingCheck: ReadinessCheck {
        ReadinessCheck(
            name: "stopping", isReady: false, detail: "The server is about to stop.")
    }

    private var lastingChecks: [ReadinessCheck] {
        get async {
            let isReadOnly = self.database.isReadOnly
            let database = await databaseCheck
            guard !isReadOnly else { return [database, encryptionKeyCheck] }
            let writes = database.isReady ? await [writeCheck] : []
            return await [database] + writes + [workerCheck, encryptionKeyCheck]
        }
    }

    private var writeCheck: ReadinessCheck {
        get async {
            let isReady = await writes.takesWrites
            return ReadinessCheck(
                name: "writes", isReady: isReady,
                detail: isReady
                    ? "The database takes writes."
                    : "The database takes no writes: is it a standby, or its disk full?")
        }
    }

    /// Accepts a newer schema that is compatible: during an upgrade the old servers continue until
    /// the new ones have taken over.
    private var databaseCheck: ReadinessCheck {
        get async {
            func check(_ isReady: Bool, _ detail: String) -> ReadinessCheck {
                ReadinessCheck(name: "database", isReady: isReady, detail: detail)
            }
            do {
                let deployment = try await database.callOne(GetDeployment())
                return deployment.compatibleFrom <= Schema.embedded.version
                    ? check(true, "The database answers and has the schema.")
                    : check(false, "The database has a newer schema: replace this server.")
            } catch {
                return check(false, "The database does not answer.")
            }
        }
    }

    private var encryptionKeyCheck: ReadinessCheck {
        let check = secrets.check
        let detail =
            if check.isOfAnotherKey {
                "All secrets in the database were sealed with another encryption key."
            } else if check.unreadable.isEmpty {
                "The encryption key opens the secrets."
            } else {
                "The encryption key opens most secrets; what needs the others is refused."
            }
        return ReadinessCheck(
            name: "encryption_key", isReady: !check.isOfAnotherKey, detail: detail)
    }

    private var workerCheck: ReadinessCheck {
        get async {
            let age = await heartbeat.secondsSinceLastBeat
            let isReady = age.map { $0 <= Self.maximumHeartbeatAgeSeconds } ?? false
            return ReadinessCheck(
                name: "worker", isReady: isReady,
                detail: isReady
                    ? "The worker comes round." : "The worker has not come round for a minute.")
        }
    }
}
