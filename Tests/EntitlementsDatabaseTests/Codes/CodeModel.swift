import Entitlements
import TestSupport

/// What codes should do, in plain Swift: a list of redemptions, and app users as sets of ids.
struct CodeModel {
    struct Campaign {
        let id: String
        /// The shared code; nil: codes of a batch.
        let code: String?
        var maximum: Int?
        var perAppUser = 1
        var onlyNew = false
        var isStackable = false
    }

    struct Redemption {
        let number: Int
        let campaign: Int
        let code: String
        let id: String
        let at: Int64
        let endsAt: Int64
        var isRevoked = false
        var isVoid = false
        var isLiving: Bool { !isRevoked && !isVoid }
    }

    static let days: Int64 = 30

    var campaigns: [Campaign]
    /// The campaign of each code.
    var codes: [String: Int] = [:]
    private(set) var redemptions: [Redemption] = []
    /// The identified id that each anonymous id belongs to.
    private(set) var merged: [String: String] = [:]
    private var boughtAt: [String: Int64] = [:]

    init(campaigns: [Campaign]) {
        self.campaigns = campaigns
        for (index, campaign) in campaigns.enumerated() {
            if let code = campaign.code { codes[code] = index }
        }
    }

    /// All ids of the app user.
    func ids(of id: String) -> Set<String> {
        let identified = merged[id] ?? id
        return Set(merged.filter { $0.value == identified }.keys).union([identified])
    }

    mutating func buy(_ id: String, at moment: Int64) {
        boughtAt[id] = min(boughtAt[id] ?? moment, moment)
    }

    /// Returns the refusal; nil if the code is redeemed, or was already.
    mutating func redeem(_ code: String, by id: String, at moment: Int64) -> ErrorCode? {
        guard let index = codes[code] else { return .codeNotFound }
        let campaign = campaigns[index]
        let own = redemptions.filter { ids(of: id).contains($0.id) }
        let isOnce = campaign.code == nil || campaign.perAppUser == 1
        if isOnce, own.contains(where: { $0.code == code && $0.isLiving }) { return nil }
        let all = redemptions.filter { $0.campaign == index }
        if let maximum = campaign.maximum, all.count >= maximum { return .codeUsedUp }
        if campaign.code == nil, all.contains(where: { $0.code == code }) { return .codeUsedUp }
        let running = own.filter { $0.isLiving && $0.endsAt > moment }
        if own.count(where: { $0.campaign == index }) >= campaign.perAppUser
            || campaign.onlyNew && hasBought(id, before: moment)
            || running.contains(where: {
                !(campaign.isStackable && campaigns[$0.campaign].isStackable)
            })
        {
            return .codeNotForYou
        }
        let start = campaign.isStackable ? running.map(\.endsAt).max() ?? moment : moment
        redemptions.append(
            Redemption(
                number: redemptions.count, campaign: index, code: code, id: id, at: moment,
                endsAt: start + Self.days * 86_400))
        return nil
    }

    /// Returns whether the merge is possible.
    mutating func merge(_ anonymous: String, into identified: String) -> Bool {
        guard merged[anonymous] == nil else { return merged[anonymous] == identified }
        merged[anonymous] = identified
        judge(identified)
        return true
    }

    mutating func undoMerge(of anonymous: String) {
        guard let identified = merged.removeValue(forKey: anonymous) else { return }
        judge(identified)
        judge(anonymous)
    }

    mutating func revoke(_ number: Int) { redemptions[number].isRevoked = true }

    /// How many redemptions of each campaign give something to the app user.
    func living(of id: String) -> [String: Int] {
        let own = redemptions.filter { ids(of: id).contains($0.id) && $0.isLiving }
        return Dictionary(grouping: own) { campaigns[$0.campaign].id }.mapValues(\.count)
    }

    /// When the access that codes give the app user ends; nil without access.
    func accessEnd(of id: String, at moment: Int64) -> Int64? {
        redemptions.filter {
            ids(of: id).contains($0.id) && $0.isLiving && $0.endsAt > moment
        }.map(\.endsAt).max()
    }

    private func hasBought(_ id: String, before moment: Int64) -> Bool {
        ids(of: id).contains { (boughtAt[$0] ?? .max) < moment }
    }

    /// Decides which redemptions of an app user count against a campaign's conditions.
    private mutating func judge(_ id: String) {
        var places: [Int: Int] = [:]
        for number in redemptions.indices where ids(of: id).contains(redemptions[number].id) {
            let redemption = redemptions[number]
            let campaign = campaigns[redemption.campaign]
            places[redemption.campaign, default: 0] += 1
            redemptions[number].isVoid =
                places[redemption.campaign, default: 0] > campaign.perAppUser
                || campaign.onlyNew && hasBought(id, before: redemption.at)
        }
    }
}
