package import Entitlements

extension SpendCredits {
    package struct Request: Sendable {
        package let appUserID: AppUserID
        package let creditID: String
        package let amount: Int32
        package let reference: String

        package init(appUserID: AppUserID, creditID: String, amount: Int32, reference: String) {
            self.appUserID = appUserID
            self.creditID = creditID
            self.amount = amount
            self.reference = reference
        }
    }

    package init(_ spends: [Request], environment: String, asOf: Timestamp? = nil) {
        self.init(
            appUserIDs: spends.map(\.appUserID), creditIDs: spends.map(\.creditID),
            amounts: spends.map(\.amount), spendReferences: spends.map(\.reference),
            environment: environment, asOf: asOf)
    }

    package static func detail(of refusal: ErrorCode) -> String {
        switch refusal {
        case .creditsOwed: "This person spent credits that were refunded, and owes them."
        case .notEnoughCredits: "The app user has fewer credits left."
        case .referenceReused: "This reference was used with another amount."
        default: "The spend is refused."
        }
    }
}

extension UseLimits {
    package struct Request: Sendable {
        package let appUserID: AppUserID
        package let limitID: String
        package let amount: Int32
        package let reference: String?
        /// How long the use is reserved; nil for a use that counts at once.
        package let expiresInSeconds: Int32?
        /// When it was used, for a use of the past; it counts even above the limit.
        package let usedAt: Timestamp?

        package init(
            appUserID: AppUserID, limitID: String, amount: Int32, reference: String?,
            expiresInSeconds: Int32? = nil, usedAt: Timestamp? = nil
        ) {
            self.appUserID = appUserID
            self.limitID = limitID
            self.amount = amount
            self.reference = reference
            self.expiresInSeconds = expiresInSeconds
            self.usedAt = usedAt
        }
    }

    package init(_ uses: [Request], environment: String, asOf: Timestamp? = nil) {
        self.init(
            appUserIDs: uses.map(\.appUserID), limitIDs: uses.map(\.limitID),
            amounts: uses.map(\.amount), useReferences: uses.map(\.reference),
            expiresInSeconds: uses.map(\.expiresInSeconds), usedAts: uses.map(\.usedAt),
            environment: environment, asOf: asOf)
    }

    package static func detail(of refusal: ErrorCode) -> String {
        switch refusal {
        case .limitReached: "This is more than the limit has left."
        case .referenceReused: "This reference was used with another amount."
        case .usedAtOutOfRange: "A use must be at most 366 days in the past, and not in the future."
        default: "The use is refused."
        }
    }
}

extension ConsumeMyLimit.Row {
    package var outcome: Result<Answer, any Error> {
        get throws {
            try RequestSetRow(
                number: number, answeredAsOf: answeredAsOf, answer: answer, refusal: refusal,
                detail: detail, detailOf: UseLimits.detail
            ).outcome
        }
    }
}
