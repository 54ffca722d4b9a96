import Entitlements
import EntitlementsDatabase
import Postgres

/// What arrives for a tenant, as lines for a terminal: webhook events and changes.
struct ArrivalLines {
    private let tenant: TenantID
    private let database: Database
    private let filter: ArrivalFilter
    private var lastChange: Int64
    /// Changes up to this number have waited for their events once.
    private var lastAhead: Int64 = 0
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

    /// Returns what has arrived since the last call, each event before the changes that it made.
    mutating func next() async throws -> [Arrival] {
        var events = try await newEvents()[...]
        var arrivals: [Arrival] = []
        for change in try await newChanges() {
            if let place = events.firstIndex(where: { $0.eventID == change.eventID }) {
                arrivals += events[...place].compactMap(arrival)
                events = events[(place + 1)...]
            }
            if let arrival = arrival(of: change) { arrivals.append(arrival) }
        }
        return arrivals + events.compactMap(arrival)
    }

    /// At most one page: of more events at once, the oldest are left out.
    private mutating func newEvents() async throws -> [ListWebhookEvents.Row] {
        let page = try await Self.newestEvents(of: tenant, filter.user, in: database)
        let events = page.filter { event in
            !shownEvents.contains(event.eventID)
                && (newestEvent.map { event.receivedAt >= $0 } ?? true)
        }
        shownEvents = Set(page.map(\.eventID))
        newestEvent = page.first?.receivedAt ?? newestEvent
        return events.reversed()
    }

    private mutating func newChanges() async throws -> [Change] {
        var changes: [Change] = []
        do {
            while true {
                let rows = try await database.call(
                    ListChanges(
                        after: lastChange, maximum: Self.pageLimit, appUserID: filter.user,
                        environments: Set(PurchaseEnvironment.allCases).names),
                    in: tenant)
                let page = try rows.compactMap(\.entry).map(Change.init)
                let taken = page.prefix { !isAhead($0) }
                changes += taken
                lastChange = taken.last?.entry.number ?? lastChange
                guard taken.count == page.count, !page.isEmpty else {
                    lastAhead = page.last?.entry.number ?? lastAhead
                    return changes
                }
            }
        } catch let failure as Failure where failure.code == .changesGone {
            lastChange = try await Self.lastChange(of: tenant, in: database)
            return changes
        }
    }

    /// Whether the event of the change may have arrived after the events were asked for.
    ///
    /// Such a change waits once: an old event that is applied again is on no page of new ones.
    private func isAhead(_ change: Change) -> Bool {
        guard let event = change.eventID, change.entry.number > lastAhead else { return false }
        return !shownEvents.contains(event)
    }

    private func arrival(of event: ListWebhookEvents.Row) -> Arrival? {
        guard filter.admits(event.eventType) else { return nil }
        let failure = event.failure.map { ": \($0)" } ?? ""
        let what: ShownLine = "\(event.eventType, .bold)  \(status: event.status)\(failure)"
        let time = Self.clock(event.receivedAt)
        let line: ShownLine = "\(time)  event   \(what)  \(event.eventID)"
        return Arrival(lines: [line], change: nil)
    }

    /// A line for the change, and one for each fact that differs: `plan: "free" → "plus"`.
    private func arrival(of change: Change) -> Arrival? {
        let (entry, json) = (change.entry, change.json)
        let time = json["happened_at"]?.string.flatMap(Timestamp.init(rfc3339:)).map(Self.clock)
        let kind = json["kind"]?.string ?? ""
        guard filter.admits(kind) else { return nil }
        let environment = entry.environment == .production ? "" : "  \(entry.environment)"
        let who = "\(entry.appUserID)\(environment)"
        let line: ShownLine = "\(time ?? "")  change  \(kind, .bold)  \(who)"
        let differences = Self.differences([], json["before"] ?? .null, json["after"] ?? .null)
        return Arrival(
            lines: [line] + differences.map { "          \($0)" },
            change: Arrival.Change(number: entry.number, json: entry.json))
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

/// A change of the log, and what it says.
private struct Change {
    let entry: ListChanges.Row.Entry
    let json: JSONValue

    init(_ entry: ListChanges.Row.Entry) throws {
        self.entry = entry
        json = try JSONParser.parse(entry.json)
    }

    /// The event that made it, if one did.
    var eventID: String? {
        json["cause"]?["kind"]?.string == "event" ? json["cause"]?["id"]?.string : nil
    }
}
