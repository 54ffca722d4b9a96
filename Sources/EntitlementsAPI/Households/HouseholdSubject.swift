import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

/// The household that a request is about: a server names it in the path; an end user changes the
/// one that they own, which the database checks.
struct HouseholdSubject: Sendable {
    let tenant: TenantID
    /// Nil if an end user asks.
    var householdID: HouseholdID?
    /// The end user who asks; nil if a server asks with a key.
    var owner: EndUser?

    /// Throws `not_identified` for an end user who has not signed up.
    func requireIdentified() throws(Failure) {
        try owner?.requireIdentified()
    }
}

extension Route {
    /// Creates an operation about a household that a server calls with a key and a phone with a
    /// token.
    ///
    /// The server's path begins with the household's id. The handler's request has only the
    /// parameters after it.
    init(
        _ operationID: String, _ method: HTTPRequest.Method, _ path: PathTemplate,
        me myOperationID: String, _ myPath: PathTemplate, fixes: [ErrorCode: String] = [:],
        _ handler: @escaping @Sendable (APIRequest, HouseholdSubject) async throws -> Response
    ) {
        let mine = Route(
            myOperationID, method, myPath, fixes: fixes,
            .endUser { request, me in
                try await handler(request, HouseholdSubject(tenant: me.tenant, owner: me))
            })
        let access = Access.secret { request, tenant in
            let subject = HouseholdSubject(
                tenant: tenant, householdID: try request.householdID())
            return try await handler(request.afterFirstParameter(), subject)
        }
        self.init(operationID, method, path, fixes: fixes, access, mine: [mine])
    }
}
