import Curl
import Entitlements
import RevenueCat
import TestSupport

/// What a test has of a client: the client, the server it asks, and the time it lives by.
struct RunningClient: Sendable {
    let client: RevenueCatClient
    let upstream: Upstream
    let time: TestClock
}

let testKey = "sk_test_never_seen_anywhere"

/// Lends a client that runs against a server which follows the script.
func withClient<Result: Sendable>(
    of apiVersion: RevenueCatSettings.APIVersion = .v1,
    breaker: CircuitBreaker = CircuitBreaker(),
    time: TestClock = TestClock(),
    configure: (inout RevenueCatSettings) -> Void = { _ in },
    answering script: @escaping Upstream.Script,
    _ body: (RunningClient) async throws -> Result
) async throws -> Result {
    try await Upstream.with(script) { upstream, port in
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .none
        let http = HTTPClient(configuration: configuration)
        var settings = RevenueCatSettings(
            apiVersion: apiVersion, apiKey: testKey, serverURL: "http://127.0.0.1:\(port)")
        configure(&settings)
        let client = RevenueCatClient(
            http: http, settings: settings, breaker: breaker, clock: time.clock)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await http.run() }
            defer { group.cancelAll() }
            return try await body(RunningClient(client: client, upstream: upstream, time: time))
        }
    }
}

extension RunningClient {
    /// What reading a person comes to: a snapshot, nil, or why not.
    func reading(
        of appUserID: String = "u_42"
    ) async -> Swift.Result<Snapshot?, RevenueCatError> {
        do throws(RevenueCatError) {
            return .success(try await client.snapshot(of: appUserID))
        } catch {
            return .failure(error)
        }
    }

    func failure(of appUserID: String = "u_42") async -> RevenueCatError? {
        guard case .failure(let error) = await reading(of: appUserID) else { return nil }
        return error
    }
}

/// Reads one person from a server that gives every request the same answer.
func reading(
    of appUserID: String = "u_42", from body: JSONValue
) async throws -> Swift.Result<Snapshot?, RevenueCatError> {
    try await withClient(answering: { _, _ in .json(body) }) { running in
        await running.reading(of: appUserID)
    }
}

extension JSONValue {
    /// Itself, with one member set or, for nil, taken away.
    func setting(_ name: String, _ value: JSONValue?) -> JSONValue {
        var object = object ?? JSONObject()
        object[name] = value
        return .object(object)
    }
}
