import Entitlements

extension FindAppUsers {
    /// Nil if the text is empty beside spaces, or no database can store it.
    package init?(_ text: String, pageLimit: Int32) {
        let query = String(text.trimmingSpaces)
        guard !query.isEmpty, !query.utf8.contains(0) else { return nil }
        self.init(
            query: query,
            codeDigests: [SecretCode.digest(of: query), PromoCode.digest(of: query)],
            pageLimit: pageLimit)
    }
}

extension ListTimeline {
    /// The kinds of entries.
    package static let kinds = [
        "webhook_event", "transfer", "import", "snapshot", "household_joined", "household_left",
        "merge", "claim", "undo", "erase", "grant", "revoke", "adjust", "redeem", "revoke_code",
        "use", "credit_spent", "credit_ordered", "referral", "notice", "notice_dismissed",
        "change", "delivery", "note",
    ]
}

extension String {
    fileprivate var trimmingSpaces: Substring {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
        return self[start..<max(start, end)]
    }
}
