import Entitlements

/// Reads the `entitlements` of a tenant file; other sections look up names here.
struct EntitlementReader {
    private(set) var values: [TenantDefinition.Entitlement] = []

    /// Every declared name, including invalid declarations, so that one mistake is reported once.
    private var declared: Set<EntitlementID> = []

    private var placesOfRanks: [Int: FileValue] = [:]
    private var placesOfImplications: [EntitlementID: FileValue] = [:]

    static func read(_ value: FileValue?) -> EntitlementReader {
        var reader = EntitlementReader()
        guard
            let entries = value?.entries(
                named: "entitlements", maximum: TenantFile.maximumEntitlements)
        else { return reader }
        reader.declared = Set(entries.compactMap { EntitlementID(rawValue: $0.key.name) })
        for entry in entries { reader.add(entry) }
        reader.reportCycles()
        return reader
    }

    private static let rankRange = 1...1_000_000

    private mutating func add(_ entry: FileEntry) {
        let id = entry.key.identifier(EntitlementID.self)
        guard let section = entry.value.section(of: ["rank", "shared", "implies"]) else { return }
        let rank = section.required("rank")
        let number = rank?.wholeNumber(in: Self.rankRange)
        if let rank, let number { claim(number, at: rank) }
        let isShared = section["shared"]?.flag() ?? false
        let implies = references(in: section["implies"])

        guard let id else { return }
        placesOfImplications[id] = section["implies"]
        values.append(
            TenantDefinition.Entitlement(
                id: id, rank: number ?? 0, isShared: isShared, implies: implies))
    }

    func isShared(_ id: EntitlementID) -> Bool { values.contains { $0.id == id && $0.isShared } }

    func declares(_ id: EntitlementID) -> Bool { declared.contains(id) }

    /// Returns the entitlements in a list; reports those that are undeclared or listed twice.
    func references(in value: FileValue?) -> [EntitlementID] {
        var ids: [EntitlementID] = []
        for element in value?.list() ?? [] {
            guard let id = reference(in: element) else { continue }
            if ids.contains(id) {
                element.report("“\(id)” is listed twice.")
            } else {
                ids.append(id)
            }
        }
        return ids
    }

    /// Returns the declared entitlement that a key names, or nil after a report.
    func reference(by key: FileKey) -> EntitlementID? {
        declared(key.identifier(EntitlementID.self), orReportTo: key.report)
    }

    /// Returns the declared entitlement that a value names, or nil after a report.
    func reference(in value: FileValue) -> EntitlementID? {
        declared(value.identifier(EntitlementID.self), orReportTo: value.report)
    }

    private func declared(
        _ id: EntitlementID?, orReportTo report: (String) -> Void
    ) -> EntitlementID? {
        guard let id else { return nil }
        if declared.contains(id) { return id }
        report(
            UnknownName.sentence(
                id.rawValue, isNoneOf: "this file's entitlements", declared.map(\.rawValue)))
        return nil
    }

    private mutating func claim(_ rank: Int, at value: FileValue) {
        if let first = placesOfRanks[rank] {
            value.report("Rank \(rank) is taken already, on line \(first.line).")
        } else {
            placesOfRanks[rank] = value
        }
    }
}

extension EntitlementReader {
    /// Reports every cycle of implications.
    private func reportCycles() {
        let implies = Dictionary(
            values.map { ($0.id, $0.implies) }, uniquingKeysWith: { first, _ in first })
        var finished: Set<EntitlementID> = []
        for entitlement in values {
            for cycle in Self.cycles(from: entitlement.id, through: implies, &finished) {
                let names = cycle.map { "“\($0)”" }.joined(separator: " implies ")
                cycle.last.flatMap { placesOfImplications[$0] }?.report(
                    "\(names): nothing can imply itself.")
            }
        }
    }

    /// Returns the cycles that a depth-first walk from one entitlement finds.
    ///
    /// Finished entitlements are not walked again, so each cycle is found once.
    private static func cycles(
        from start: EntitlementID,
        through implies: [EntitlementID: [EntitlementID]],
        _ finished: inout Set<EntitlementID>
    ) -> [[EntitlementID]] {
        var cycles: [[EntitlementID]] = []
        func walk(_ id: EntitlementID, after path: [EntitlementID]) {
            if let first = path.firstIndex(of: id) {
                cycles.append(path[first...] + [id])
                return
            }
            guard !finished.contains(id) else { return }
            for next in implies[id] ?? [] { walk(next, after: path + [id]) }
            finished.insert(id)
        }
        walk(start, after: [])
        return cycles
    }
}
