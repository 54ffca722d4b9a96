package import Entitlements
package import EntitlementsDatabase
import FoundationEssentials
import Postgres
import RevenueCat

/// A tenant for one test, under a name of its own: made from one of the example files, or from
/// `metered` in `Tests/Fixtures`.
package struct TestTenant: Sendable {
    package let id: TenantID
    package let slug: String
    package let database: Database

    /// One that is there already.
    package init(id: TenantID, slug: String, database: Database) {
        self.id = id
        self.slug = slug
        self.database = database
    }

    /// In the database that all tests share, unless the test has one of its own.
    package static func create(
        like file: String = "stockpot", in ownDatabase: Database? = nil,
        _ change: (inout TenantDefinition) -> Void = { _ in }
    ) async throws -> TestTenant {
        let shared = TestDatabase.shared
        let database = if let ownDatabase { ownDatabase } else { try await shared.database() }
        let slug = "t-\(UUID().uuidString.lowercased())"
        let id = try await apply(slug, like: file, in: database, change)
        return TestTenant(id: id, slug: slug, database: database)
    }

    /// Applies the tenant's file again, with changes to what the example says.
    package func apply(
        like file: String = "stockpot", _ change: (inout TenantDefinition) -> Void
    ) async throws {
        _ = try await Self.apply(slug, like: file, in: database, change)
    }

    private static func apply(
        _ slug: String, like file: String, in database: Database,
        _ change: (inout TenantDefinition) -> Void
    ) async throws -> TenantID {
        var definition = try definition(of: file)
        definition.slug = TenantSlug(unchecked: slug)
        change(&definition)
        return try await database.callOne(
            ApplyTenant(
                slug: slug, definition: JSONBText(bytes: definition.canonicalJSON))
        ).tenantID
    }

    package static func definition(of file: String) throws -> TenantDefinition {
        let folder = file == "metered" ? "Tests/Fixtures" : "examples/tenants"
        let path = PackageRoot.url.appending(path: "\(folder)/\(file).yaml")
        return try TenantFile.parse(yaml: try String(contentsOf: path, encoding: .utf8))
    }
}

extension TestTenant {
    /// Delivers an event as the webhook route does, after it has been authenticated.
    @discardableResult
    package func receive(
        _ event: RevenueCatEvent, receivedAt: Timestamp? = nil
    ) async throws -> ReceiveWebhookEvents.Row {
        try await receive(body: event.body, receivedAt: receivedAt)
    }

    @discardableResult
    package func receive(
        body: [UInt8], receivedAt: Timestamp? = nil
    ) async throws -> ReceiveWebhookEvents.Row {
        try await receive(bodies: [body], receivedAt: receivedAt)[0]
    }

    /// Delivers events as one set.
    @discardableResult
    package func receive(
        bodies: [[UInt8]], receivedAt: Timestamp? = nil
    ) async throws -> [ReceiveWebhookEvents.Row] {
        let events = try bodies.map { body in
            let event = try WebhookEvent(body: body)
            return ReceiveWebhookEvents.Event(
                id: event.id, type: event.type, body: body, facts: event.facts,
                problem: event.problem)
        }
        return try await database.call(
            ReceiveWebhookEvents(events, receivedAt: receivedAt), in: id)
    }

    /// What a person may do, parsed.
    package func entitlements(
        of appUserID: String, environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            GetEntitlements(appUserID: appUserID, environment: environment, asOf: moment), in: id)
        return try JSONParser.parse(answer.json)
    }

    /// One entitlement of a person as it stands in the list; nil where the list lacks it.
    package func entitlement(
        _ entitlement: String, of appUserID: String, environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await entitlements(of: appUserID, environment: environment, at: moment)[
            "entitlements"]?[entitlement]
    }

    /// Whether an entitlement is active, and its status: what most tests are about.
    package func standing(
        of appUserID: String, _ entitlement: String = "plus", environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> Standing {
        let found = try await self.entitlement(
            entitlement, of: appUserID, environment: environment, at: moment)
        return Standing(
            isActive: found?["is_active"] == .bool(true), status: found?["status"]?.string)
    }

    /// The two things that an app looks at.
    package struct Standing: Equatable, Sendable, CustomStringConvertible {
        package let isActive: Bool
        package let status: String?

        package init(isActive: Bool, status: String?) {
            self.isActive = isActive
            self.status = status
        }

        package static func active(_ status: String) -> Standing {
            Standing(isActive: true, status: status)
        }

        package static func inactive(_ status: String) -> Standing {
            Standing(isActive: false, status: status)
        }

        /// Never had it.
        package static let none = Standing(isActive: false, status: nil)

        package var description: String {
            "\(isActive ? "active" : "inactive") \(status ?? "none")"
        }
    }
}
