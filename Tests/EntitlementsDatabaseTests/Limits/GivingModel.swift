import Entitlements

/// What a phone and an identified app user are given and spend, as a model without a database.
///
/// It keeps sources and spans, and computes debts by walking through time.
struct GivingModel {
    enum Person: CaseIterable { case phone, identified }

    /// A pack, or an adjustment that gave or owes.
    struct Source {
        let owner: Person
        let at: Timestamp
        let given: Int
        var drawn = 0
        var refundedAt: Timestamp?
        let isPack: Bool
    }

    /// Access that was given by hand.
    struct Span {
        let owner: Person
        let start: Timestamp
        let end: Timestamp?
        var revokedAt: Timestamp?

        var stop: Timestamp? {
            guard let revokedAt else { return end }
            return end.map { min($0, revokedAt) } ?? revokedAt
        }

        func covers(_ moment: Timestamp) -> Bool {
            start <= moment && stop.map { moment < $0 } ?? true
        }
    }

    let rule: TenantDefinition.RefundedCredits
    var isMerged = false
    var sources: [Source] = []
    var spans: [Span] = []

    init(_ rule: TenantDefinition.RefundedCredits) { self.rule = rule }

    /// Whether two ids belong to one app user now.
    private func isSame(_ one: Person, _ other: Person) -> Bool { isMerged || one == other }

    private func left(of source: Source) -> Int {
        if source.refundedAt != nil { return rule == .forgive ? 0 : -source.drawn }
        return source.given - source.drawn
    }

    func balance(of person: Person) -> Int {
        sources.filter { isSame($0.owner, person) }.map(left).reduce(0, +)
    }

    func owed(by person: Person) -> Int {
        guard rule == .blockUntilRepaid else { return max(0, -balance(of: person)) }
        var steps: [(at: Timestamp, change: Int)] = []
        for source in sources where isSame(source.owner, person) {
            let left = left(of: source)
            if left < 0 { steps.append((source.refundedAt ?? source.at, -left)) }
            if source.refundedAt == nil { steps.append((source.at, -source.given)) }
        }
        steps.sort { ($0.at, -$0.change) < ($1.at, -$1.change) }
        return steps.reduce(0) { max(0, $0 + $1.change) }
    }
}

extension GivingModel {
    mutating func buy(_ person: Person, _ given: Int, at moment: Timestamp) {
        sources.append(Source(owner: person, at: moment, given: given, isPack: true))
    }

    mutating func spend(_ person: Person, _ amount: Int) -> ErrorCode? {
        if rule == .blockUntilRepaid, owed(by: person) > 0 { return .creditsOwed }
        guard balance(of: person) >= amount else { return .notEnoughCredits }
        _ = draw(person, amount)
        return nil
    }

    mutating func adjust(_ person: Person, by amount: Int, at moment: Timestamp) -> ErrorCode? {
        if amount > 0 {
            sources.append(Source(owner: person, at: moment, given: amount, isPack: false))
            return nil
        }
        guard rule != .forgive || balance(of: person) >= -amount else { return .notEnoughCredits }
        let rest = draw(person, -amount)
        if rest > 0 {
            sources.append(
                Source(owner: person, at: moment, given: 0, drawn: rest, isPack: false))
        }
        return nil
    }

    /// Takes from the oldest sources and returns what they lack.
    private mutating func draw(_ person: Person, _ amount: Int) -> Int {
        var rest = amount
        let oldest = sources.indices.sorted { sources[$0].at < sources[$1].at }
        for index in oldest where isSame(sources[index].owner, person) {
            let taken = min(rest, max(0, left(of: sources[index])))
            sources[index].drawn += taken
            rest -= taken
        }
        return rest
    }
}

extension GivingModel {
    func hasAccess(_ person: Person, at moment: Timestamp) -> Bool {
        spans.contains { isSame($0.owner, person) && $0.covers(moment) }
    }

    /// The start of an extension; nil if access never ends.
    func extensionStart(of person: Person, at moment: Timestamp) -> Timestamp? {
        var start = moment
        while let span = spans.first(where: { isSame($0.owner, person) && $0.covers(start) }) {
            guard let stop = span.stop else { return nil }
            start = stop
        }
        return start
    }
}
