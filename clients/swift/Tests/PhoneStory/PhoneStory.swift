import Foundation
import HearthClient

/// What an app does on a phone: it prints what came of it as JSON.
@main
struct PhoneStory {
    private let given: Given
    private let file = FileManager.default.temporaryDirectory
        .appending(path: "\(UUID().uuidString).json")

    /// What is kept is at hand in less than this, without the network.
    private static let atOnceSeconds = 0.05

    private struct Given: Decodable {
        let addresses: [String: URL]
        let tenant: String
        let phoneToken: String
        let memberToken: String
        let clockToken: String
        let clockUser: String
        let key: String
        let device: Device

        struct Device: Decodable {
            let appUserId: String
            let deviceSecret: String
        }
    }

    static func main() async throws {
        let data = try FileHandle.standardInput.readToEnd() ?? Data()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let story = PhoneStory(given: try decoder.decode(Given.self, from: data))
        defer { try? FileManager.default.removeItem(at: story.file) }
        let answers = [
            try await story.offline(), try await story.edited(), try await story.households(),
            try await story.notices(), try await story.signIn(),
            try await story.changes(),
        ]
        print(String(decoding: try JSONEncoder().encode(answers), as: UTF8.self))
    }

    private func hearth(_ proxy: String, token: String? = nil) throws -> Hearth {
        guard let address = given.addresses[proxy] else { throw URLError(.badURL) }
        let token = token ?? given.phoneToken
        // The machine may be busy; only what is silent has a limit here.
        let timeout: Duration? = proxy == "direct" ? .seconds(30) : nil
        return try Hearth(address: address, tenant: given.tenant, timeout: timeout) { _ in token }
    }

    private func access(_ proxy: String, movedBy seconds: TimeInterval = 0) throws -> Access {
        Access(hearth: try hearth(proxy), file: file, now: { Date(timeIntervalSinceNow: seconds) })
    }

    private func offline() async throws -> [JSONValue] {
        let day: TimeInterval = 86_400
        return [
            shown(try await access("direct").current()),
            .array(try await states("silent", 1)),
            .array(try await states("closed", 2)),
            .array(try await states("direct", 2)),
            shown(try await access("closed").current()),
            shown(try await access("closed", movedBy: 2 * day).current()),
            shown(try await access("closed", movedBy: -day).current()),
            // With a connection, a wrong clock does not matter.
            shown(try await access("direct", movedBy: -day).current()),
        ]
    }

    /// The first states of the updates, and whether the very first came at once.
    private func states(_ proxy: String, _ count: Int) async throws -> [JSONValue] {
        var found: [JSONValue] = []
        for try await known in try access(proxy).updates() {
            found.append(shown(known))
            if found.count == count { break }
        }
        // The quickest of some, because the machine may be busy.
        var quickest = TimeInterval.infinity
        for _ in 0..<5 {
            let begin = Date()
            for try await _ in try access(proxy).updates() { break }
            quickest = min(quickest, Date().timeIntervalSince(begin))
        }
        return found + [.bool(quickest < Self.atOnceSeconds)]
    }

    private func shown(_ known: KnownAccess) -> JSONValue {
        .array([
            .string(known.state.rawValue), .bool(known.isActive("plus")),
            known.reason.map { .string($0.code) } ?? .null,
        ])
    }

    private func edited() async throws -> [JSONValue] {
        var stored = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))
        guard case .object(var members) = stored, case .string(let token) = members["token"] else {
            return []
        }
        let parts = token.split(separator: ".").map(String.init)
        let plain = parts[1].replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        let padded = plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
        let claims = String(decoding: Data(base64Encoded: padded) ?? Data(), as: UTF8.self)
        let longer = Data(claims.replacingOccurrences(of: "\"exp\":1", with: "\"exp\":2").utf8)
        let forged = longer.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        members["token"] = .string("\(parts[0]).\(forged).\(parts[2])")
        stored = .object(members)
        try JSONEncoder().encode(stored).write(to: file)
        guard case .array(let values) = shown(try await access("closed").current()) else {
            return []
        }
        return values
    }

    private func households() async throws -> [JSONValue] {
        let (owner, member) = (try hearth("direct"), try hearth("direct", token: given.memberToken))
        let before = try await owner.household()
        _ = try await owner.createHousehold(named: "Us")
        let joined = try await member.joinHousehold(owner.invite().inviteCode)
        let count = try await owner.household()?.members.count ?? 0
        try await member.leaveHousehold()
        try await member.leaveHousehold()
        var code = ""
        do {
            _ = try await member.joinHousehold("nothing")
        } catch let error as HearthError {
            code = error.code
        }
        return [
            before == nil ? .null : .bool(true), .bool(joined.isConfirmed), .number(Double(count)),
            .bool(try await member.household() == nil), .string(code),
        ]
    }

    private func notices() async throws -> [JSONValue] {
        let phone = try hearth("direct")
        _ = try await phone.consume("scans", amount: 2)
        var kinds: [JSONValue] = []
        for notice in try await phone.notices() {
            kinds.append(.string(notice.kind))
            try await phone.dismissNotice(notice.noticeID)
        }
        let remaining = try await phone.limits().limits["scans"]?.remaining ?? -1
        return [
            .array(kinds), .number(Double(try await phone.notices().count)),
            .number(Double(remaining)),
        ]
    }

    /// Someone signs in on the device, and takes along what was bought before.
    private func signIn() async throws -> [JSONValue] {
        let (id, secret) = (given.device.appUserId, given.device.deviceSecret)
        let phone = try hearth("direct", token: given.memberToken)
        let before = try await phone.isActive("plus")
        let merge = try await phone.identify(id, proof: .deviceSecret(secret))
        let again = try await phone.identify(id, proof: .deviceSecret(secret))
        return [
            .bool(before), .bool(merge.moved.appUserIds.contains(id)),
            .number(Double(merge.moved.purchases.count)), .string(again.outcome),
            .bool(try await phone.isActive("plus")),
        ]
    }

    /// Access ends by the clock, and begins with a grant.
    private func changes() async throws -> [JSONValue] {
        try await grant(["expires_at": Date(timeIntervalSinceNow: 4).ISO8601Format()])
        let other = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: other) }
        let phone = Access(hearth: try hearth("direct", token: given.clockToken), file: other)
        var seen: [JSONValue] = []
        for try await known in phone.updates() {
            seen.append(.bool(known.isActive("plus")))
            if seen.count == 2 { try await grant(["duration": "P1M"]) }
            if seen.count == 3 { break }
        }
        return seen
    }

    private func grant(_ span: [String: String]) async throws {
        guard let address = given.addresses["direct"] else { throw URLError(.badURL) }
        let server = try Hearth(address: address, key: given.key)
        let body = span.merging(["entitlement_id": "plus", "reason": "test"]) { first, _ in first }
        let _: JSONValue = try await server.request(
            "POST", "/v1/users/\(given.clockUser)/grants", body: body)
    }
}
