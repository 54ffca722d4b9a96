import Entitlements
import Foundation
import TestSupport
import Testing

/// One app of the examples, with its own RevenueCat: a real server and a `hearth simulate` that
/// sends it webhooks, both from the app's tenant file alone.
struct SimulatedApp {
    let slug: String
    let hearth: RunningHearth
    let upstream: RunningHearth

    /// Runs an app whose RevenueCat's clock stands at a time until it is moved.
    static func with(
        _ slug: String, at start: Timestamp, _ body: (SimulatedApp) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let hearth = try await RunningHearth.start(in: directory, arguments: ["--no-demo"])
            let file = PackageRoot.url.appending(path: "examples/tenants/\(slug).yaml")
            // The tenant file says which of the two it requires.
            let secrets = [
                ("--webhook-authorization", hearth.key("webhook_authorization", of: slug)),
                ("--webhook-signing-secret", hearth.key("webhook_signing_secret", of: slug)),
            ].filter { !$0.1.isEmpty }
            let simulator = try HearthProcess(
                [
                    "simulate", "--port", "0", "--start", start.rfc3339, "--tenant", file.path(),
                    "--webhook-url",
                    "http://127.0.0.1:\(hearth.port)/v1/webhooks/revenuecat/\(slug)",
                ] + secrets.flatMap { [$0.0, $0.1] })
            let line = try #require(await simulator.nextLine())
            let port = try #require(line.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#))
            let upstream = RunningHearth(
                process: simulator, port: try #require(Int(port.1)), ready: .null,
                directory: directory)
            try await body(SimulatedApp(slug: slug, hearth: hearth, upstream: upstream))
            #expect(await upstream.stop() == .status(0))
            #expect(await hearth.stop() == .status(0))
        }
    }
}

extension SimulatedApp {
    /// The present of the server, which is the machine's.
    static var present: Timestamp {
        get throws {
            let seconds = Int64(Date().timeIntervalSince1970)
            return try #require(Timestamp(microsecondsSinceEpoch: seconds * 1_000_000))
        }
    }

    /// Lets a customer, a store or the project's owner act.
    func act(_ act: JSONValue) async throws {
        let done = try await upstream.request("POST", "/control/acts", body: act.bytes)
        #expect(done.status == 200, "\(act) \(done.text)")
    }

    func buy(_ product: String, by id: String, offer: String = "none") async throws {
        try await act([
            "act": "purchase", "app_user_id": .string(id), "product_id": .string(product),
            "offer": .string(offer),
        ])
    }

    /// Moves RevenueCat's clock.
    func wait(days: Int64) async throws {
        let moved = try await upstream.request(
            "POST", "/control/clock", body: (["days": .integer(days)] as JSONValue).bytes)
        #expect(moved.status == 200)
    }

    /// Lets a customer act upon a product.
    func act(_ word: String, _ product: String, of id: String) async throws {
        try await act([
            "act": .string(word), "app_user_id": .string(id), "product_id": .string(product),
        ])
    }

    /// RevenueCat's clock.
    var now: Timestamp {
        get async throws {
            let overview = try await upstream.request("GET", "/control")
            let text = try JSONParser.parse(overview.body)["now"]?.string
            return try #require(text.flatMap { Timestamp(rfc3339: $0) })
        }
    }

    /// The answer to a lookup with the read key; for all other requests, with the secret key.
    func get(_ path: String, with key: String = "read_key") async throws -> JSONValue {
        let response = try await hearth.request(
            "GET", path, authorization: "Bearer \(hearth.key(key, of: slug))")
        #expect(response.status == 200, "\(path) \(response.text)")
        return try JSONParser.parse(response.body)
    }

    /// The status of a POST with the secret key, and its answer.
    func post(_ path: String, _ body: JSONValue) async throws -> (status: Int, answer: JSONValue) {
        let response = try await hearth.request(
            "POST", path, authorization: "Bearer \(hearth.key("secret_key", of: slug))",
            body: body.bytes)
        return (response.status, try JSONParser.parse(response.body))
    }

    /// The plan, and the status of an entitlement, as of RevenueCat's clock.
    func standing(of id: String, _ entitlement: String) async throws -> String {
        let path = "/v1/users/\(id)/entitlements?as_of=\(try await now.rfc3339)"
        let answer = try await get(path)
        let status = answer["entitlements"]?[entitlement]?["status"]?.string
        return "\(answer["plan"]?.string ?? "-") \(status ?? "-")"
    }
}
