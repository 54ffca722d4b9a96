import Foundation
import HearthClient

/// Makes the twelve calls of scripts/test_clients, and prints the answers as JSON.
@main
struct TwelveCalls {
    private let given: Given
    private let server: HearthClient
    private let phone: HearthClient
    private let stranger: HearthClient
    private let now = Date()

    private struct Given: Decodable {
        let address: URL
        let key: String
        let tenant: String
        let user: String
        let token: String
        let after: Int
        let webhook: Webhook

        struct Webhook: Decodable {
            let headers: [String: String]
            let body: String
            let secret: String
        }
    }

    static func main() async throws {
        let answers = try await TwelveCalls(given: FileHandle.standardInput.readToEnd()).answers()
        print(String(decoding: try JSONEncoder().encode(answers), as: UTF8.self))
    }

    private init(given data: Data?) throws {
        let given = try JSONDecoder().decode(Given.self, from: data ?? Data())
        self.given = given
        server = HearthClient(address: given.address) { given.key }
        phone = HearthClient(address: given.address, tenant: given.tenant) { given.token }
        stranger = HearthClient(address: given.address) { "wrong" }
    }

    private func answers() async throws -> [[JSONValue]] {
        [
            [.bool(try await server.isActive("plus", of: given.user))],
            [.bool(try await phone.isActive("plus"))],
            await refusal { try await server.isActive("pulse", of: given.user) },
            [.array(try await check())],
            shown(try await server.consume("scans", of: given.user, amount: 2)),
            shown(try await server.consume("scans", of: given.user, amount: 2)),
            shown(try await phone.consume("scans", reference: "page 1")),
            shown(try await phone.consume("scans", reference: "page 1")),
            await refusal { try await stranger.isActive("plus", of: given.user) },
            [.array(try await listen())],
            try verifyWebhooks(),
            try await verifyStatements(),
        ]
    }

    private func check() async throws -> [JSONValue] {
        let checks = try await server.check([
            EntitlementCheck(appUserID: given.user, entitlementID: "plus"),
            EntitlementCheck(appUserID: "u_stranger", entitlementID: "plus"),
            EntitlementCheck(appUserID: given.user, entitlementID: "pulse"),
        ])
        return checks.map { $0.error.map(JSONValue.string) ?? .bool($0.isActive) }
    }

    private func listen() async throws -> [JSONValue] {
        var kinds: [JSONValue] = []
        for try await change in server.listen(after: given.after)
        where change.appUserID == given.user && change.kind != "notice" {
            kinds.append(.string(change.kind))
            if kinds.count == 3 { break }
        }
        return kinds
    }

    private func verifyWebhooks() throws -> [JSONValue] {
        let (headers, secret) = (given.webhook.headers, given.webhook.secret)
        let body = Data(given.webhook.body.utf8)
        let message = try verifyWebhook(headers: headers, body: body, secret: secret)
        return [
            .string(message.change?.kind ?? message.type),
            reason { try verifyWebhook(headers: headers, body: body + [32], secret: secret) },
            reason {
                try verifyWebhook(headers: headers, body: body, secret: secret, at: now + 600)
            },
        ]
    }

    private func verifyStatements() async throws -> [JSONValue] {
        let (token, keys) = (try await phone.statement(), try await phone.signingKeys())
        let claims = try verifyStatement(token, with: keys, of: given.tenant)
        let parts = token.split(separator: ".")
        let forged =
            "\(parts[0]).\(parts[1])." + String(repeating: "A", count: parts[2].count)
        let day: TimeInterval = 86_400
        let isOfUser = claims.appUserID == given.user
        return [
            .bool(isOfUser && claims.entitlements.isActive("plus")),
            reason { try verifyStatement(forged, with: keys, of: given.tenant) },
            reason { try verifyStatement(token, with: keys, of: "other") },
            reason {
                try verifyStatement(token, with: keys, of: given.tenant, at: now + 2 * day)
            },
            reason { try verifyStatement(token, with: keys, of: given.tenant, at: now - day) },
        ]
    }

    private func shown(_ use: UsedLimit) -> [JSONValue] {
        [
            use.isAllowed.map(JSONValue.bool) ?? .null,
            use.remaining.map { .number(Double($0)) } ?? .null,
        ]
    }

    private func refusal(_ call: () async throws -> Any) async -> [JSONValue] {
        do {
            _ = try await call()
        } catch let error as HearthError {
            return [.number(Double(error.status)), .string(error.code)]
        } catch {}
        return []
    }

    private func reason(_ call: () throws -> Any) -> JSONValue {
        do {
            _ = try call()
        } catch let error as VerificationError {
            return .string(error.rawValue)
        } catch {}
        return .string("none")
    }
}
