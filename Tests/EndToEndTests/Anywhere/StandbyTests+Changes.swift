import Entitlements
import PrivateCluster
import TestSupport
import Testing

extension StandbyTests {
    @Test("a promotion that lost changes is told to those who read them; others miss nothing")
    func lostChanges() async throws {
        try await Self.withReader { hearth, standby, reader in
            try await reader.buy(["u_1", "u_2", "u_3"])
            let kept = try await reader.changes(after: 0, of: ["u_1", "u_2", "u_3"])
            let last = try #require(kept.last?.number)
            try await Self.hasReplayed(standby, hearth)
            try await standby.cutOff(
                as: TestCluster.superuser(of: hearth.administrator(at: standby)))
            try await reader.stream(after: last) { stream in
                let lostOnes = ["u_11", "u_12", "u_13"]
                try await reader.buy(lostOnes)
                let lost = try await reader.changes(after: last, of: lostOnes)
                _ = try await stream.text(through: "id: \(lost[lost.count - 1].number)\n")
                _ = try await stream.text(through: "\n\n")
                try await hearth.cluster.whileHanging {
                    try standby.promote()
                    let newOnes = ["u_21", "u_22", "u_23"]
                    try await reader.buy(newOnes)
                    // The last chunk: the answer is whole.
                    let rest = try await stream.text(through: "0\r\n\r\n")
                    #expect(!rest.contains("id: "))

                    let new = try await reader.changes(after: last, of: newOnes)
                    #expect(new.map(\.appUserID) == newOnes)
                    #expect(new.count >= lost.count)
                    let earlier = try await reader.changes(after: kept[0].number, of: newOnes)
                    #expect(earlier.map(\.number) == (kept.dropFirst() + new).map(\.number))
                    for change in lost { try await reader.expectRefused(change.number) }
                }
            }
        }
    }

    @Test("a promotion that lost nothing ends no stream, and no change is missed")
    func keptChanges() async throws {
        try await Self.withReader { hearth, standby, reader in
            try await reader.buy(["u_1"])
            let last = try #require(try await reader.changes(after: 0, of: ["u_1"]).last?.number)
            try await reader.stream(after: last) { stream in
                try await reader.buy(["u_2"])
                _ = try await stream.text(through: #""app_user_id":"u_2""#)
                try await Self.hasReplayed(standby, hearth)
                try await hearth.cluster.whileHanging {
                    try standby.promote()
                    try await reader.buy(["u_3"])
                    _ = try await stream.text(through: #""app_user_id":"u_3""#)
                    let all = try await reader.changes(after: last, of: ["u_3"])
                    #expect(all.map(\.appUserID) == ["u_2", "u_3"])
                }
            }
        }
    }

    private static func withReader(
        _ body: (InstalledHearth, Standby, ChangeReader) async throws -> Void
    ) async throws {
        try await withStandby { hearth, standby in
            let hosts = "\(hearth.login) host=\(try hearth.socketFolder),\(standby.socketFolder)"
            try await hearth.serve(on: "\(hosts) target_session_attrs=read-write") { server in
                let key = try await hearth.run(
                    ["keys", "create", "--kind", "secret", "--tenant", "stockpot"])
                let created = try await hearth.run(
                    ["endpoints", "create", "stockpot", "https://hooks.example/in"])
                let endpoint = try JSONParser.parse(Array(created.utf8))["endpoint_id"]?.string
                try await body(
                    hearth, standby,
                    ChangeReader(server: server, key: key, endpoint: try #require(endpoint)))
            }
        }
    }
}

/// Reads the change log of a server as a tenant's backend does.
private struct ChangeReader {
    struct Change: Equatable {
        let number: Int64
        let appUserID: String
    }

    let server: RunningHearth
    let key: String
    let endpoint: String

    /// Makes each app user buy, one after the other.
    func buy(_ appUserIDs: [String]) async throws {
        for appUserID in appUserIDs {
            let isTaken = try await eventually(withinSeconds: 20) {
                try await StandbyTests.deliver(appUserID, to: server).status == 200
            }
            #expect(isTaken)
        }
    }

    /// The changes after a number, once they have one of each of these app users.
    func changes(after number: Int64, of appUserIDs: [String]) async throws -> [Change] {
        var changes: [Change] = []
        let areThere = try await eventually(withinSeconds: 20) {
            let answer = try await get("/v1/changes?after=\(number)")
            let data = try JSONParser.parse(answer.body)["data"]?.array ?? []
            changes = data.compactMap { change in
                guard case .integer(let number)? = change["number"],
                    let appUserID = change["app_user_id"]?.string
                else { return nil }
                return Change(number: number, appUserID: appUserID)
            }
            return Set(changes.map(\.appUserID)).isSuperset(of: appUserIDs)
        }
        #expect(areThere)
        return changes
    }

    /// Lends a stream of the changes after a number, whose head was received.
    func stream(after number: Int64, _ body: (RawHTTPConnection) async throws -> Void) async throws
    {
        try await RawHTTPConnection.with(port: server.port) { connection in
            try await connection.send(
                "GET /v1/changes/stream HTTP/1.1\r\nHost: hearth.test\r\n"
                    + "Last-Event-ID: \(number)\r\nAuthorization: Bearer \(key)\r\n\r\n")
            _ = try await connection.text(through: "retry: 1000\n\n")
            try await body(connection)
        }
    }

    /// Expects that no reader goes on after the number, nor a replay from it.
    func expectRefused(_ number: Int64) async throws {
        let replay = "/v1/admin/endpoints/\(endpoint)/replay"
        for answer in [
            try await get("/v1/changes?after=\(number)"),
            try await get("/v1/changes?after=\(number)&wait=30"),
            try await get("/v1/changes/stream", headers: ["Last-Event-ID": "\(number)"]),
            try await server.request(
                "POST", replay, authorization: "Bearer \(key)",
                body: Array(#"{"from_number":\#(number)}"#.utf8)),
        ] {
            #expect(answer.status == 410 && answer.text.contains("changes_gone"), "\(answer.text)")
        }
    }

    private func get(
        _ path: String, headers: [String: String] = [:]
    ) async throws -> RawHTTPResponse {
        try await server.request("GET", path, authorization: "Bearer \(key)", headers: headers)
    }
}
