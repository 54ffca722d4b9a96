import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("A client that leaves a request that waits", .timeLimit(.minutes(5)))
struct DepartedClientTests {
    @Test(
        "no error is answered or logged, and its place is free at once",
        arguments: Wait.all, Departure.allCases)
    fileprivate func leaves(_ wait: Wait, _ departure: Departure) async throws {
        let log = CapturedLog()
        try await TestAPI.run(
            answering: { _, _ in .silence }, maximumChangeReaders: 1, logger: log.logger
        ) { api in
            try await api.tenant.setUpstreamKey()
            try await api.tenant.takeTokens()
            let clients = try await api.fill(wait)
            for client in clients { try await departure.leave(client) }
            let isFree = try await eventually(withinSeconds: 10) {
                try await api.status(of: wait) == 200
            }
            #expect(isFree)
            if departure == .halfClose {
                for client in clients {
                    // One that came too late for a place was refused.
                    #expect([200, 503].contains(try await client.head().status))
                    client.close()
                }
            }
            let metrics = try await api.send("getMetrics", "GET", "/metrics").text
            #expect(!metrics.contains(#"status="500""#))
        }
        #expect(log.lines == [])
    }

    @Test("a client that stays sends its next request on the same connection", arguments: Wait.all)
    fileprivate func stays(_ wait: Wait) async throws {
        guard wait.path != "/v1/changes/stream" else { return }
        try await TestAPI.run(answering: { _, _ in .silence }) { api in
            try await api.tenant.takeTokens()
            try await RawHTTPConnection.with(port: api.port) { connection in
                for name in ["t_one", "t_two"] {
                    try await connection.send(try api.head(of: wait, named: name, seconds: 1))
                    #expect(try await connection.response().status == 200)
                }
            }
        }
    }
}

/// A request that waits, and how many of them fill the place.
private struct Wait: Sendable, CustomTestStringConvertible {
    let path: String
    /// Follow the path; the name is a transaction's.
    let query: @Sendable (_ name: String, _ seconds: Int) -> String
    var places = 1
    var isOfEndUser = false

    var testDescription: String { path }

    static let all: [Wait] = {
        let changes = { @Sendable (_: String, seconds: Int) in "?wait=\(seconds)" }
        let purchase = { @Sendable (name: String, seconds: Int) in
            "?await_transaction=\(name)&timeout=\(seconds)"
        }
        return [
            Wait(path: "/v1/changes", query: changes),
            Wait(path: "/v1/me/changes", query: changes, isOfEndUser: true),
            Wait(path: "/v1/changes/stream", query: { _, _ in "" }),
            Wait(path: "/v1/users/u_42/entitlements", query: purchase, places: 4),
            Wait(path: "/v1/me/entitlements", query: purchase, places: 4, isOfEndUser: true),
        ]
    }()
}

private enum Departure: CaseIterable {
    case close
    case reset
    /// The client has nothing more to send, and can still read.
    case halfClose

    func leave(_ client: RawHTTPConnection) async throws {
        switch self {
        case .close: client.close()
        case .reset: try await client.reset()
        case .halfClose: try await client.closeOutput()
        }
    }
}

extension TestAPI {
    fileprivate func head(of wait: Wait, named name: String, seconds: Int) throws -> String {
        let credential = wait.isOfEndUser ? try Self.token(of: "u_42") : secretKey
        return "GET \(wait.path)\(wait.query(name, seconds)) HTTP/1.1\r\nHost: hearth.test\r\n"
            + "Authorization: Bearer \(credential)\r\nHearth-Tenant: \(tenant.slug)\r\n\r\n"
    }

    /// Takes all places with requests that wait, and returns their connections.
    ///
    /// A probe may take the place of a request that arrives late: then all is tried again.
    fileprivate func fill(_ wait: Wait) async throws -> [RawHTTPConnection] {
        var clients: [RawHTTPConnection] = []
        for attempt in 1...100 {
            for number in 1...wait.places {
                let client = try await RawHTTPConnection.open(port: port)
                clients.append(client)
                let name = "t_\(attempt)_\(number)"
                try await client.send(try head(of: wait, named: name, seconds: 30))
                if wait.places > 1 { #expect(try await eventually { try await isAwaited(name) }) }
            }
            if try await status(of: wait) == 503 { return clients }
        }
        Issue.record("The places never filled up.")
        return clients
    }

    private func isAwaited(_ transactionID: String) async throws -> Bool {
        try await TestDatabase.shared.administer(
            "select from entitlements.awaited_transactions "
                + "where tenant_id = '\(tenant.id)' and transaction_id = '\(transactionID)'"
        ).count == 1
    }

    /// The status of one more such request, which waits for a second at most.
    fileprivate func status(of wait: Wait) async throws -> Int {
        try await RawHTTPConnection.with(port: port) { connection in
            try await connection.send(try head(of: wait, named: "t_more", seconds: 1))
            return try await connection.head().status
        }
    }
}
