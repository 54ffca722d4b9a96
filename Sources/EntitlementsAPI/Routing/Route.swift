import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

/// One operation of the API: its address, its callers and its handler.
struct Route: Sendable {
    /// The name of the operation in `openapi.yaml`.
    let operationID: String
    let method: HTTPRequest.Method
    let path: PathTemplate
    /// What a caller can do about a code, where this route needs other words than the code's.
    let fixes: [ErrorCode: String]
    let access: Access

    /// The permitted callers, with the handler.
    ///
    /// A handler cannot exist without stating its callers.
    enum Access: Sendable {
        /// Any caller, without credentials.
        case unauthenticated(@Sendable (APIRequest) async throws -> Response)

        /// RevenueCat; the handler checks the credentials, because it needs the body's bytes.
        case webhook(@Sendable (APIRequest) async throws -> Response)

        /// Any key of the tenant, or an admin key.
        case read(@Sendable (APIRequest, TenantID) async throws -> Response)

        /// The tenant's secret key, or an admin key.
        case secret(@Sendable (APIRequest, TenantID) async throws -> Response)

        /// Like `secret`, with the actor for the audit.
        case secretWithActor(@Sendable (APIRequest, TenantID, Actor) async throws -> Response)

        /// An end user with their own token.
        case endUser(@Sendable (APIRequest, EndUser) async throws -> Response)
    }

    init(
        _ operationID: String, _ method: HTTPRequest.Method, _ path: PathTemplate,
        fixes: [ErrorCode: String] = [:], _ access: Access
    ) {
        self.operationID = operationID
        self.method = method
        self.path = path
        self.fixes = fixes
        self.access = access
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
                "Found a household, or join one: `POST /v1/me/household`, "
                + "`POST /v1/me/household/join`.",
            .notIdentified: "Sign in, and ask again with the account's token.",
            .orphanNotFound: "Send a proof of the anonymous id that made the purchase.",
        ]
    }
}
