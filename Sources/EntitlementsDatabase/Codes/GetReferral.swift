package import Entitlements
package import Postgres

/// Returns an app user's referral code and what came of it.
///
/// The first of the candidates that is free becomes the code of an app user without one. Fails with
/// `referrals_not_offered`.
package struct GetReferral: AnswerCall {
    package static let function = "get_referral"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("codes", \.candidates, each: \.text),
        Parameter("digests", \.candidates, each: \.digest),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let candidates: [ReferralCode]
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, candidates: [ReferralCode], asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.candidates = candidates
        self.asOf = asOf
    }
}
