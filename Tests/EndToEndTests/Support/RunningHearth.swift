import Entitlements
import Foundation
import TestSupport
import Testing

/// A `hearth up --json` in its own directory, with the line it printed, or a `hearth serve`.
struct RunningHearth {
    let process: HearthProcess
    let port: Int
    let ready: JSONValue
    let directory: String

    /// Starts the server and waits until it is ready.
    ///
    /// A new directory gets a copy of the prepared cluster, unless `fromNothing` is set or the
    /// environment has a database.
    static func start(
        in directory: String, fromNothing: Bool = false, arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> RunningHearth {
        if !fromNothing, environment["DATABASE_URL"] == nil {
            try await PreparedCluster.shared.copy(into: directory)
        }
        let process = try HearthProcess(
            ["up", "--json", "--port", "0", "--data-directory", directory] + arguments,
            environment: environment)
        guard let line = await process.nextLine() else {
            throw DidNotStart(log: process.errorText)
        }
        let ready = try JSONParser.parse(Array(line.utf8))
        let port = ready["address"]?.string?.split(separator: ":").last.flatMap { Int($0) }
        return RunningHearth(
            process: process, port: try #require(port), ready: ready, directory: directory)
    }

    /// Starts `hearth serve` and waits until it serves; `up` is what it stands beside.
    static func serving(
        _ options: [String] = [], beside up: RunningHearth? = nil, environment: [String: String]
    ) async throws -> RunningHearth {
        let process = try HearthProcess(
            ["serve"] + options,
            environment: environment.merging(["HEARTH_PORT": "0"]) { own, _ in own })
        while let line = await process.nextLine() {
            let entry = try JSONParser.parse(Array(line.utf8))
            if entry["msg"] == "Serving", case .integer(let port)? = entry["port"] {
                return RunningHearth(
                    process: process, port: Int(port), ready: up?.ready ?? .null,
                    directory: up?.directory ?? "")
            }
        }
        throw DidNotStart(log: process.errorText)
    }

    struct DidNotStart: Error {
        let log: String
    }

    /// Stops the server with SIGTERM.
    @discardableResult
    func stop() async -> HearthProcess.Exit? {
        process.send(signal: SIGTERM)
        return await process.exit()
    }
}

extension RunningHearth {
    /// A key of a tenant, by its name in the printed line.
    func key(_ name: String, of tenant: String = "stockpot") -> String {
        ready["tenants"]?[tenant]?[name]?.string ?? ""
    }

    func request(
        _ method: String, _ path: String, authorization: String = "",
        headers: [String: String] = [:], body: [UInt8] = []
    ) async throws -> RawHTTPResponse {
        try await RawHTTPConnection.with(port: port) { connection in
            let others = headers.map { "\($0): \($1)\r\n" }.joined()
            let head = """
                \(method) \(path) HTTP/1.1\r
                \(others)Host: 127.0.0.1\r
                Authorization: \(authorization)\r
                Content-Type: application/json\r
                Content-Length: \(body.count)\r
                \r

                """
            try await connection.send(Array(head.utf8) + body)
            return try await connection.response()
        }
    }

    var simulator: RunningHearth {
        get throws {
            let address = try #require(ready["simulator"]?.string)
            let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
            return RunningHearth(
                process: process, port: port, ready: .null, directory: directory)
        }
    }

    func metrics() async throws -> String {
        try await request("GET", "/metrics").text
    }

    func deliver(_ event: RevenueCatEvent, to tenant: String = "stockpot") async throws -> String {
        try await request(
            "POST", "/v1/webhooks/revenuecat/\(tenant)",
            authorization: key("webhook_authorization", of: tenant), body: event.body
        ).text
    }

    /// The plan of an app user, by a lookup with the tenant's read key.
    func plan(of appUserID: String, tenant: String = "stockpot") async throws -> String? {
        let response = try await request(
            "GET", "/v1/users/\(appUserID)/entitlements",
            authorization: "Bearer \(key("read_key", of: tenant))")
        return try JSONParser.parse(response.body)["plan"]?.string
    }
}

/// Lends the path of a directory that does not exist yet, and removes it afterwards.
func withTemporaryDirectory(_ body: (String) async throws -> Void) async throws {
    let folder = TestFolder(named: "temporary")
    defer { folder.remove() }
    try await body(folder.path + "/hearth")
}

extension RevenueCatEvent {
    /// A purchase that never ends, so that it is active at any time of the tests.
    static func plusForEver(_ appUserID: String) -> RevenueCatEvent {
        .nonRenewingPurchase(
            appUserID: appUserID, product: defaultProduct, expiresAt: "2999-01-01T00:00:00Z")
    }
}
