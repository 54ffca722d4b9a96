import Curl
import Testing

extension CurlTests {
    @Suite("The certificate of a TLS server", .enabled(if: OpenSSLServer.isAvailable))
    struct TLSTests {
        @Test("an untrusted certificate is refused")
        func unknownAuthority() async throws {
            try await OpenSSLServer.with { tls in
                try await withClient { client, _ in
                    let url = "https://127.0.0.1:\(tls.port)/"
                    #expect(await failure(of: .get(url), on: client) == .tlsFailed)
                }
            }
        }

        @Test("a certificate of a configured authority is accepted, for its own name only")
        func knownAuthority() async throws {
            try await OpenSSLServer.with { tls in
                try await withClient {
                    $0.certificateAuthoritiesPath = tls.certificatePath
                } _: { client, _ in
                    let own = "https://127.0.0.1:\(tls.port)/"
                    let response = try await client.send(.get(own))
                    #expect(response.status == 200)
                    let other = "https://localhost:\(tls.port)/"
                    #expect(await failure(of: .get(other), on: client) == .tlsFailed)
                }
            }
        }

        @Test("without its authorities the client trusts no certificate")
        func missingAuthorities() async throws {
            try await OpenSSLServer.with { tls in
                try await withClient {
                    $0.certificateAuthoritiesPath = "/nowhere/authorities.pem"
                } _: { client, _ in
                    let url = "https://127.0.0.1:\(tls.port)/"
                    #expect(await failure(of: .get(url), on: client) == .tlsFailed)
                }
            }
        }
    }
}
