import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

/// One operation of the API: its address, its callers and its handler.
struct Route: Sendable {
    /// The name of the operation in `openapi.yaml`.
    let operationID: String
    let method: HTTPRequest.Method
    let path: PathTemplate
    /// What a caller can do about a code, where this route needs other words than the code's.
    let fixes: [ErrorCode: String]
    let access: Access
    /// The route under `/v1/me` with the same handler; empty if phones have none.
    let mine: [Route]
    let kind: Kind

    /// The permitted callers, with the handler.
    ///
    /// A handler cannot exist without stating its callers.
    enum Access: Sendable {
        /// Any caller, without credentials.
        case unauthenticated(@Sendable (APIRequest) async throws -> Response)

        /// RevenueCat; the handler checks the credentials, because it needs the body's bytes.
        case webhook(@Sendable (APIRequest) async throws -> Response)

        /// A key of the tenant with this right, or an admin key; the actor is for the audit.
        case key(
            KeyAuthentication.Right,
            @Sendable (APIRequest, TenantID, Actor) async throws -> Response)

        /// An end user with their own token.
        case endUser(@Sendable (APIRequest, EndUser) async throws -> Response)

        /// Any key of the tenant, or an admin key.
        static func read(
            _ handler: @escaping @Sendable (APIRequest, TenantID) async throws -> Response
        ) -> Access {
            .key(.read) { request, tenant, _ in try await handler(request, tenant) }
        }

        /// The tenant's support or secret key, or an admin key.
        static func support(
            _ handler: @escaping @Sendable (APIRequest, TenantID) async throws -> Response
        ) -> Access {
            .key(.support) { request, tenant, _ in try await handler(request, tenant) }
        }

        /// Like `support`, with the actor for the audit.
        static func supportWithActor(
            _ handler: @escaping @Sendable (APIRequest, TenantID, Actor) async throws -> Response
        ) -> Access {
            .key(.support, handler)
        }

        /// The tenant's secret key, or an admin key.
        static func secret(
            _ handler: @escaping @Sendable (APIRequest, TenantID) async throws -> Response
        ) -> Access {
            .key(.secret) { request, tenant, _ in try await handler(request, tenant) }
        }

        /// Like `secret`, with the actor for the audit.
        static func secretWithActor(
            _ handler: @escaping @Sendable (APIRequest, TenantID, Actor) async throws -> Response
        ) -> Access {
            .key(.secret, handler)
        }
    }

    init(
        _ operationID: String, _ method: HTTPRequest.Method, _ path: PathTemplate,
        fixes: [ErrorCode: String] = [:], _ access: Access, mine: [Route] = []
    ) {
        self.operationID = operationID
        self.method = method
        self.path = path
        self.fixes = fixes
        self.access = access
        self.mine = mine
        kind = Kind(of: operationID, method, path, access)
    }
}

extension Route {
    /// Creates an operation about an app user that a server calls with a key and a phone with a
    /// token.
    ///
    /// The server's path begins with the app user's id. The handler's request has only the
    /// parameters after it, so that positions mean the same on both paths.
    init(
        _ operationID: String, _ method: HTTPRequest.Method, _ path: PathTemplate,
        me myOperationID: String, _ myPath: PathTemplate, fixes: [ErrorCode: String] = [:],
        key right: KeyAuthentication.Right,
        _ handler: @escaping @Sendable (APIRequest, Subject) async throws -> Response
    ) {
        let mine = Route(
            myOperationID, method, myPath, fixes: fixes,
            .endUser { request, me in try await handler(request, Subject(me)) })
        let access = Access.key(right) { request, tenant, actor in
            let subject = Subject(
                tenant: tenant, appUserID: try request.appUserID(), actor: actor)
            return try await handler(request.afterFirstParameter(), subject)
        }
        self.init(operationID, method, path, fixes: fixes, access, mine: [mine])
    }
}

extension Route {
    /// Returns what a caller of this route can do about a code.
    func fix(_ code: ErrorCode) -> String {
        fixes[code] ?? fixesByAccess[code] ?? code.fix
    }

    /// End users have a token: they call other routes than servers do.
    private var fixesByAccess: [ErrorCode: String] {
        guard case .endUser = access else { return [:] }
        return [
            .householdNotFound:
                "Create a household, or join one: `POST /v1/me/household`, "
                + "`POST /v1/me/household/join`.",
            .notIdentified: "Sign in, and try again with the account's token.",
            .orphanNotFound: "Send a proof of the anonymous id that made the purchase.",
        ]
    }
}
