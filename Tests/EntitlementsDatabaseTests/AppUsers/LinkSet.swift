import Entitlements
import TestSupport

/// A model of which random ids and links make one person.
///
/// It shares no line with `partition_app_user_ids`. The same seed gives the same set.
struct LinkSet {
    /// Two ids that one piece of evidence names, or that a merge joins.
    struct Link {
        let ids: [String]
        let isProven: Bool
        let day: Int
        let evidenceID: String
    }

    let number: Int
    private(set) var ids: [String] = []
    private(set) var links: [Link] = []
    /// Pairs of an anonymous and an identified id that an undone merge keeps apart.
    private(set) var severed: [[String]] = []

    private var generator: SeededGenerator

    init(number: Int, seed: UInt64) {
        self.number = number
        generator = SeededGenerator(seed: seed)
        let (identified, anonymous) = (pick(0...3), pick(1...5))
        ids = (0..<identified).map { "s\(number)-u\($0)" }
        ids += (0..<anonymous).map { "\(AppUserID.anonymousPrefix)s\(number)-a\($0)" }
        guard ids.count > 1 else { return }
        for _ in 0..<pick(1...9) { addLink() }
        for _ in 0..<pick(0...2) where identified > 0 { addMerge() }
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    /// Uses few days and few events, so that links often share a day and an event.
    private mutating func addLink() {
        let pair = Array(ids.shuffled(using: &generator).prefix(2)).sorted()
        guard !links.contains(where: { $0.ids == pair }) else { return }
        links.append(
            Link(ids: pair, isProven: false, day: pick(1...4), evidenceID: "e\(pick(1...3))"))
    }

    private mutating func addMerge() {
        let pair = [
            ids.filter(Self.isAnonymous).randomElement(using: &generator) ?? "",
            ids.filter { !Self.isAnonymous($0) }.randomElement(using: &generator) ?? "",
        ]
        let isKnown =
            severed.contains(pair) || links.contains { $0.isProven && $0.ids == pair }
        guard !isKnown else { return }
        if pick(1...3) == 1 {
            severed.append(pair)
        } else {
            links.append(Link(ids: pair, isProven: true, day: 0, evidenceID: ""))
        }
    }

    private static func isAnonymous(_ id: String) -> Bool {
        id.hasPrefix(AppUserID.anonymousPrefix)
    }
}

extension LinkSet {
    /// The ids of each person in order, and the people in order.
    ///
    /// Proofs come first, then links by day, event and ids. A link joins two people unless both
    /// have an identified id, or an undone merge keeps them apart.
    func people() -> [[String]] {
        var people = ids.map { Set([$0]) }
        for link in links.sorted(by: { Self.order($0).lexicographicallyPrecedes(Self.order($1)) }) {
            let joined = people.filter { !$0.isDisjoint(with: link.ids) }
            guard joined.count == 2 else { continue }
            let person = joined[0].union(joined[1])
            let identified = person.count { !Self.isAnonymous($0) }
            guard identified < 2, !severed.contains(where: { person.isSuperset(of: $0) }) else {
                continue
            }
            people.removeAll { joined.contains($0) }
            people.append(person)
        }
        return people.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func order(_ link: Link) -> [String] {
        [link.isProven ? "0" : "1", "\(link.day)", link.evidenceID] + link.ids
    }
}
