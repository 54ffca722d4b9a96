import Entitlements

extension World {
    /// A RevenueCat customer: all merged ids, and their purchases.
    struct Customer: Sendable {
        struct Alias: Sendable {
            let id: AppUserID
            let createdAt: Timestamp
            var lastSeenAt: Timestamp
        }

        /// In the order they joined; empty once merged into another customer.
        var aliases: [Alias]
        var originalID: AppUserID
        var firstSeenAt: Timestamp
        var receipts: [Int] = []
        var subscriptions: [Int] = []
        var oneTimePurchases: [Int] = []

        init(_ id: AppUserID, at time: Timestamp) {
            aliases = [Alias(id: id, createdAt: time, lastSeenAt: time)]
            originalID = id
            firstSeenAt = time
        }

        var isAnonymous: Bool { aliases.allSatisfy(\.id.isAnonymous) }
        var lastSeenAt: Timestamp { aliases.map(\.lastSeenAt).max() ?? firstSeenAt }
        var ids: [String] { aliases.map(\.id.rawValue) }

        /// The id in events: the identified alias seen last, else the alias seen last.
        var currentID: String {
            let identified = aliases.filter { !$0.id.isAnonymous }
            let candidates = identified.isEmpty ? aliases : identified
            let current = candidates.enumerated().max {
                ($0.element.lastSeenAt, $0.offset) < ($1.element.lastSeenAt, $1.offset)
            }
            return current?.element.id.rawValue ?? originalID.rawValue
        }
    }

    /// Ids that RevenueCat refuses as mistakes.
    private static let refusedIDs: Set<String> = [
        "no_user", "null", "none", "nil", "(null)", "NaN", "unidentified", "undefined", "unknown",
        "anonymous", "guest", "-1", "0", "[]", "{}", "[object Object]",
    ]

    static func appUserID(_ text: String) throws(Refusal) -> AppUserID {
        guard let id = AppUserID(rawValue: text), !refusedIDs.contains(text), !text.contains("/")
        else { throw .invalidAppUserID }
        return id
    }
}
