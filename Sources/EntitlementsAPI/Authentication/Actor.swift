import Entitlements

/// The actor of an audited action.
struct Actor: Sendable {
    /// The name in the audit: a key by its public id, or an end user by their app user id.
    let name: String
    /// The kind of proof that the actor stands for if the request has none.
    var vouchedBy: String?
    /// What the caller's key allows; nil for an end user.
    var right: KeyAuthentication.Right?
    /// The issuer of an end user's token; nil for a key, whose guesses are not counted.
    var issuer: String?
}

extension Actor {
    /// Creates the actor of a key: a tenant's key vouches as the tenant's server, an admin key as
    /// an operator.
    init(_ principal: Principal) {
        name = "\(principal.kind.rawValue)_key:\(principal.keyID)"
        vouchedBy = principal.kind == .admin ? "operator" : "vouched"
        right = principal.right
    }

    /// Creates the actor of an end user, who cannot vouch.
    init(_ endUser: EndUser) {
        name = "app_user:\(endUser.appUserID.rawValue)"
        issuer = endUser.issuer
    }
}
