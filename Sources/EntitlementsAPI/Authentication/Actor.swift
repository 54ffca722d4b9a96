import Entitlements

/// Who does something that is written down.
struct Actor: Sendable {
    /// As the trail has it: a key by its public id, or a person by theirs.
    let name: String
    /// What stands for a proof where none is shown.
    var vouchedBy: String?
}

extension Actor {
    /// A key's holder, who vouches: for a tenant its server does, for the installation an operator.
    init(_ principal: Principal) {
        name = "\(principal.kind.rawValue)_key:\(principal.keyID)"
        vouchedBy = principal.kind == .admin ? "operator" : "vouched"
    }

    /// A person, who vouches for nobody.
    init(_ endUser: EndUser) {
        name = "app_user:\(endUser.appUserID.rawValue)"
    }
}
