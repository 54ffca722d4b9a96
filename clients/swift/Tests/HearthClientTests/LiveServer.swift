import Foundation
import HearthClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The server of a test, and what the app's own backend does there.
struct LiveServer: Sendable {
    let address: URL
    private let secretKey: String
    private let tokenSecret: String

    static let isRunning = ProcessInfo.processInfo.environment["TEST_ADDRESS"] != nil

    init() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let address = environment["TEST_ADDRESS"].flatMap({ URL(string: $0) }),
            let secretKey = environment["TEST_SECRET_KEY"],
            let tokenSecret = environment["TEST_TOKEN_SECRET"]
        else { throw URLError(.badURL) }
        self.address = address
        self.secretKey = secretKey
        self.tokenSecret = tokenSecret
    }

    func newPerson() -> String { "u_\(UUID().uuidString.lowercased())" }

    /// The client on a person's phone, with a token as the identity provider issues it.
    func client(for person: String) -> HearthClient {
        let secret = tokenSecret
        return HearthClient(address: address, tenant: "app") {
            let end = Int(Date().timeIntervalSince1970) + 600
            let claims = """
                {"iss":"https://app.example","aud":"app","sub":"\(person)","exp":\(end)}
                """
            let signed = [#"{"alg":"HS256","typ":"JWT"}"#, claims]
                .map { Data($0.utf8).base64URL }.joined(separator: ".")
            let code = HMAC<SHA256>.authenticationCode(
                for: Data(signed.utf8), using: SymmetricKey(data: Data(secret.utf8)))
            return "\(signed).\(Data(code).base64URL)"
        }
    }

    func changes(after number: Int) -> ChangeStream {
        HearthClient(address: address, token: { [secretKey] in secretKey }).listen(after: number)
    }

    func lastNumber() async throws -> Int {
        let answer = try await send("GET", "/v1/changes?limit=1")
        return (answer["last_number"] as? NSNumber)?.intValue ?? 0
    }

    func grant(_ entitlement: String, to person: String, until end: Date? = nil) async throws {
        var body: [String: Any] = ["entitlement_id": entitlement, "reason": "test"]
        body[end == nil ? "duration" : "expires_at"] =
            end.map(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format) ?? "P1M"
        try await send("POST", "/v1/users/\(person)/grants", body)
    }

    func foundHousehold(of person: String) async throws {
        try await send("POST", "/v1/households", ["owner_app_user_id": person])
    }

    @discardableResult
    private func send(
        _ method: String, _ path: String, _ body: [String: Any]? = nil
    ) async throws -> [String: Any] {
        guard let url = URL(string: path, relativeTo: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue("Bearer \(secretKey)", forHTTPHeaderField: "Authorization")
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse, (200..<300).contains(response.statusCode)
        else { throw URLError(.badServerResponse) }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
}
