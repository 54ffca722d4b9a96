package import Entitlements
package import EntitlementsDatabase
import FoundationEssentials
import Postgres
import RevenueCat
import Synchronization
import TenantFiles

/// A tenant for one test, with its own slug, from one of the example files or from `metered` in
/// `Tests/Fixtures`.
package struct TestTenant: Sendable {
    package let id: TenantID
    package let slug: String
    package let database: Database

    /// Names an existing tenant.
    package init(id: TenantID, slug: String, database: Database) {
        self.id = id
        self.slug = slug
        self.database = database
    }

    /// Creates a tenant in the shared database, or in another one.
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

    /// Applies the tenant's file again, with changes.
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
        return try await database.callOne(ApplyTenant(test: definition)).tenantID
    }

    package static func definition(of file: String) throws -> TenantDefinition {
        if let known = definitions.withLock({ $0[file] }) { return known }
        let folder = file == "metered" ? "Tests/Fixtures" : "examples/tenants"
        let path = PackageRoot.url.appending(path: "\(folder)/\(file).yaml")
        let definition = try TenantFile.parse(yaml: try String(contentsOf: path, encoding: .utf8))
        definitions.withLock { $0[file] = definition }
        return definition
    }

    /// Those that were parsed, by their files.
    private static let definitions = Mutex<[String: TenantDefinition]>([:])
}

extension ApplyTenant {
    /// Applies a definition of a test, removals included.
    package init(test definition: TenantDefinition) throws {
        try self.init(definition, source: nil, appliedBy: "test", allowsRemoval: true)
    }
}

extension TestTenant {
    /// Receives an event, as the webhook route does after authentication.
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

    /// Receives events as one set.
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

    /// The app user's entitlements, parsed.
    package func entitlements(
        of appUserID: String, environment: String = "production", at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            GetEntitlements(
                appUserID: AppUserID(appUserID), environment: environment, asOf: moment), in: id)
        return try JSONParser.parse(answer.json)
    }

    /// An entitlement from the app user's list, or nil.
    package func entitlement(
        _ entitlement: String, of appUserID: String, environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> JSONValue? {
        try await entitlements(of: appUserID, environment: environment, at: moment)[
            "entitlements"]?[entitlement]
    }

    /// The state of an entitlement, as most tests compare it.
    package func standing(
        of appUserID: String, _ entitlement: String = "plus", environment: String = "production",
        at moment: Timestamp? = nil
    ) async throws -> Standing {
        let found = try await self.entitlement(
            entitlement, of: appUserID, environment: environment, at: moment)
        return Standing(
            isActive: found?["is_active"] == .bool(true), status: found?["status"]?.string)
    }

    /// Whether an entitlement is active, and its status.
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

        /// The standing of an entitlement that the app user never had.
        package static let none = Standing(isActive: false, status: nil)

        package var description: String {
            "\(isActive ? "active" : "inactive") \(status ?? "none")"
        }
    }
}
