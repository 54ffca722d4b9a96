import EntitlementsAPI
import EntitlementsDatabase
import EntitlementsWorker

/// What `/readyz` asks: is the database there, has it a schema that this binary can serve, and does
/// the worker come round.
struct Readiness: Sendable {
    let database: Database
    let heartbeat: Heartbeat

    /// The worker looks every 15 seconds; this many misses are no hiccup.
    private static let maximumHeartbeatAgeSeconds = 60.0

    @Sendable func checks() async -> [ReadinessCheck] {
        await [databaseCheck, workerCheck]
    }

    /// A schema newer than this binary is served: during an upgrade the old servers go on until the
    /// new ones have taken over.
    ///
    /// An older one lacks what our calls need.
    private var databaseCheck: ReadinessCheck {
        get async {
            func check(_ isReady: Bool, _ detail: String) -> ReadinessCheck {
                ReadinessCheck(name: "database", isReady: isReady, detail: detail)
            }
            do {
                let deployment = try await database.callOne(GetDeployment())
                return deployment.schemaVersion >= Schema.embedded.version
                    ? check(true, "The database answers and has the schema.")
                    : check(false, "The database has an older schema.")
            } catch {
                return check(false, "The database does not answer.")
            }
        }
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
