import Entitlements
import TestSupport
import Testing

/// Races for a household's last seats, in rounds, over open connections.
struct RacedHousehold {
    static let freeSeats = 2
    private static let joiners = 16

    /// After these rounds a new household with new people begins, since each change reads a
    /// person's whole history.
    private static let roundsOfAHousehold = 10

    struct Round: Sendable {
        var winners = 0
        var members = 0
        /// The duration of each join.
        var milliseconds: [Int64] = []
    }

    /// An app user who joins, with a connection.
    private struct Joiner: Sendable {
        var appUserID = ""
        let connection: RawHTTPConnection
        var code = ""
    }

    private let secretKey: String
    private let name: String
    private var households = 0
    private var joiners: [Joiner] = []
    private var id = ""

    /// Runs the rounds; `name` must be unique.
    static func race(
        _ api: TestAPI, named name: String, _ rounds: Int
    ) async throws -> [Round] {
        var household = RacedHousehold(secretKey: api.secretKey, name: name)
        for _ in 0..<joiners {
            household.joiners.append(
                Joiner(connection: try await RawHTTPConnection.open(port: api.port)))
        }
        var outcomes: [Round] = []
        for round in 0..<rounds {
            if round.isMultiple(of: roundsOfAHousehold) { try await household.begin() }
            outcomes.append(try await household.round())
        }
        for joiner in household.joiners { joiner.connection.close() }
        return outcomes
    }

    /// Creates a household, and an invite for each joiner.
    private mutating func begin() async throws {
        if !id.isEmpty {
            try await expect(204, "DELETE", "/v1/households/\(id)", over: joiners[0].connection)
        }
        let founded = try await expect(
            201, "POST", "/v1/households",
            ["owner_app_user_id": .string("\(name)-\(households)-owner")],
            over: joiners[0].connection)
        id = try #require(try founded.json["household_id"]?.string)
        for index in joiners.indices {
            joiners[index].appUserID = "\(name)-\(households)-\(index)"
            try await invite(index)
        }
        households += 1
    }

    /// All joiners redeem their invites at once; each new member then leaves and gets another
    /// invite.
    private mutating func round() async throws -> Round {
        let joins = try await joinAll()
        let winners = joins.filter { $0.refusal == nil }
        let refusals = joins.compactMap(\.refusal)
        #expect(refusals.allSatisfy { $0 == "409 household_full" }, "\(refusals)")
        let shown = try await expect(
            200, "GET", "/v1/households/\(id)", over: joiners[0].connection)
        for winner in winners {
            let joiner = joiners[winner.index]
            try await expect(
                204, "DELETE", "/v1/households/\(id)/members/\(joiner.appUserID)",
                over: joiner.connection)
            try await invite(winner.index)
        }
        return Round(
            winners: winners.count, members: try shown.members.count,
            milliseconds: joins.map(\.milliseconds))
    }

    private struct Join: Sendable {
        let index: Int
        let milliseconds: Int64
        /// Nil if the join succeeded.
        let refusal: String?
    }

    private func joinAll() async throws -> [Join] {
        try await withThrowingTaskGroup(of: Join.self) { group in
            for (index, joiner) in joiners.enumerated() {
                group.addTask {
                    let started = ContinuousClock.now
                    let response = try await send(
                        "POST", "/v1/households/join",
                        ["app_user_id": .string(joiner.appUserID), "code": .string(joiner.code)],
                        over: joiner.connection)
                    return Join(
                        index: index,
                        milliseconds: Int64(started.duration(to: .now) / .milliseconds(1)),
                        refusal: response.status == 200 ? nil : try response.refusal)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private mutating func invite(_ index: Int) async throws {
        let response = try await expect(
            201, "POST", "/v1/households/\(id)/invites", over: joiners[index].connection)
        joiners[index].code = try #require(try response.json["invite_code"]?.string)
    }

    @discardableResult
    private func expect(
        _ status: Int, _ method: String, _ target: String, _ body: JSONValue? = nil,
        over connection: RawHTTPConnection
    ) async throws -> RawHTTPResponse {
        let response = try await send(method, target, body, over: connection)
        try #require(response.status == status, "\(method) \(target): \(response.text)")
        return response
    }

    private func send(
        _ method: String, _ target: String, _ body: JSONValue? = nil,
        over connection: RawHTTPConnection
    ) async throws -> RawHTTPResponse {
        let body = body?.bytes ?? []
        let head = """
            \(method) \(target) HTTP/1.1\r
            Host: hearth.test\r
            Authorization: Bearer \(secretKey)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r

            """
        try await connection.send(Array(head.utf8) + body)
        return try await connection.response()
    }
}
