package import Entitlements
package import Postgres

/// Returns what a code would give an app user; it changes nothing but the count of wrong codes.
///
/// Fails as ``RedeemCode``.
package struct CheckCode: GuessableCall {
    package static let function = "check_code"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("code_digest", \.codeDigest),
        Parameter("issuer", \.issuer),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let codeDigest: [UInt8]
    /// The issuer of an end user's token; nil if a key vouches.
    package let issuer: String?
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, codeDigest: [UInt8], issuer: String?, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.codeDigest = codeDigest
        self.issuer = issuer
        self.asOf = asOf
    }
}
