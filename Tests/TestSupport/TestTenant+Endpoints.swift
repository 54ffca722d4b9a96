package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    /// The secret of every endpoint of the tests, until it is rotated.
    package static let endpointSecret = EndpointSecret(
        bytes: [UInt8](repeating: 5, count: EndpointSecret.byteCount))

    package static func sealedSecret(
        _ secret: EndpointSecret = endpointSecret, of endpoint: UUID, of tenant: TenantID
    ) throws -> [UInt8] {
        try SecretBox.forTests().seal(
            secret.bytes, for: EndpointSecret.sealingContext(of: endpoint, of: tenant))
    }

    /// Creates an endpoint, and returns its id.
    package func createEndpoint(
        _ url: String = "https://hooks.example/in", kinds: [ChangeKind]? = nil,
        environments: Set<PurchaseEnvironment> = [.production]
    ) async throws -> UUID {
        let endpoint = UUID()
        _ = try await database.callOne(
            CreateEndpoint(
                endpointID: endpoint, url: EndpointURL(unchecked: url), kinds: kinds,
                sealed: try Self.sealedSecret(of: endpoint, of: id), actor: "secret_key:test",
                environments: environments),
            in: id)
        return endpoint
    }

    package func endpoint(_ endpoint: UUID) async throws -> JSONValue {
        let answer = try await database.callOne(GetEndpoint(endpointID: endpoint), in: id)
        return try JSONParser.parse(answer.json)
    }

    @discardableResult
    package func update(
        _ endpoint: UUID, url: String? = nil, kinds: UpdateEndpoint.Kinds = .unchanged,
        isOn: Bool? = nil, environments: Set<PurchaseEnvironment>? = nil,
        at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            UpdateEndpoint(
                endpointID: endpoint, url: url.map(EndpointURL.init(unchecked:)), kinds: kinds,
                isOn: isOn, actor: "secret_key:test", asOf: moment, environments: environments),
            in: id)
        return try JSONParser.parse(answer.json)
    }

    @discardableResult
    package func replay(_ endpoint: UUID, from number: Int64) async throws -> JSONValue {
        let answer = try await database.callOne(
            ReplayEndpoint(
                endpointID: endpoint, fromNumber: number, actor: "secret_key:test"),
            in: id)
        return try JSONParser.parse(answer.json)
    }

    /// The deliveries to an endpoint, those of the newest changes first.
    package func deliveries(to endpoint: UUID, status: String? = nil) async throws -> [JSONValue] {
        try await database.call(
            ListDeliveries(endpointID: endpoint, withStatus: status, pageLimit: 1_000), in: id
        ).map { try JSONParser.parse($0.answer) }
    }
}

extension ScratchDatabase {
    /// Writes numbered changes of a tenant: `u_1`, `u_2` and so on.
    package func addChanges(
        _ count: Int, of tenant: TestTenant, kind: ChangeKind = .entitlementsChanged,
        numberedAt moment: Timestamp = "1970-01-01T00:00:00Z"
    ) async throws {
        try await administer(
            """
            insert into entitlements.pending_changes
                   (tenant_id, kind, app_user_id, after, cause, happened_at, recorded_at)
            select '\(tenant.id)', '\(kind.rawValue)', 'u_' || number, '{"plan": "plus"}', 'event',
                   now(), now()
              from generate_series(1, \(count)) as number
            """)
        try await database.numberChanges(at: moment)
    }

    /// Leases the endpoints that are due to a worker, and returns the lease and their ids.
    package func claimEndpoints(
        isSlow: Bool = false, isNew: Bool? = nil, maximum: Int32 = 100, at moment: Timestamp? = nil
    ) async throws -> (lease: UUID, endpoints: [UUID]) {
        let lease = UUID()
        let rows = try await database.call(
            ClaimEndpoints(
                leaseID: lease, leaseSeconds: 30, isSlow: isSlow, maximum: maximum,
                asOf: moment, isNew: isNew))
        return (lease, rows.map(\.endpointID))
    }
}

extension TestTenant {
    /// Takes what the worker with the lease shall deliver.
    package func take(
        _ endpoint: UUID, under lease: UUID, maximum: Int32 = 50, at moment: Timestamp? = nil
    ) async throws -> [TakeDeliveries.Row] {
        try await database.call(
            TakeDeliveries(
                endpointID: endpoint, leaseID: lease, leaseSeconds: 30, maximum: maximum,
                asOf: moment),
            in: id)
    }

    /// Notes that these changes were answered with a status; returns no row without the lease.
    @discardableResult
    package func settle(
        _ endpoint: UUID, under lease: UUID, _ numbers: [Int64], status: Int32 = 200,
        milliseconds: Int32 = 10, retryAfterSeconds: Int32? = nil, isLast: Bool = true,
        at moment: Timestamp? = nil
    ) async throws -> [SettleDeliveries.Row] {
        try await database.call(
            SettleDeliveries(
                endpointID: endpoint, leaseID: lease,
                attempts: numbers.map {
                    .init(
                        number: $0, error: status == 200 ? "" : "status_\(status)",
                        httpStatus: status, durationMilliseconds: milliseconds,
                        retryAfterSeconds: retryAfterSeconds)
                }, isLast: isLast, asOf: moment),
            in: id)
    }
}
