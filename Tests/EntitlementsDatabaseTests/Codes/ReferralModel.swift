import Entitlements

/// What referrals should do, in plain Swift: payments, referrals, and app users as sets of ids.
struct ReferralModel {
    struct Referral {
        let referrer: String
        let referred: String
        let at: Int64
    }

    struct Payment {
        let id: String
        let at: Int64
        let isPaid: Bool
        var refundedAt: Int64?
    }

    /// Whether rewards must stand, must not, or may: a circle that a merge closed later.
    enum Verdict { case stands, falls, either }

    static let holdDays: Int64 = 14

    private(set) var referrals: [Referral] = []
    private(set) var payments: [Payment] = []
    private(set) var merged: [String: String] = [:]
    /// When the code of an id was made.
    private var codes: [String: Int64] = [:]

    func ids(of id: String) -> Set<String> {
        let identified = merged[id] ?? id
        return Set(merged.filter { $0.value == identified }.keys).union([identified])
    }

    /// Returns the id whose code is shown for an app user; makes one if there is none.
    mutating func codeOwner(of id: String, at moment: Int64) -> String {
        let own = codes.filter { ids(of: id).contains($0.key) }
        if let oldest = own.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
            return oldest.key
        }
        codes[id] = moment
        return id
    }

    /// Returns whether an app user can be referred.
    mutating func refer(_ id: String, by other: String, at moment: Int64) -> Bool {
        let referrer = codeOwner(of: other, at: moment)
        let own = ids(of: id)
        let earlier = referrals.filter { own.contains($0.referred) }
        if !earlier.isEmpty {
            return earlier.contains { ids(of: $0.referrer) == ids(of: referrer) }
        }
        guard !leads(from: referrer, to: own), !hasBought(own, before: moment) else { return false }
        referrals.append(Referral(referrer: referrer, referred: id, at: moment))
        return true
    }

    mutating func pay(_ id: String, isPaid: Bool, at moment: Int64) {
        payments.append(Payment(id: id, at: moment, isPaid: isPaid))
    }

    mutating func refund(_ number: Int, at moment: Int64) { payments[number].refundedAt = moment }

    mutating func merge(_ phone: String, into identified: String) { merged[phone] = identified }

    mutating func undoMerge(of phone: String) { merged[phone] = nil }

    func verdict(on referral: Referral, at moment: Int64) -> Verdict {
        let own = ids(of: referral.referred)
        let isFirst = !referrals.contains { own.contains($0.referred) && $0.at < referral.at }
        guard isFirst, own != ids(of: referral.referrer), !hasBought(own, before: referral.at)
        else { return .falls }
        let hold = Self.holdDays * 86_400
        let paid = payments.filter {
            own.contains($0.id) && $0.isPaid && $0.at >= referral.at
                && ($0.refundedAt ?? .max) >= $0.at + hold
        }.map(\.at).min()
        guard let paid, paid + hold <= moment else { return .falls }
        return leads(from: referral.referrer, to: own) ? .either : .stands
    }

    private func hasBought(_ ids: Set<String>, before moment: Int64) -> Bool {
        payments.contains { ids.contains($0.id) && $0.at < moment }
    }

    /// Whether a referrer is one of these ids, or was brought by one, directly or not.
    private func leads(from referrer: String, to ids: Set<String>) -> Bool {
        var seen: Set<String> = []
        var open = self.ids(of: referrer)
        while !open.isEmpty {
            if !open.isDisjoint(with: ids) { return true }
            seen.formUnion(open)
            open = referrals.filter { open.contains($0.referred) }
                .reduce(into: Set<String>()) { $0.formUnion(self.ids(of: $1.referrer)) }
                .subtracting(seen)
        }
        return false
    }
}
