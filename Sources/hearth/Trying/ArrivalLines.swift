import Entitlements
import EntitlementsDatabase
import Postgres

/// What arrives for a tenant, as lines for a terminal: webhook events and changes.
struct ArrivalLines {
    private let tenant: TenantID
    private let database: Database
    private let filter: ArrivalFilter
    private var lastChange: Int64
    /// The ids of the newest page of events, which are shown already.
    private var shownEvents: Set<String>
    private var newestEvent: Timestamp?

    private static let pageLimit: Int32 = 100

    /// Begins with what arrives next.
    init(
        of tenant: TenantID, in database: Database, admitting filter: ArrivalFilter
    ) async throws {
        self.tenant = tenant
        self.database = database
        self.filter = filter
        lastChange = try await Self.lastChange(of: tenant, in: database)
        let page = try await Self.newestEvents(of: tenant, filter.user, in: database)
        shownEvents = Set(page.map(\.eventID))
        newestEvent = page.first?.receivedAt
    }

    /// Returns what has arrived since the last call.
    mutating func next() async throws -> [Arrival] { try await newEvents() + newChanges() }

    /// At most one page: of more events at once, the oldest are left out.
    private mutating func newEvents() async throws -> [Arrival] {
        let page = try await Self.newestEvents(of: tenant, filter.user, in: database)
        let events = page.filter { event in
            !shownEvents.contains(event.eventID)
                && (newestEvent.map { event.receivedAt >= $0 } ?? true)
        }
        shownEvents = Set(page.map(\.eventID))
        newestEvent = page.first?.receivedAt ?? newestEvent
        return events.reversed().filter { filter.admits($0.eventType) }.map { event in
            let failure = event.failure.map { ": \($0)" } ?? ""
            let what: ShownLine = "\(event.eventType, .bold)  \(status: event.status)\(failure)"
            let time = Self.clock(event.receivedAt)
            let line: ShownLine = "\(time)  event   \(what)  \(event.eventID)"
            return Arrival(lines: [line], change: nil)
        }
    }

    private mutating func newChanges() async throws -> [Arrival] {
        var arrivals: [Arrival] = []
        do {
            while true {
                let rows = try await database.call(
                    ListChanges(
                        after: lastChange, maximum: Self.pageLimit, appUserID: filter.user,
                        environments: Set(PurchaseEnvironment.allCases).names),
                    in: tenant)
                let changes = rows.compactMap(\.entry)
                arrivals += try changes.compactMap(arrival)
                guard let last = changes.last else { return arrivals }
                lastChange = last.number
            }
        } catch let failure as Failure where failure.code == .changesGone {
            lastChange = try await Self.lastChange(of: tenant, in: database)
            return arrivals
        }
    }

    /// A line for the change, and one for each fact that differs: `plan: "free" → "plus"`.
    ///
    /// Nil unless it is of a kind that is admitted.
    private func arrival(of change: ListChanges.Row.Entry) throws -> Arrival? {
        let json = try JSONParser.parse(change.json)
        let time = json["happened_at"]?.string.flatMap(Timestamp.init(rfc3339:)).map(Self.clock)
        let kind = json["kind"]?.string ?? ""
        guard filter.admits(kind) else { return nil }
        let environment = change.environment == .production ? "" : "  \(change.environment)"
        let who = "\(change.appUserID)\(environment)"
        let line: ShownLine = "\(time ?? "")  change  \(kind, .bold)  \(who)"
        let differences = Self.differences([], json["before"] ?? .null, json["after"] ?? .null)
        return Arrival(
            lines: [line] + differences.map { "          \($0)" },
            change: Arrival.Change(number: change.number, json: change.json))
    }

    /// Compares two values member by member, down to those that are no objects.
    ///
    /// A fact that had no value before shows the new one alone.
    private static func differences(
        _ names: [String], _ before: JSONValue, _ after: JSONValue
    ) -> [ShownLine] {
        guard before != after else { return [] }
        let members = [before, after].flatMap { $0.object?.members.map(\.name) ?? [] }
        guard !members.isEmpty else {
            let isStatus = Colour.namesOfStatus.contains(names.last ?? "")
            let values = (before == .null ? [after] : [before, after]).map { value -> ShownLine in
                let text = String(decoding: value.bytes, as: UTF8.self)
                return "\(text, isStatus ? Colour(ofStatus: value.shown) : nil)"
            }
            return ["\(names.joined(separator: ".")): \(values.joined(separator: " → "))"]
        }
        var seen: Set<String> = []
        return members.filter { seen.insert($0).inserted }.flatMap { member in
            differences(names + [member], before[member] ?? .null, after[member] ?? .null)
        }
    }

    /// The time of day, in UTC.
    private static func clock(_ time: Timestamp) -> String {
        String(time.rfc3339.dropFirst("2026-11-21T".count).prefix("10:00:00".count))
    }

    private static func newestEvents(
        of tenant: TenantID, _ user: AppUserID?, in database: Database
    ) async throws -> [ListWebhookEvents.Row] {
        var filter = ListWebhookEvents.Filter()
        filter.appUserID = user
        return try await database.call(
            ListWebhookEvents(
                filter, pageLimit: pageLimit, beforeReceivedAt: nil, beforeEventID: nil),
            in: tenant)
    }

    private static func lastChange(
        of tenant: TenantID, in database: Database
    ) async throws -> Int64 {
        try await database.call(ListChanges(after: nil, maximum: 1), in: tenant)
            .first?.lastNumber ?? 0
    }
}
