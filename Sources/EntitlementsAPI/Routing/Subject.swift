import Entitlements
import EntitlementsDatabase

/// The app user that a request is about: a server names it in the path, and an end user's token
/// names it on a phone.
struct Subject: Sendable {
    let tenant: TenantID
    let appUserID: AppUserID
    let actor: Actor
    /// The end user who asks; nil if a server asks with a key.
    var endUser: EndUser?
}

extension Subject {
    init(_ endUser: EndUser) {
        self.init(
            tenant: endUser.tenant, appUserID: endUser.appUserID, actor: Actor(endUser),
            endUser: endUser)
    }

    /// Throws `not_identified` for an end user who has not signed up.
    ///
    /// A server answers itself for the app users that it names.
    func requireIdentified() throws(Failure) {
        try endUser?.requireIdentified()
    }
}
