import Curl
import Deliveries
import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import FoundationEssentials
import Logging
import TestSupport
import Traces

/// A worker that delivers what a scratch database has, in development.
enum RunningDeliverer {
    /// Python's library compares the time with the machine's.
    @Sendable static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000)) ?? TestClock.start
    }

    static func with(
        _ configuration: HTTPClient.Configuration = .forDeliveries, traces: Traces = .off,
        _ body: (ScratchDatabase) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { scratch in
            let http = HTTPClient(configuration: configuration)
            let sender = DeliverySender(
                database: scratch.database, secretBox: try SecretBox.forTests(), http: http,
                isDevelopment: true, now: now)
            let deliverer = EndpointDeliverer(
                database: scratch.database, sender: sender, traces: traces, logger: .silent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await http.run() }
                group.addTask { try await deliverer.run() }
                defer { group.cancelAll() }
                try await body(scratch)
            }
        }
    }
}

extension ServerRequest {
    /// The number of the change that the message tells of.
    var number: Int {
        self["webhook-id"].first?.split(separator: "_").last.flatMap { Int($0) } ?? 0
    }
}

extension Upstream {
    /// The numbers of the changes, as their messages came.
    var numbers: [Int] { requests.map(\.number) }
}
