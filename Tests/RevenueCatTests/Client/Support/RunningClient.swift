import Curl
import Entitlements
import RevenueCat
import TestSupport

struct RunningClient: Sendable {
    let client: RevenueCatClient
    let upstream: Upstream
    let time: TestClock
}

let testKey = "sk_test_never_seen_anywhere"

/// Lends a client of a server that follows the script.
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
    /// The result of a read: a snapshot, nil, or an error.
    func snapshot(
        of appUserID: String = "u_42"
    ) async -> Swift.Result<Snapshot?, RevenueCatError> {
        do throws(RevenueCatError) {
            return .success(try await client.snapshot(of: appUserID))
        } catch {
            return .failure(error)
        }
    }

    func failure(of appUserID: String = "u_42") async -> RevenueCatError? {
        guard case .failure(let error) = await snapshot(of: appUserID) else { return nil }
        return error
    }
}

/// The result of a read from a server with one answer for every request.
func snapshot(
    of appUserID: String = "u_42", from body: JSONValue
) async throws -> Swift.Result<Snapshot?, RevenueCatError> {
    try await withClient(answering: { _, _ in .json(body) }) { running in
        await running.snapshot(of: appUserID)
    }
}

extension JSONValue {
    /// The object with a member set, or removed for nil.
    func setting(_ name: String, _ value: JSONValue?) -> JSONValue {
        var object = object ?? JSONObject()
        object[name] = value
        return .object(object)
    }
}
