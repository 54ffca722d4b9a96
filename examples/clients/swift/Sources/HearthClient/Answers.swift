import Foundation

/// What a person may do.
public struct Entitlements: Decodable, Sendable, Equatable {
    /// The best active entitlement, or the free plan.
    public let plan: String?
    /// Keyed by entitlement id.
    public let entitlements: [String: Entitlement]
    /// When this changes by the clock alone.
    public let nextChangeAt: Date?

    /// Whether an entitlement is active; use this to decide.
    public func isActive(_ entitlementID: String) -> Bool {
        entitlements[entitlementID]?.isActive ?? false
    }
}

/// One entitlement, with its best source.
public struct Entitlement: Decodable, Sendable, Equatable {
    /// Its name in the catalog.
    public let entitlementID: String
    /// Use this to decide.
    public let isActive: Bool
    /// An open list, such as `active`, `trialing` and `billing_issue`.
    public let status: String?
    /// Nil if it never ends.
    public let expiresAt: Date?
    /// Whether the store will charge again.
    public let willRenew: Bool
    /// What gives it; nil if nothing does.
    public let source: Source?

    /// A purchase or a grant.
    public struct Source: Decodable, Sendable, Equatable {
        /// An open list, such as `own`, `household` and `grant`.
        public let kind: String
        /// What was bought.
        public let productID: String?
        /// Where it was bought.
        public let store: String?
    }
}

/// Whether a feature may be used.
public struct Feature: Decodable, Sendable, Equatable {
    /// Its name in the catalog.
    public let featureID: String
    /// Use this to decide.
    public let isAllowed: Bool
    /// The entitlement that decides; nil for a free feature.
    public let entitlementID: String?
}

struct Limits: Decodable {
    let limits: [String: Limit]
}

/// How much of a limit is used.
public struct Limit: Decodable, Sendable, Equatable {
    /// Its name in the catalog.
    public let limitID: String
    /// What is used in the present period.
    public let used: Int
    /// Nil if unlimited.
    public let remaining: Int?
    /// When the period ends.
    public let resetsAt: Date?
}

/// A limit after a use of it.
public struct LimitUse: Decodable, Sendable, Equatable {
    /// False: the limit is reached, and nothing was counted.
    public let isAllowed: Bool
    /// What is used in the present period.
    public let used: Int
    /// Nil if unlimited.
    public let remaining: Int?
    /// When the period ends.
    public let resetsAt: Date?

    struct Request: Encodable {
        let amount: Int
        let reference: String?
    }
}

/// People who share.
public struct Household: Decodable, Sendable, Equatable {
    /// Its id.
    public let householdID: UUID
    /// The name that the owner gave it.
    public let name: String?
    /// The member who may invite and remove.
    public let ownerAppUserID: String?
    /// How many people it takes.
    public let seats: Seats
    /// In the order in which they joined.
    public let members: [Member]

    /// Room for members.
    public struct Seats: Decodable, Sendable, Equatable {
        /// All seats.
        public let total: Int
        /// Seats without a member.
        public let free: Int
    }

    /// One of the household.
    public struct Member: Decodable, Sendable, Equatable {
        /// Who it is.
        public let appUserID: String
        /// Either `owner` or `member`.
        public let role: String
        /// Since when.
        public let joinedAt: Date
    }
}

struct Notices: Decodable {
    let notices: [Notice]
}

/// A fact to show; the words are the app's.
public struct Notice: Decodable, Sendable, Equatable {
    /// Stays the same for the same notice: do not push it twice.
    public let noticeID: String
    /// An open list, such as `expiring`, `billing_issue` and `trial_ending`.
    public let kind: String
    /// One of `critical`, `warning` and `info`.
    public let severity: String
    /// When it began.
    public let since: Date?
    /// When it ends by itself.
    public let until: Date?
}

/// A page of changes.
public struct ChangePage: Decodable, Sendable, Equatable {
    /// The changes, oldest first.
    public let data: [Change]
    /// Read on with this number.
    public let nextAfter: Int64
    /// The newest number of the log.
    public let lastNumber: Int64
}

/// Something that changed for a person.
public struct Change: Decodable, Sendable, Equatable {
    /// Grows by one from change to change of a tenant.
    public let number: Int64
    /// An open list, such as `entitlements_changed`, `notice` and `household_changed`.
    public let kind: String
    /// For which person.
    public let appUserID: String
    /// When it happened, which may be before Hearth knew.
    public let happenedAt: Date
}

struct SignedStatement: Decodable {
    let token: String
}
