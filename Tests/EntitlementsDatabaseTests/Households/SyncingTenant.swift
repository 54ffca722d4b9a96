import Entitlements
import EntitlementsDatabase
import Foundation
import Postgres
import TestSupport
import Testing
import Yams

/// A tenant in its own database whose devices sync as in `examples/powersync`.
///
/// Instead of the sync service, the role that replicates runs the queries of the sync rules, and
/// the device's query runs on their result.
struct SyncingTenant {
    let tenant: TestTenant
    let scratch: ScratchDatabase
    /// The role of this test alone, as roles belong to the cluster.
    let role = "hearth_powersync_\(UUID().uuidString.prefix(8).lowercased())"

    static func with(
        _ change: (inout TenantDefinition) -> Void = { _ in },
        _ body: (SyncingTenant) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { configuration in
            configuration.writeConnections = 2
        } _: { scratch in
            let syncing = SyncingTenant(
                tenant: try await TestTenant.create(in: scratch.database, change),
                scratch: scratch)
            try await syncing.publish(syncing.tenant)
            try await body(syncing)
            try await scratch.administer(
                "drop owned by \(syncing.role); drop role \(syncing.role)")
        }
    }

    /// Publishes what the devices of tenants may hold; a repetition replaces the list.
    func publish(_ tenants: TestTenant...) async throws {
        let script = try Self.text("publication.sql").split(separator: "\n")
            .filter { !$0.hasPrefix("\\") }.joined(separator: "\n")
        try await scratch.administer(
            script.replacing(":'role'", with: "'\(role)'")
                .replacing(
                    ":'tenants'", with: "'\(tenants.map(\.slug).joined(separator: ","))'"))
    }

    /// Receives a purchase that outlasts every test.
    func buys(_ appUserID: String, _ change: (RevenueCatEvent) -> RevenueCatEvent = { $0 })
        async throws
    {
        let purchase = RevenueCatEvent.initialPurchase(
            appUserID: appUserID, purchasedAt: "2026-01-01T00:00:00Z",
            expiresAt: "2099-01-01T00:00:00Z")
        try await tenant.receive(change(purchase))
    }

    /// Receives a transfer of all purchases.
    func moves(from: String, to: String) async throws {
        try await tenant.receive(.transfer(from: [from], to: [to], at: "2098-01-01T00:00:00Z"))
    }

    /// Applies the tenant's definition with changed rules.
    func apply(_ change: (inout TenantDefinition) -> Void) async throws {
        var definition = try TestTenant.definition(of: "stockpot")
        definition.slug = TenantSlug(unchecked: tenant.slug)
        change(&definition)
        _ = try await tenant.database.callOne(
            ApplyTenant(test: definition))
    }
}

extension SyncingTenant {
    /// The owners of the subscriptions on a device, of this tenant unless another is named.
    func subscriptions(
        of appUserID: String, in other: TestTenant? = nil
    ) async throws -> [String] {
        try await ask(
            """
            select user_id || case when is_held then ' held' else '' end
              from synced_subscriptions order by 1
            """, onDeviceOf: appUserID, in: other)
    }

    /// The members of the household on a device, each with the role.
    func members(of appUserID: String) async throws -> [String] {
        try await ask(
            "select user_id || ' ' || role from synced_household_members order by 1",
            onDeviceOf: appUserID)
    }

    /// The app users whose devices grant the entitlement.
    ///
    /// Expects the same answer from the server.
    func entitled(
        _ people: String..., to entitlement: String = "plus",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        let question = try Self.text("has_entitlement.sql")
            .replacing(":now", with: "(extract(epoch from now()) * 1000)")
            .replacing(":entitlement", with: "'\(entitlement)'")
        var entitled: [String] = []
        for person in people {
            let answer = try await ask(
                question.replacing(":me", with: "'\(person)'"), onDeviceOf: person)
            let standing = try await tenant.standing(of: person, entitlement)
            #expect(
                (answer == ["t"]) == standing.isActive, "\(person)", sourceLocation: sourceLocation)
            if answer == ["t"] { entitled.append(person) }
        }
        #expect(try await tenant.invariantViolations() == [], sourceLocation: sourceLocation)
        return entitled
    }

    /// The first column of a query over a device's rows.
    ///
    /// The device's token names the tenant, unless the token has no claim.
    func ask(
        _ query: String, onDeviceOf appUserID: String, in other: TestTenant? = nil,
        withClaim: Bool = true
    ) async throws -> [String] {
        let rules = try Self.rules
        let claim = withClaim ? "'\((other ?? tenant).id)'" : "null"
        return try await replicate { connection in
            var selects: [(table: String, query: String)] = []
            for bucket in rules.buckets.values {
                // Without a value a bucket still makes its tables, empty.
                var values: [[String: String]] = [[:]]
                for parameters in bucket.parameters {
                    let names = Rules.names(selectedBy: parameters)
                    let query =
                        parameters
                        .replacing("request.user_id()", with: "'\(appUserID)'::text")
                        .replacing("request.jwt() ->> 'hearth_tenant'", with: claim)
                    for row in try await connection.execute(query) {
                        let literals = row.map { $0.map { "'\($0)'" } ?? "null" }
                        values.append(Dictionary(uniqueKeysWithValues: zip(names, literals)))
                    }
                }
                for data in bucket.data {
                    let table = try #require(data.firstMatch(of: #/FROM "\w+"\."(\w+)"/#)?.1)
                    for value in values {
                        let select = data.replacing(#/bucket\.(\w+)/#) {
                            value[String($0.1)] ?? "null"
                        }
                        selects.append((String(table), select))
                    }
                }
            }
            let tables = Dictionary(grouping: selects, by: \.table).map { table, selects in
                """
                create temp table \(table) as
                    \(selects.map(\.query).joined(separator: "\nunion\n"));
                create unique index on \(table) (id);
                """
            }
            return try await connection.execute(tables.joined() + query).compactMap { $0[0] }
        }
    }

    /// Lends a connection of the role that replicates.
    func replicate<Result: Sendable>(
        _ body: (AdministrationConnection) async throws -> Result
    ) async throws -> Result {
        try await AdministrationConnection.withConnection(
            to: "\(scratch.connectionString) user=\(role)", body)
    }
}

extension SyncingTenant {
    private struct Rules: Decodable {
        struct Bucket: Decodable {
            let parameters: [String]
            let data: [String]
        }

        /// The names of the columns of a query of parameters.
        static func names(selectedBy query: String) -> [String] {
            let list = query.split(separator: " FROM ")[0]
            return list.split(separator: ",").compactMap {
                $0.split(separator: " ").last.map(String.init)
            }
        }

        let buckets: [String: Bucket]

        enum CodingKeys: String, CodingKey {
            case buckets = "bucket_definitions"
        }
    }

    private static var rules: Rules {
        get throws { try YAMLDecoder().decode(Rules.self, from: try text("sync_rules.yaml")) }
    }

    private static func text(_ file: String) throws -> String {
        try String(
            contentsOf: PackageRoot.url.appending(path: "examples/powersync/\(file)"),
            encoding: .utf8)
    }
}
