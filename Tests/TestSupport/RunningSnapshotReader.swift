package import Curl
package import Entitlements
package import EntitlementsDatabase
package import Reconciliation
package import RevenueCat
package import Traces

/// A `SnapshotReader` from a scripted server into the database, with a test clock.
package struct RunningSnapshotReader: Sendable {
    package let snapshotReader: SnapshotReader
    package let upstreams: Upstreams
    package let upstream: Upstream
    package let time: TestClock

    /// Lends a `SnapshotReader` from a server that follows the script.
    package static func with<Result: Sendable>(
        into database: Database, time: TestClock = TestClock(), traces: Traces = .off,
        answering script: @escaping Upstream.Script,
        _ body: (RunningSnapshotReader) async throws -> Result
    ) async throws -> Result {
        try await Upstream.with(script) { upstream, port in
            try await SnapshotReader.with(
                into: database, from: "http://127.0.0.1:\(port)", clock: time.clock,
                traces: traces
            ) { snapshotReader, upstreams in
                try await body(
                    RunningSnapshotReader(
                        snapshotReader: snapshotReader, upstreams: upstreams, upstream: upstream,
                        time: time))
            }
        }
    }
}

extension SnapshotReader {
    /// Lends a `SnapshotReader` from the server, with its upstreams.
    package static func with<Result: Sendable>(
        into database: Database, from serverURL: String, clock: RevenueCatClock,
        traces: Traces = .off,
        _ body: (SnapshotReader, Upstreams) async throws -> Result
    ) async throws -> Result {
        let http = HTTPClient.direct()
        let upstreams = Upstreams(
            database: database, secretBox: try SecretBox.forTests(), http: http,
            serverURL: serverURL, clock: clock)
        let snapshotReader = SnapshotReader(
            database: database, upstreams: upstreams, clock: clock, traces: traces,
            logger: .silent)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await http.run() }
            defer { group.cancelAll() }
            return try await body(snapshotReader, upstreams)
        }
    }
}

extension RunningSnapshotReader {
    /// A `SnapshotReader` that is never used.
    package static func atRest(_ database: Database) throws -> SnapshotReader {
        let clock = TestClock().clock
        let upstreams = Upstreams(
            database: database, secretBox: try SecretBox.forTests(),
            http: HTTPClient(configuration: HTTPClient.Configuration()), clock: clock)
        return SnapshotReader(
            database: database, upstreams: upstreams, clock: clock, logger: .silent)
    }
}

extension HTTPClient {
    /// A client that ignores proxies in the environment.
    package static func direct() -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .none
        return HTTPClient(configuration: configuration)
    }
}

extension SecretBox {
    /// The secret box of all tests.
    package static func forTests() throws -> SecretBox {
        guard let box = SecretBox(keyBytes: [UInt8](repeating: 7, count: keyByteCount)) else {
            throw KeyOfAnotherLength()
        }
        return box
    }

    private struct KeyOfAnotherLength: Error {}
}

extension TestTenant {
    /// Stores a RevenueCat API key for the tenant.
    package func setUpstreamKey(_ key: String = "sk_never_seen_anywhere") async throws {
        let sealed = try SecretBox.forTests().seal(
            Array(key.utf8), for: UpstreamKey.sealingContext(of: id))
        _ = try await database.callOne(SetUpstreamKey(sealed: sealed), in: id)
    }

    package func deleteUpstreamKey() async throws {
        _ = try await database.callOne(
            DeleteSecret(kind: "revenuecat_api_key", name: "", slot: 1), in: id)
    }
}

extension ScratchDatabase {
    /// Marks the project of every key as recognised.
    package func recogniseProjects() async throws {
        try await administer("update entitlements.upstreams set recognised_at = '-infinity'")
    }
}

extension TenantDefinition {
    /// Has the tenant read with a version of the API.
    package mutating func read(_ api: SnapshotPolicy.API) {
        snapshotPolicy.api = api
        snapshotPolicy.project = api == .v2 ? "proj1" : nil
    }
}

extension TestTenant {
    /// Marks the project of the tenant's key as recognised, in the shared database.
    package func recogniseProject() async throws {
        try await TestDatabase.shared.administer(
            """
            update entitlements.upstreams set recognised_at = '-infinity'
             where tenant_id = '\(id)'
            """)
    }
}

extension UpstreamAnswer {
    /// The v1 answer for a customer with the subscriptions of the events.
    package static func subscriber(
        having events: [RevenueCatEvent] = [], originally original: String? = nil,
        at readAt: Timestamp = TestClock.start, since firstSeenAt: Timestamp? = nil,
        status: Int = 200
    ) -> UpstreamAnswer {
        var subscriptions = JSONObject()
        for event in events {
            guard let product = event.fields["product_id"]?.string else { continue }
            subscriptions[product] = event.asSubscription
        }
        let body: JSONValue = [
            "request_date": .string(readAt.rfc3339),
            "subscriber": [
                "entitlements": [:], "first_seen": .text(firstSeenAt?.rfc3339),
                "non_subscriptions": [:], "original_app_user_id": .text(original),
                "subscriptions": .object(subscriptions),
            ],
        ]
        return .json(body, status: status)
    }
}

extension RevenueCatEvent {
    fileprivate var asSubscription: JSONValue {
        [
            "auto_resume_date": nil, "billing_issues_detected_at": nil,
            "expires_date": date("expiration_at_ms"), "grace_period_expires_date": nil,
            "is_sandbox": .bool(fields["environment"] == "SANDBOX"),
            "original_purchase_date": date("purchased_at_ms"), "ownership_type": "PURCHASED",
            "period_type": .string(fields["period_type"]?.string?.lowercased() ?? "normal"),
            "purchase_date": date("purchased_at_ms"), "refunded_at": nil,
            "store": .string(fields["store"]?.string?.lowercased() ?? "app_store"),
            "store_transaction_id": fields["transaction_id"] ?? .null,
            "unsubscribe_detected_at": nil,
        ]
    }

    private func date(_ name: String) -> JSONValue {
        guard case .integer(let milliseconds)? = fields[name],
            let time = Timestamp(milliseconds: milliseconds)
        else { return nil }
        return .string(time.rfc3339)
    }
}
