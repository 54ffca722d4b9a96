package import Deliveries
package import EntitlementsDatabase
import FoundationEssentials
package import Logging
import Metrics
import ServiceLifecycle
package import Traces

/// Delivers the changes of all tenants to their endpoints.
///
/// Any number may run, in any number of processes: an endpoint is leased to one of them for a turn,
/// and if it dies, the lease ends. Turns of endpoints run side by side, so an endpoint that is slow
/// or dead delays no other.
package struct EndpointDeliverer: Service {
    /// Longer than the deliveries that are taken at once can last: another worker takes over within
    /// a minute.
    package static let leaseSeconds: Int32 = 30

    /// The longest time between two rounds; a new change starts one at once.
    private static let intervalMilliseconds = 1_000

    /// The shortest time between two rounds, so that many changes are few rounds.
    private static let pauseMilliseconds = 20

    private let database: Database
    private let sender: DeliverySender
    private let traces: Traces
    private let logger: Logger
    private let ledger = TurnLedger()

    package init(
        database: Database, sender: DeliverySender, traces: Traces = .off, logger: Logger
    ) {
        self.database = database
        self.traces = traces
        self.sender = sender
        self.logger = logger
    }

    /// Deliveries that are under way when the service stops get some seconds, and are noted.
    package func run() async throws {
        let (looks, look) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { group in
            group.addTask {
                for await _ in database.payloads(on: .changes) { look.yield() }
            }
            group.addTask {
                let pause = Duration.milliseconds(Self.intervalMilliseconds)
                repeat { look.yield() } while (try? await Task.sleep(for: pause)) != nil
            }
            await withDiscardingTaskGroup { running in
                for await _ in looks.cancelOnGracefulShutdown() {
                    await startTurns(in: &running) { look.yield() }
                    try? await Task.sleep(for: .milliseconds(Self.pauseMilliseconds))
                }
            }
            group.cancelAll()
        }
    }

    /// Gives a turn to each endpoint that is due, as far as there is room.
    private func startTurns(
        in group: inout DiscardingTaskGroup, onRoom: @escaping @Sendable () -> Void
    ) async {
        for lane in DeliveryLane.allCases {
            let leaseID = UUID()
            let room = ledger.room(in: lane)
            guard room > 0 else { continue }
            let claim = ClaimEndpoints(
                leaseID: leaseID, leaseSeconds: Self.leaseSeconds, isSlow: lane == .slow,
                maximum: Int32(room), isNew: lane == .slow ? nil : lane == .new)
            do {
                for endpoint in try await database.call(claim) {
                    let id = ledger.begin(in: lane)
                    let turn = EndpointTurn(
                        database: database, sender: sender, endpoint: endpoint, leaseID: leaseID,
                        lane: lane, logger: logger
                    ) { deliveries in
                        ledger.giveWay(id, deliveries: deliveries)
                        onRoom()
                    }
                    group.addTask {
                        await traces.withSpan(
                            "endpoint turn",
                            ["hearth.endpoint_id": "\(endpoint.endpointID)"]
                        ) {
                            await turn.run()
                        }
                        ledger.end(id)
                        onRoom()
                    }
                }
            } catch {
                // The database is away or busy. The next round tries again.
                await logger.log(
                    "Endpoints could not be looked for", hinderedBy: error, in: database)
            }
        }
    }
}
