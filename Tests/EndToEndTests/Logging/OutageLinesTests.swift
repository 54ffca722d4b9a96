import Foundation
import Logging
import Prometheus
import ServiceLifecycle
import TestSupport
import Testing

@testable import hearth

@Suite("What an outage of the database writes to the log")
struct OutageLinesTests {
    /// What each worker says of a round without the database.
    private static let hindrances: Set<String> = [
        "Answers could not be refreshed", "Changes could not be numbered",
        "Coverage could not be counted", "Endpoints could not be looked for",
        "Failed events could not be looked for", "Households could not be reviewed",
        "People to confirm could not be counted", "People to confirm could not be looked for",
        "Referrals could not be reviewed", "Runs could not be looked for",
        "Runs could not be started", "Statistics could not be gathered", "Upkeep could not be done",
    ]

    @Test("all workers together write one line a minute, without a Swift value in it")
    func everyWorker() async throws {
        let log = CapturedLog(level: .debug)
        let begin = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            // The framework's own lines at debug level show values.
            var quiet = log.logger
            quiet.logLevel = .info
            let server = ServiceGroup(
                services: [try hearthServer(logger: log.logger)], logger: quiet)
            group.addTask { try await server.run() }
            let haveAllFailed = await eventually {
                Self.hindrances.isSubset(of: log.entries.map(\.message))
                    && log.entries.count { $0.message == "Endpoints could not be looked for" } > 4
            }
            #expect(haveAllFailed)
            await server.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        let minutes = Int(begin.duration(to: .now) / .seconds(60)) + 1
        let lines = log.entries.filter { $0.level >= .notice }.map(\.message)
        #expect((1...minutes).contains(lines.count), "\(lines)")
        #expect(lines.first == "The database cannot be reached")
        for line in log.lines { #expect(!Self.hasSwiftValue(line), "\(line)") }
    }

    @Test(
        "the test detects a Swift value",
        arguments: [
            (#"error=Failure(code: Entitlements.ErrorCode.internal, detail: "a")"#, true),
            ("error=Optional(3)", true), ("error=CancellationError()", true),
            ("error=Error Domain=NSCocoaErrorDomain Code=4", true),
            ("error=database_unavailable: The database cannot be reached.", false),
            ("reason=no answer (after 3 s)", false),
        ])
    func detection(line: String, isValue: Bool) {
        #expect(Self.hasSwiftValue(line) == isValue)
    }

    /// Whether a line has what Swift prints of a value that does not describe itself.
    private static func hasSwiftValue(_ line: String) -> Bool {
        line.contains("Error Domain=")
            || line.firstRange(of: #/[=\[ ](\w+\.)*[A-Z]\w*\((\)|\w+: |[^ )]+\)$)/#) != nil
    }

    private func hearthServer(logger: Logger) throws -> HearthServer {
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let configuration = try Configuration(variables: [
            "HEARTH_PORT": "0", "HEARTH_ENCRYPTION_KEY": key,
            "HEARTH_CONNECTION_WAIT_MILLISECONDS": "10",
        ])
        return HearthServer(
            configuration: configuration, databaseURL: "postgresql:///hearth?host=/nowhere",
            secretBox: try #require(configuration.secretBox),
            metrics: PrometheusRegistry(descriptions: [:]), logger: logger, onRunning: { _ in })
    }
}
