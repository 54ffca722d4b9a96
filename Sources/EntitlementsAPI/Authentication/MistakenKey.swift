import Entitlements
import RevenueCat

/// What a caller sent instead of an API key, by its shape.
///
/// The shape says nothing about the keys that exist, so that naming it helps no guesser.
enum MistakenKey {
    case missing
    case withoutBearer
    case endUserToken
    case webhookSecret
    case unknown

    /// Judges the value of an Authorization header that holds no API key.
    init(authorization: String?) {
        guard let authorization else {
            self = .missing
            return
        }
        let credential = authorization.afterBearer ?? authorization
        if credential.isLikeJWT {
            self = .endUserToken
        } else if WebhookSecretText.isLike(credential) {
            self = .webhookSecret
        } else {
            self = authorization.afterBearer == nil ? .withoutBearer : .unknown
        }
    }

    /// The refusal: `unauthorized`, with what to do about this mistake.
    var failure: Failure {
        switch self {
        case .missing:
            Failure(.unauthorized, "This route needs an API key: Authorization: Bearer <key>.")
        case .withoutBearer:
            Failure(
                .unauthorized, "The Authorization header does not begin with the word Bearer.",
                fix: "Send `Authorization: Bearer <key>`: the word, one space, and the API key.")
        case .endUserToken:
            Failure(
                .unauthorized,
                "This is an end user's token (a JWT), and this route needs an API key.",
                fix: "Send the token to a route below `/v1/me`, or send an API key from your "
                    + "server; `hearth keys create` makes one.")
        case .webhookSecret:
            Failure(
                .unauthorized, "This looks like a webhook's secret, not an API key.",
                fix: "Enter the webhook's secret in RevenueCat's dashboard only. This route needs "
                    + "an API key; `hearth keys create` makes one.")
        case .unknown: Failure(.unauthorized, "The API key is wrong or revoked.")
        }
    }
}

extension String {
    /// Whether the text has the shape of a JSON Web Token: three parts, the first an object.
    fileprivate var isLikeJWT: Bool {
        hasPrefix("eyJ") && utf8.count { $0 == UInt8(ascii: ".") } == 2
    }
}
