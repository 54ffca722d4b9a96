/// Why a token is not believed.
///
/// For logs and tests: whoever showed the token learns only that it was refused. It holds nothing
/// of the token.
package enum TokenError: Error, Equatable {
    /// It is not three segments of base64url, too long, or its parts are not the JSON they must be.
    case malformed
    /// The header asks for something that we never do: `crit`, `jwk`, `cty`, another `typ`.
    case headerRefused
    /// No issuer of the tenant has this name.
    case unknownIssuer
    /// The header's `alg` is not one of the issuer's.
    case algorithmRefused
    /// The issuer has no key of this `kid`, or the header has none.
    case unknownKey
    /// The issuer's keys could not be fetched, and there are none of before.
    case keysUnavailable
    case wrongSignature
    case expired
    case notYetValid
    /// `aud` or `azp` is not one that the tenant allows.
    case otherAudience
    /// A claim is missing, is of another type, or has a value that nobody can mean.
    case claimRefused
    /// The subject cannot be an app user id of this issuer.
    case subjectRefused
}
