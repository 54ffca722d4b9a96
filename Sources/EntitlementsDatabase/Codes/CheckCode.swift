package import Entitlements
package import Postgres

/// Returns what a code would give an app user; it changes nothing but the count of wrong codes.
///
/// Fails as ``RedeemCode``.
package struct CheckCode: CodeCall {
    package static let function = "check_code"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("code_digest", \.codeDigest),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID
    package let codeDigest: [UInt8]
    package let asOf: Timestamp?

    package init(appUserID: AppUserID, codeDigest: [UInt8], asOf: Timestamp? = nil) {
        self.appUserID = appUserID
        self.codeDigest = codeDigest
        self.asOf = asOf
    }
}
