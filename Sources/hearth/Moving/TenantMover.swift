import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Logging
import Migrations
import Postgres

/// Moves one tenant from one database to another.
///
/// Each step can be repeated, and how far the move is stands in `entitlements.tenant_moves` of the
/// old database. So a move that was killed is begun again by the same command.
struct TenantMover: Sendable {
    let slug: String
    let tenant: TenantID
    /// Connections of administrators.
    let source: AdministrationConnection
    let target: AdministrationConnection
    /// For reading rows as they were at one moment.
    let sourceReader: AdministrationConnection
    let targetReader: AdministrationConnection
    /// How the new database's server reaches the old database.
    let sourceAddress: ForeignConnection
    let targetPlace: String
    let sourceURL: String
    let targetURL: String
    let secretBox: SecretBox
    let configuration: Configuration
    let logger: Logger
    /// Prints what was done.
    let report: @Sendable (String) -> Void

    /// Where a move is.
    enum State: String {
        case copying, fenced, moved, aborting, arriving
    }

    /// Names the publication, the subscription and its slot.
    var name: String { "hearth_move_\(tenant.uuidString.lowercased().replacing("-", with: ""))" }

    /// What statements of a move name.
    var values: [String: String] {
        [
            "tenant": tenant.uuidString.lowercased(), "slug": slug, "name": name,
            "connection": sourceAddress.text, "lease_seconds": "\(Limits.fenceLeaseSeconds)",
        ]
    }

    /// Moves the tenant, from where an earlier attempt stopped.
    func move() async throws {
        var state = try await state()
        if state == nil {
            try await requireRights()
            try await source.run(.beginMove, values.merging(["other": targetPlace]) { $1 })
            state = .copying
        }
        switch state {
        case .aborting?: throw refusal("its move is being broken off", "Run it with --abort.")
        case .arriving?: throw refusal("it arrives here", "Wait, or break the move off there.")
        case .moved?: try await prepareTarget()
        default:
            // A killed move left writes refused. If this one fails, too, they are taken again.
            if try await set(.copying, from: .fenced) {
                report("served: \(slug) by this database until all is copied")
            }
            try await prepareTarget()
            try await copy()
            try await hold()
        }
        try await finish()
    }

    /// The state of the tenant's move at the old database; nil without one.
    func state() async throws -> State? {
        guard let row = try await source.run(.getMove, values).first else { return nil }
        let state = row[0].flatMap(State.init(rawValue:))
        guard state == .arriving || row[1] == targetPlace else {
            throw refusal(
                "it moves to \(row[1] ?? "")", "Name that database, or break the move off first.")
        }
        return state
    }

    /// Changes the state of the move at the old database; false if it was another one.
    @discardableResult
    func set(_ state: State, from old: State) async throws -> Bool {
        let rows = try await source.run(
            .setState, values.merging(["from": old.rawValue, "state": state.rawValue]) { $1 })
        return !rows.isEmpty
    }

    /// Migrates the new database, and prepares the session there.
    func prepareTarget() async throws {
        let migration = try await Migrator(connection: target, logger: logger).migrate()
        report("migrated: \(targetPlace) has schema version \(migration.version)")
        try await target.run(.lockMove, values)
        try await sourceReader.run(.readTenant, values)
        try await targetReader.run(.readTenant, values)
        try await requireKey(of: targetURL, named: "the new one")
    }

    /// Copies all tables, and waits until the new database follows each of them.
    private func copy() async throws {
        try await source.run(.createPublication, values)
        report("published: \(name)")
        // The slot waits for them, too, and does not say for which.
        try await waitForOpenTransactions(of: source, seconds: Limits.transactionSeconds)
        try await source.run(.createSlot, values)
        report("kept: the log from here on, for \(name)")
        try await target.run(.noteArrival, values.merging(["other": sourceAddress.place]) { $1 })
        report("announced: no server of the new database serves the tenant")
        try await waitForOpenTransactions(of: target, seconds: Limits.transactionSeconds)
        try await target.run(.subscribe, values)
        report("subscribed: the rows are being copied")
        try await noteSubscription()
        try await waitUntil("all tables are copied", seconds: Limits.copySeconds) {
            let row = try await target.run(.synchronised, values).first ?? []
            guard row.count == 3, row[2] == "t" else {
                throw refusal(
                    "the subscription has ended with an error",
                    "The log of the new database's server has it. Then run it with --abort.")
            }
            return row[0] == row[1]
        }
        let tables = try await target.run(.synchronised, values).first?.first ?? nil
        report("copied: \(tables ?? "0") tables; their changes follow")
    }

    /// Notes by which id the new database names slots at the old one.
    func noteSubscription() async throws {
        guard let row = try await target.run(.hasSubscription, values).first else { return }
        try await source.run(
            .noteSubscription, values.merging(["subscription": row[0] ?? "0"]) { $1 })
    }

    /// Lets the new database serve the tenant, and removes what the move needed; repeatable.
    private func finish() async throws {
        try await target.run(.endArrival, values.merging(["served": "true"]) { $1 })
        report("served: \(slug) by \(targetPlace)")
        try await removePublication()
        report("moved: \(slug) to \(targetPlace)")
    }

    /// Drops the slots once no process uses them, and the publication; repeatable.
    func removePublication() async throws {
        let row = try await source.run(.getMove, values).first
        let subscription = row?.last.flatMap(\.self) ?? "0"
        let values = values.merging(["copies": "pg\\_\(subscription)\\_sync\\_%"]) { $1 }
        try await waitUntil("the slots are free", seconds: Limits.slotSeconds) {
            try await source.run(.activeSlots, values).isEmpty
        }
        try await source.run(.endPublication, values)
    }

    func refusal(_ why: String, _ advice: String) -> OperatorMessage {
        OperatorMessage(
            "\(slug) was not moved", why: why, advice: advice, exitStatus: .invalidData)
    }
}
