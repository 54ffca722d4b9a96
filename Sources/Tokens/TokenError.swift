/// The reasons why a token is refused.
///
/// For operators: logs, a metric and `hearth tokens explain` name it by its raw value. The caller
/// learns only that the token was refused. Contains nothing from the token.
package enum TokenError: String, Error {
    /// Not three segments of base64url, too long, or not the expected JSON.
    case malformed
    /// The header has an unsupported field such as `crit`, `jwk` or `cty`, or another `typ`.
    case headerRefused = "header_refused"
    /// The tenant has no issuer with this name.
    case unknownIssuer = "unknown_issuer"
    /// The issuer does not use the header's `alg`.
    case algorithmRefused = "algorithm_refused"
    /// The issuer has no key with this `kid`, or the header has none.
    case unknownKey = "unknown_key"
    /// The issuer's keys could not be fetched, and no earlier keys are valid.
    case keysUnavailable = "keys_unavailable"
    case wrongSignature = "wrong_signature"
    /// The issuer has secrets, of which none could be opened: it is not the token that is wrong.
    case secretUnreadable = "secret_unreadable"
    case expired
    case notYetValid = "not_yet_valid"
    /// `aud` or `azp` has a value that the tenant does not allow.
    case otherAudience = "other_audience"
    /// A claim is missing, or has a wrong type or an impossible value.
    case claimRefused = "claim_refused"
    /// The subject cannot become an app user id of this issuer.
    case subjectRefused = "subject_refused"
}
