import Curl

/// Lends a server and a running client, and stops both.
func withClient<Result: Sendable>(
    _ configure: (inout HTTPClient.Configuration) -> Void = { _ in },
    _ body: (HTTPClient, TestServer) async throws -> Result
) async throws -> Result {
    try await TestServer.with { server in
        let client = HTTPClient(configuration: .forTests(configure))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            defer { group.cancelAll() }
            return try await body(client, server)
        }
    }
}

func failure(of request: CurlRequest, on client: HTTPClient) async -> CurlError? {
    do throws(CurlError) {
        _ = try await client.send(request)
        return nil
    } catch {
        return error
    }
}

extension HTTPClient.Configuration {
    /// A configuration that ignores proxies in the environment.
    static func forTests(_ configure: (inout Self) -> Void = { _ in }) -> Self {
        var configuration = Self()
        configuration.proxy = .none
        configure(&configuration)
        return configuration
    }
}

extension CurlRequest {
    /// A GET without a body, to any address.
    static func get(
        _ url: String, _ configure: (inout CurlRequest) -> Void = { _ in }
    ) -> CurlRequest {
        var request = CurlRequest("GET", url, addressFilter: .any)
        configure(&request)
        return request
    }
}

extension CurlResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
