import Curl
import Entitlements

/// Fetches key sets from the public internet.
struct KeySetSource: Sendable {
    let http: HTTPClient
    let allowsLoopback: Bool

    private static let connectTimeoutMilliseconds = 2_000
    private static let totalTimeoutMilliseconds = 5_000

    func fetch(
        _ url: KeySetURL, for algorithms: Set<TokenAlgorithm>
    ) async throws(KeySetError) -> KeySetDocument {
        let isOwnMachine = allowsLoopback && url.isLoopback
        guard url.isEncrypted || isOwnMachine else { throw .addressRefused }
        var request = CurlRequest(
            "GET", url.rawValue, addressFilter: isOwnMachine ? .any : .publicOnly,
            headers: [("Accept", "application/json")])
        request.connectTimeoutMilliseconds = Self.connectTimeoutMilliseconds
        request.totalTimeoutMilliseconds = Self.totalTimeoutMilliseconds
        request.maximumBodyBytes = KeySetDocument.maximumBytes
        request.spanName = "issuer keys"
        let response: CurlResponse
        do throws(CurlError) {
            response = try await http.send(request)
        } catch {
            throw .notReached(error)
        }
        // Redirects are not followed.
        guard response.status == 200 else { throw .status(response.status) }
        return try await KeySetDocument(parsing: response.body, for: algorithms)
    }
}
