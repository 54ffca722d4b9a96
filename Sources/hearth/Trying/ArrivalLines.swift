import Entitlements
import EntitlementsDatabase
import Postgres

/// What arrives for a tenant, as lines for a terminal: webhook events and changes.
struct ArrivalLines {
    private let tenant: TenantID
    private let database: Database
    private var lastChange: Int64
    /// The ids of the newest page of events, which are shown already.
    private var shownEvents: Set<String>
    private var newestEvent: Timestamp?

    private static let pageLimit: Int32 = 100

    /// Begins with what arrives next.
    init(of tenant: TenantID, in database: Database) async throws {
        self.tenant = tenant
        self.database = database
        lastChange = try await Self.lastChange(of: tenant, in: database)
        let page = try await Self.newestEvents(of: tenant, in: database)
        shownEvents = Set(page.map(\.eventID))
        newestEvent = page.first?.receivedAt
    }

    /// Returns the lines of what has arrived since the last call.
    mutating func next() async throws -> [String] {
        let lines = try await newEvents() + newChanges()
        return lines.map(\.showingControlCharacters)
    }

    /// At most one page: of more events at once, the oldest are left out.
    private mutating func newEvents() async throws -> [String] {
        let page = try await Self.newestEvents(of: tenant, in: database)
        let events = page.filter { event in
            !shownEvents.contains(event.eventID)
                && (newestEvent.map { event.receivedAt >= $0 } ?? true)
        }
        shownEvents = Set(page.map(\.eventID))
        newestEvent = page.first?.receivedAt ?? newestEvent
        return events.reversed().map { event in
            let failure = event.failure.map { ": \($0)" } ?? ""
            return "\(Self.clock(event.receivedAt))  event   \(event.eventType)  "
                + "\(event.status)\(failure)  \(event.eventID)"
        }
    }

    private mutating func newChanges() async throws -> [String] {
        var lines: [String] = []
        do {
            while true {
                let rows = try await database.call(
                    ListChanges(
                        after: lastChange, maximum: Self.pageLimit,
                        environments: Set(PurchaseEnvironment.allCases).names),
                    in: tenant)
                let changes = rows.compactMap(\.entry)
                for change in changes { lines += try Self.lines(of: change) }
                guard let last = changes.last else { return lines }
                lastChange = last.number
            }
        } catch let failure as Failure where failure.code == .changesGone {
            lastChange = try await Self.lastChange(of: tenant, in: database)
            return lines
        }
    }

    /// A line for the change, and one for each fact that differs: `plan: "free" → "plus"`.
    private static func lines(of change: ListChanges.Row.Entry) throws -> [String] {
        let json = try JSONParser.parse(change.json)
        let time = json["happened_at"]?.string.flatMap(Timestamp.init(rfc3339:)).map(clock) ?? ""
        let kind = json["kind"]?.string ?? ""
        let environment = change.environment == .production ? "" : "  \(change.environment)"
        return ["\(time)  change  \(kind)  \(change.appUserID)\(environment)"]
            + differences("", json["before"] ?? .null, json["after"] ?? .null).map {
                "          \($0)"
            }
    }

    /// Compares two values member by member, down to those that are no objects.
    private static func differences(
        _ name: String, _ before: JSONValue, _ after: JSONValue
    ) -> [String] {
        guard before != after else { return [] }
        let members = [before, after].flatMap { $0.object?.members.map(\.name) ?? [] }
        guard !members.isEmpty else { return ["\(name): \(text(before)) → \(text(after))"] }
        var seen: Set<String> = []
        return members.filter { seen.insert($0).inserted }.flatMap { member in
            differences(
                name.isEmpty ? member : "\(name).\(member)", before[member] ?? .null,
                after[member] ?? .null)
        }
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.bytes, as: UTF8.self)
    }

    /// The time of day, in UTC.
    private static func clock(_ time: Timestamp) -> String {
        String(time.rfc3339.dropFirst("2026-11-21T".count).prefix("10:00:00".count))
    }

    private static func newestEvents(
        of tenant: TenantID, in database: Database
    ) async throws -> [ListWebhookEvents.Row] {
        try await database.call(
            ListWebhookEvents(
                .init(), pageLimit: pageLimit, beforeReceivedAt: nil, beforeEventID: nil),
            in: tenant)
    }

    private static func lastChange(
        of tenant: TenantID, in database: Database
    ) async throws -> Int64 {
        try await database.call(ListChanges(after: nil, maximum: 1), in: tenant)
            .first?.lastNumber ?? 0
    }
}
