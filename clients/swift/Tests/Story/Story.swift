import Foundation
import HearthClient

/// Tells the story of scripts/test_clients with Swift, and prints what came of it as JSON.
@main
struct Story {
    private let given: Given
    private let server: Hearth
    private let phone: Hearth
    private let now = Date()

    static func main() async throws {
        let data = try FileHandle.standardInput.readToEnd() ?? Data()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let answers = try await Story(given: decoder.decode(Given.self, from: data)).answers()
        print(String(decoding: try JSONEncoder().encode(answers), as: UTF8.self))
    }

    private init(given: Given) throws {
        self.given = given
        server = try given.patient("lossy")
        phone = try given.phone("lossy") { _ in given.token }
    }

    private func answers() async throws -> [[JSONValue]] {
        try await lookups() + uses() + signatures() + faults() + repeats() + mistakes()
    }

    private func lookups() async throws -> [[JSONValue]] {
        let entitlements = try await server.entitlements(of: given.user)
        return [
            [.bool(try await server.isActive("plus", of: given.user))],
            [.bool(try await phone.isActive("plus"))],
            await refusal { try await server.isActive("pulse", of: given.user) },
            [
                .bool(try await server.feature("export_hd", of: given.user).isAllowed),
                entitlements.plan.map(JSONValue.string) ?? .null,
            ],
            [.array(try await check())],
        ]
    }

    private func uses() async throws -> [[JSONValue]] {
        let path = "/v1/users/\(given.otherUser)/grants?limit=1"
        var count = 0.0
        let stranger = try Hearth(address: given.address("lossy"), key: "wrong")
        var answers = [
            shown(try await server.consume("scans", of: given.user, amount: 2)),
            shown(try await server.consume("scans", of: given.user, amount: 2)),
            shown(try await phone.consume("scans", reference: "page 1")),
            shown(try await phone.consume("scans", reference: "page 1")),
        ]
        let used = try await server.limits(of: given.user).limits["scans"]?.used ?? 0
        answers.append([.number(Double(used))])
        answers.append(await refusal { try await stranger.isActive("plus", of: given.user) })
        answers.append(await validation())
        for try await _ in server.pages(path, of: JSONValue.self) { count += 1 }
        return answers + [[.number(count)], [.array(try await listen())]]
    }

    private func signatures() async throws -> [[JSONValue]] {
        [try await verifyWebhooks(), try await verifyStatements()]
    }

    private func faults() async throws -> [[JSONValue]] {
        let isActive = { (proxy: String) in
            try await given.hearth(proxy).isActive("plus", of: given.user)
        }
        var redirects: [JSONValue] = []
        for _ in 0..<4 {
            redirects.append(.array(await outcome { try await isActive("redirecting") }))
        }
        return [
            await outcome { try await isActive("silent") },
            await outcome(1) {
                try await given.hearth("silent", timeout: .seconds(1))
                    .consume("scans", of: given.user)
            },
            await outcome { try await isActive("trickling") },
            await outcome { try await isActive("cutting") },
            await outcome { try await isActive("closed") },
            redirects,
            await refusal { try await isActive("page") },
            await refusal {
                try await given.phone("page") { _ in given.token }.isActive("plus")
            },
        ]
    }

    private func repeats() async throws -> [[JSONValue]] {
        let repeating = try given.patient("repeating")
        let first = try await repeating.consume("scans", of: given.otherUser)
        let second = try await repeating.consume("scans", of: given.otherUser)
        return [
            [.array(shown(first)), .array(shown(second))], try await lastAnswer(),
            try await endedToken(), try await failingFunction(),
        ]
    }

    private func mistakes() async throws -> [[JSONValue]] {
        [
            await outcome(0) {
                try Hearth(address: URL(string: "127.0.0.1:8080") ?? URL(filePath: "/"), key: "key")
            },
            await outcome(0) { try Hearth(address: given.address("silent"), key: "a key") },
            await outcome(0) { try await server.isActive("plus", of: "..") },
            await outcome(0) {
                let _: JSONValue = try await server.request(
                    "POST", "/v1/users", body: ["kind": Double.infinity])
                return true
            },
            await cancelled(),
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

    private func validation() async -> [JSONValue] {
        do {
            _ = try await server.consume("scans", of: given.user, amount: 0)
            return []
        } catch {
            guard let error = error as? HearthError, let status = error.status else { return [] }
            let pointer = error.errors.first?.pointer ?? ""
            let said = [pointer, error.fix ?? "?", "request \(error.requestID ?? "?")"]
            return [
                .number(Double(status)), .string(error.code), .string(pointer),
                .bool(said.allSatisfy { "\(error)".contains($0) }),
            ]
        }
    }
}

extension Story {
    private func verifyWebhooks() async throws -> [JSONValue] {
        let (headers, secret) = (given.webhook.headers, given.webhook.secret)
        let body = Data(given.webhook.body.utf8)
        let later = now + 600
        let cased = Dictionary(uniqueKeysWithValues: headers.map { ($0.capitalized, $1) })
        var several = headers
        several["webhook-signature"] =
            "v1,\(String(repeating: "A", count: 43))= \(headers["webhook-signature"] ?? "")"
        let messages = [
            try verifyWebhook(headers: headers, body: body, secret: secret),
            try verifyWebhook(headers: cased, body: body, secret: secret),
            try verifyWebhook(headers: several, body: body, secret: secret),
            try verifyWebhook(
                headers: headers, body: body, secret: secret, at: later, toleranceSeconds: 660),
        ]
        return messages.map { .string($0.type) } + [
            reason { try verifyWebhook(headers: headers, body: body + [32], secret: secret) },
            reason { try verifyWebhook(headers: headers, body: body, secret: secret, at: later) },
            reason { try verifyWebhook(headers: [:], body: body, secret: secret) },
            reason { try verifyWebhook(headers: headers, body: body, secret: "whsec_?") },
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
        let tenant = given.tenant
        let noKeys = try JSONDecoder().decode(SigningKeys.self, from: Data(#"{"keys":[]}"#.utf8))
        return [
            .bool(isOfUser && claims.entitlements.isActive("plus")),
            reason { try verifyStatement(forged, with: keys, of: tenant) },
            reason { try verifyStatement(token, with: keys, of: "other") },
            reason { try verifyStatement(token, with: keys, of: tenant, at: now + 2 * day) },
            reason { try verifyStatement(token, with: keys, of: tenant, at: now - day) },
            reason { try verifyStatement(token, with: noKeys, of: tenant) },
            reason { try verifyStatement("a.b", with: keys, of: tenant) },
        ]
    }

    private func lastAnswer() async throws -> [JSONValue] {
        let first = try given.patient("fading", fallback: .seconds(60))
        let fresh = try await first.entitlement("plus", of: given.user)
        let client = try first.with(timeout: .seconds(2))
        let old = try await client.entitlement("plus", of: given.user)
        let age = old.fallbackAge ?? .zero
        let brief = try client.with(attempts: 1, fallback: .milliseconds(100))
        return [
            .bool(fresh.isActive), .bool(fresh.fallbackAge == nil), .bool(old.isActive),
            .bool(age > .zero && age < .seconds(4)),
            .array(await outcome { try await client.isActive("plus", of: "u_other") }),
            .array(await outcome { try await brief.isActive("plus", of: given.user) }),
        ]
    }

    private func endedToken() async throws -> [JSONValue] {
        let count = Count()
        let client = try given.phone("lossy") { isRefused in
            await count.add()
            return isRefused ? given.token : given.endedToken
        }
        return [.bool(try await client.isActive("plus")), .number(await count.value)]
    }

    private func failingFunction() async throws -> [JSONValue] {
        let count = Count()
        let client = try given.phone("lossy") { _ in
            await count.add()
            throw SessionError()
        }
        do {
            _ = try await client.isActive("plus")
            return []
        } catch is SessionError {
            return [.string("its own error"), .number(await count.value)]
        }
    }

    private func cancelled() async -> [JSONValue] {
        let begin = Date()
        let task = Task { try await given.hearth("silent").isActive("plus", of: given.user) }
        try? await Task.sleep(for: .milliseconds(300))
        task.cancel()
        let result = await task.result
        guard case .failure(let error) = result, error is CancellationError else {
            return [.string("\(result)")]
        }
        return [.string("timed_out"), .bool(Date().timeIntervalSince(begin) < 2.3)]
    }
}

private struct SessionError: Error {}

private actor Count {
    private(set) var value = 0.0

    func add() { value += 1 }
}
