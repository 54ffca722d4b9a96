import Entitlements
import TestSupport

/// A second, plain implementation of households: linear searches, no index, no lock, no derived
/// state.
struct HouseholdModel {
    var rules: Rules
    private(set) var memberships: [Membership] = []
    private(set) var ownerships: [Ownership] = []
    private(set) var invites: [Invite] = []
    private(set) var purchases: [Purchase] = []
    private(set) var households: [Household] = []

    struct Rules {
        var maxMembers = 4
        var cooldownDays: Int64 = 30
        var inviteTTLDays: Int64 = 7
        var ownerLeaves = TenantDefinition.HouseholdRules.OwnerLeaves.block
        var graceDays: Int64 = 0
        var joinsPer30Days = 10
        var isFromOwner = false
        var invitesWithinSeats = true
        var holdDays: Int64 = 0
    }

    struct Household {
        var isDissolved = false
    }

    struct Membership {
        let household: Int
        let person: String
        let joinedAt: Timestamp
        var leftAt: Timestamp?
        var accessEndsAt: Timestamp?
        var isByInvite: Bool
        var isSwitch = false
    }

    struct Ownership {
        let membership: Int
        let from: Timestamp
        var until: Timestamp?
    }

    struct Invite {
        let household: Int
        let expiresAt: Timestamp
        var isRevoked = false
        var redeemedBy: String?
        var membership: Int?
    }

    struct Purchase {
        var owner: String
        /// The start of access without a gap.
        var startsAt: Timestamp
        /// The start of the last paid period.
        var periodStartedAt: Timestamp
        var endsAt: Timestamp
        var movedFrom: String?
        var movedAt: Timestamp?
    }
}

// The calls and their effects.
extension HouseholdModel {
    mutating func found(_ owner: String, at now: Timestamp) -> ErrorCode? {
        households.append(Household())
        let household = households.count - 1
        if let refusal = refusal(of: owner, in: household, at: now) {
            households.removeLast()
            return refusal
        }
        enter(owner, household, isByInvite: false, at: now)
        ownerships.append(Ownership(membership: memberships.count - 1, from: now))
        return nil
    }

    mutating func invite(to household: Int, at now: Timestamp) -> ErrorCode? {
        if households[household].isDissolved { return .householdDissolved }
        let open = invites.count {
            $0.household == household && !$0.isRevoked && $0.membership == nil
                && $0.expiresAt > now
        }
        let free = rules.invitesWithinSeats ? rules.maxMembers - members(of: household).count : 100
        guard open < free else { return .householdFull }
        invites.append(
            Invite(household: household, expiresAt: now.advanced(byDays: rules.inviteTTLDays)))
        return nil
    }

    mutating func revoke(_ invite: Int) -> ErrorCode? {
        guard invites[invite].membership == nil else { return .inviteNotFound }
        invites[invite].isRevoked = true
        return nil
    }

    mutating func join(_ person: String, by number: Int, at now: Timestamp) -> ErrorCode? {
        let invite = invites[number]
        if invite.isRevoked { return .inviteNotFound }
        if let membership = invite.membership {
            let isRepeated =
                invite.redeemedBy == person && memberships[membership].leftAt == nil
            return isRepeated ? nil : .inviteNotFound
        }
        if invite.expiresAt <= now { return .inviteExpired }
        if let refusal = refusal(of: person, in: invite.household, at: now) { return refusal }
        enter(person, invite.household, isByInvite: true, at: now)
        invites[number].redeemedBy = person
        invites[number].membership = memberships.count - 1
        return nil
    }

    mutating func leave(_ person: String, _ household: Int, at now: Timestamp) -> ErrorCode? {
        guard let membership = membership(of: person, in: household) else {
            let wasMember = memberships.contains {
                $0.household == household && $0.person == person
            }
            return wasMember ? nil : .householdMemberNotFound
        }
        if owner(of: household) == membership {
            let others = members(of: household).filter { $0 != membership }
            guard let longest = others.first, rules.ownerLeaves != .dissolve else {
                dissolve(household, at: now)
                return nil
            }
            if rules.ownerLeaves == .block { return .ownerMustTransfer }
            own(household, by: longest, at: now)
        }
        end(membership, isSwitch: true, at: now)
        return nil
    }

    mutating func transfer(
        _ household: Int, to person: String, at now: Timestamp
    ) -> ErrorCode? {
        if households[household].isDissolved { return .householdDissolved }
        guard let membership = membership(of: person, in: household) else {
            return .householdMemberNotFound
        }
        own(household, by: membership, at: now)
        return nil
    }

    mutating func dissolve(_ household: Int, at now: Timestamp) {
        let owner = owner(of: household)
        for member in members(of: household) { end(member, isSwitch: member == owner, at: now) }
        for index in invites.indices
        where invites[index].household == household && invites[index].membership == nil {
            invites[index].isRevoked = true
        }
        households[household].isDissolved = true
    }
}

extension HouseholdModel {
    private func refusal(
        of person: String, in household: Int, at now: Timestamp
    ) -> ErrorCode? {
        if memberships.contains(where: { $0.person == person && $0.leftAt == nil }) {
            return .alreadyInHousehold
        }
        if members(of: household).count >= rules.maxMembers { return .householdFull }
        let lastSwitch = memberships.filter {
            $0.person == person && $0.household != household && $0.isSwitch
        }.compactMap(\.leftAt).max()
        if let lastSwitch, lastSwitch.advanced(byDays: rules.cooldownDays) > now {
            return .cooldown
        }
        let joins = memberships.count {
            $0.household == household && $0.isByInvite
                && $0.joinedAt.advanced(byDays: 30) > now
        }
        return joins >= rules.joinsPer30Days ? .cooldown : nil
    }

    private mutating func enter(
        _ person: String, _ household: Int, isByInvite: Bool, at now: Timestamp
    ) {
        for index in memberships.indices
        where memberships[index].person == person && memberships[index].accessEndsAt ?? now > now {
            memberships[index].accessEndsAt = now
        }
        memberships.append(
            Membership(
                household: household, person: person, joinedAt: now, isByInvite: isByInvite))
    }

    private mutating func end(_ membership: Int, isSwitch: Bool, at now: Timestamp) {
        memberships[membership].leftAt = now
        memberships[membership].accessEndsAt = now.advanced(byDays: rules.graceDays)
        memberships[membership].isSwitch = isSwitch
        for index in ownerships.indices
        where ownerships[index].membership == membership && ownerships[index].until == nil {
            ownerships[index].until = now
        }
    }

    private mutating func own(_ household: Int, by membership: Int, at now: Timestamp) {
        guard owner(of: household) != membership else { return }
        for index in ownerships.indices
        where memberships[ownerships[index].membership].household == household
            && ownerships[index].until == nil
        {
            ownerships[index].until = now
        }
        ownerships.append(Ownership(membership: membership, from: now))
    }

    private func owner(of household: Int) -> Int? {
        ownerships.last {
            $0.until == nil && memberships[$0.membership].household == household
        }?.membership
    }

    private func membership(of person: String, in household: Int) -> Int? {
        members(of: household).first { memberships[$0].person == person }
    }

    /// The open memberships of a household, the longest first.
    private func members(of household: Int) -> [Int] {
        memberships.indices.filter {
            memberships[$0].household == household && memberships[$0].leftAt == nil
        }
    }

    func people(in household: Int) -> [String] {
        members(of: household).map { memberships[$0].person }
    }
}

// The purchases.
extension HouseholdModel {
    /// Adds a purchase, whose number is its chain.
    mutating func buy(_ person: String, at now: Timestamp) {
        purchases.append(
            Purchase(
                owner: person, startsAt: now, periodStartedAt: now,
                endsAt: now.advanced(byDays: 30)))
    }

    mutating func renew(_ number: Int, at now: Timestamp) {
        if purchases[number].endsAt < now { purchases[number].startsAt = now }
        purchases[number].periodStartedAt = now
        purchases[number].endsAt = now.advanced(byDays: 30)
    }

    /// Ends a purchase early: a refund, or an early expiration.
    mutating func stop(_ number: Int, at now: Timestamp) {
        purchases[number].endsAt = min(purchases[number].endsAt, now)
    }

    mutating func move(from person: String, to other: String, at now: Timestamp) {
        for index in purchases.indices where purchases[index].owner == person && person != other {
            purchases[index].owner = other
            purchases[index].movedFrom = person
            purchases[index].movedAt = now
        }
    }
}
