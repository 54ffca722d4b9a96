import Curl
import Entitlements
import HTTPServer
import HTTPTypes
import Logging
import Prometheus
import Synchronization
import TestSupport
import Testing
import Tokens
import Traces

@testable import EntitlementsAPI

@Suite("Defects are logged, not shown")
struct DefectTests {
    private struct Secret: Error {}

    @Test(
        "the cause is in the log, and not in the answer",
        arguments: [Secret() as any Error, Failure(.internal, "Secret: it did not open.")])
    func defect(_ cause: any Error) async throws {
        let log = Log()
        let response = try await response(of: .unauthenticated { _ in throw cause }, log)
        #expect(response.status == 500)
        #expect(response["x-request-id"] == "request-1")
        #expect(try response.code == "internal")
        #expect(!response.text.contains("Secret"))

        let entry = try #require(log.entries.first)
        #expect(entry["request_id"] == "request-1")
        #expect("\(entry["error"] ?? "")".contains("Secret"))
    }

    @Test("a refusal is not logged")
    func refusal() async throws {
        let log = Log()
        let response = try await response(
            of: .unauthenticated { _ in throw Failure(.overloaded, "Busy.") }, log)
        #expect(response.status == 503)
        #expect(response["retry-after"] == "1")
        #expect(log.entries.isEmpty)
    }

    @Test("the span of the request has failed, and does not name the cause; a refusal's has not")
    func traced() async throws {
        let causes: [(any Error, Bool)] = [
            (Secret(), true), (Failure(.notFound, "Not here."), false),
        ]
        for (cause, isDefect) in causes {
            let recorded = RecordedTraces()
            _ = try await response(
                of: .unauthenticated { _ in throw cause }, Log(), recorded.traces)
            #expect(await eventually { recorded.spans.count == 1 })
            let span = try #require(recorded.spans(named: "GET /example").first)
            #expect(span.hasFailed == isDefect)
            #expect(span["error.type"] == (isDefect ? "500" : nil))
            #expect(!"\(recorded.spans)".contains("Secret"))
        }
    }

    /// The answer of a server with only this route.
    private func response(
        of access: Route.Access, _ log: Log, _ traces: Traces = .off
    ) async throws -> RawHTTPResponse {
        let database = try await TestDatabase.shared.database()
        let cache = CredentialCache()
        let secretBox = try SecretBox.forTests()
        let tenants = TenantDirectory(database: database, cache: cache, secretBox: secretBox)
        let keySets = KeySets(
            http: .direct(), allowsLoopback: false, now: monotonicTime, onFailure: { _, _ in })
        let tokens = TokenDirectory(
            database: database, cache: cache, secretBox: secretBox, keySets: keySets)
        let table = RouteTable(routes: [Route("example", .get, "/example", access)])
        let responder = APIResponder(
            table: table,
            keys: KeyAuthentication(database: database, cache: cache, tenants: tenants),
            endUsers: EndUserAuthentication(
                database: database, tenants: tenants, tokens: tokens, rates: EndUserRates(),
                refusals: RefusedTokens(registry: PrometheusRegistry(descriptions: [:])),
                now: systemTime),
            crossOrigin: CrossOrigin(tenants: tenants), console: nil,
            metrics: RequestMetrics(
                registry: PrometheusRegistry(descriptions: MetricDescriptions.all),
                routes: table.routes),
            traces: traces, maximumBodyBytes: 0)
        return try await withRunning { onServerRunning in
            HTTPServer(
                configuration: HTTPServer.Configuration(host: "127.0.0.1", port: 0),
                logger: Logger(label: "test") { _ in log.handler }, onRunning: onServerRunning
            ) { await responder.respond(to: $0, on: $1) }
        } _: { port, _ in
            try await RawHTTPConnection.with(port: port) { connection in
                try await connection.send(
                    "GET /example HTTP/1.1\r\nHost: a\r\nX-Request-Id: request-1\r\n\r\n")
                return try await connection.response()
            }
        }
    }
}

/// Collects the metadata of log messages about requests.
private final class Log: Sendable {
    private let kept = Mutex<[Logger.Metadata]>([])

    var entries: [Logger.Metadata] { kept.withLock { $0 } }

    var handler: any LogHandler { Handler(log: self) }

    private struct Handler: LogHandler {
        let log: Log
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            guard all["request_id"] != nil else { return }
            log.kept.withLock { $0.append(all) }
        }
    }
}
