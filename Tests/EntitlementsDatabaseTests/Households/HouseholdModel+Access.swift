import Entitlements
import TestSupport

extension HouseholdModel {
    /// The source of access and its end.
    struct Access: Equatable {
        let isOwn: Bool
        let endsAt: Timestamp
    }

    /// The best current source, or nil: the latest end, then own before household.
    func access(of person: String, at now: Timestamp) -> Access? {
        (ownSources(of: person, at: now) + householdSources(of: person, at: now))
            .max { ($0.endsAt, $0.isOwn ? 1 : 0) < ($1.endsAt, $1.isOwn ? 1 : 0) }
    }

    private func ownSources(of person: String, at now: Timestamp) -> [Access] {
        purchases.filter { $0.owner == person && $0.isActive(at: now) }
            .map { Access(isOwn: true, endsAt: $0.endsAt) }
    }

    private func householdSources(of person: String, at now: Timestamp) -> [Access] {
        var sources: [Access] = []
        for mine in memberships where mine.person == person && mine.serves(at: now) {
            for (theirs, since) in sharers(of: mine.household) {
                for purchase in purchases where purchase.isActive(at: now) {
                    var end: Timestamp?
                    if purchase.owner == theirs.person, theirs.person != person {
                        end = purchase.endsAt
                    } else if purchase.movedFrom == theirs.person, let moved = purchase.movedAt,
                        moved >= since, moved.advanced(byDays: rules.holdDays) > now
                    {
                        end = min(purchase.endsAt, moved.advanced(byDays: rules.holdDays))
                    }
                    guard let end else { continue }
                    sources.append(
                        Access(isOwn: false, endsAt: min(end, mine.accessEndsAt ?? end)))
                }
            }
        }
        return sources
    }

    /// The memberships whose purchases the household shares now, each with the start of sharing.
    private func sharers(of household: Int) -> [(Membership, since: Timestamp)] {
        people(in: household).compactMap { person in
            guard
                let index = memberships.lastIndex(where: {
                    $0.household == household && $0.person == person && $0.leftAt == nil
                })
            else { return nil }
            guard rules.isFromOwner else {
                return (memberships[index], memberships[index].joinedAt)
            }
            let owned = ownerships.last { $0.membership == index && $0.until == nil }
            return owned.map { (memberships[index], $0.from) }
        }
    }
}

extension HouseholdModel.Purchase {
    func isActive(at now: Timestamp) -> Bool { startsAt <= now && now < endsAt }
}

extension HouseholdModel.Membership {
    /// True while the membership is open, and during the grace after it.
    func serves(at now: Timestamp) -> Bool { accessEndsAt.map { now < $0 } ?? true }
}
