/// The reasons why a token is refused.
///
/// For logs and tests: the caller learns only that the token was refused. Contains nothing from the
/// token.
package enum TokenError: Error, Equatable {
    /// Not three segments of base64url, too long, or not the expected JSON.
    case malformed
    /// The header has an unsupported field such as `crit`, `jwk` or `cty`, or another `typ`.
    case headerRefused
    /// The tenant has no issuer with this name.
    case unknownIssuer
    /// The issuer does not use the header's `alg`.
    case algorithmRefused
    /// The issuer has no key with this `kid`, or the header has none.
    case unknownKey
    /// The issuer's keys could not be fetched, and no earlier keys are valid.
    case keysUnavailable
    case wrongSignature
    case expired
    case notYetValid
    /// `aud` or `azp` has a value that the tenant does not allow.
    case otherAudience
    /// A claim is missing, or has a wrong type or an impossible value.
    case claimRefused
    /// The subject cannot become an app user id of this issuer.
    case subjectRefused
}
