import Foundation
import HearthClient

/// What scripts/test_clients gives to the story.
struct Given: Decodable {
    let addresses: [String: URL]
    let key: String
    let tenant: String
    let user: String
    let token: String
    let endedToken: String
    let after: Int
    let otherUser: String
    let webhook: Webhook

    struct Webhook: Decodable {
        let headers: [String: String]
        let body: String
        let secret: String
    }

    func hearth(
        _ proxy: String, timeout: Duration? = nil, fallback: Duration? = nil
    ) throws -> Hearth {
        try Hearth(address: address(proxy), key: key, timeout: timeout, fallback: fallback)
    }

    /// For calls that must succeed, however busy the machine is.
    func patient(_ proxy: String, fallback: Duration? = nil) throws -> Hearth {
        try hearth(proxy, timeout: .seconds(30), fallback: fallback)
    }

    func phone(
        _ proxy: String, token: @escaping @Sendable (Bool) async throws -> String
    ) throws -> Hearth {
        try Hearth(
            address: address(proxy), tenant: tenant, timeout: .seconds(30), token: token)
    }

    func address(_ proxy: String) throws -> URL {
        guard let address = addresses[proxy] else { throw URLError(.badURL) }
        return address
    }
}

/// Limits are kept to within this, on a machine that is busy.
private let leewaySeconds: TimeInterval = 2

/// The status and the code of the error.
func refusal(_ call: () async throws -> Any) async -> [JSONValue] {
    do {
        _ = try await call()
        return []
    } catch let error as HearthError {
        return [error.status.map { .number(Double($0)) } ?? .null, .string(error.code)]
    } catch {
        return [.null, .string("\(error)")]
    }
}

/// The code of the error, and whether it came within the limit.
func outcome(
    _ seconds: TimeInterval = 2, _ call: () async throws -> Any
) async -> [JSONValue] {
    let begin = Date()
    let code = await refusal(call).last ?? .string("no error")
    return [code, .bool(Date().timeIntervalSince(begin) < seconds + leewaySeconds)]
}

/// Why a webhook or a statement does not count.
func reason(_ call: () throws -> Any) -> JSONValue {
    do {
        _ = try call()
        return .string("none")
    } catch {
        return .string((error as? HearthError)?.code ?? "\(error)")
    }
}

/// A use of a limit.
func shown(_ use: UsedLimit) -> [JSONValue] {
    [
        use.isAllowed.map(JSONValue.bool) ?? .null,
        use.remaining.map { .number(Double($0)) } ?? .null,
    ]
}
