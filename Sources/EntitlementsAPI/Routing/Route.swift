import EntitlementsDatabase
import HTTPTypes
import Hummingbird

/// One operation of the API: its address, its callers and its handler.
struct Route: Sendable {
    /// The name of the operation in `openapi.yaml`.
    let operationID: String
    let method: HTTPRequest.Method
    let path: PathTemplate
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
        _ operationID: String, _ method: HTTPRequest.Method, _ path: PathTemplate, _ access: Access
    ) {
        self.operationID = operationID
        self.method = method
        self.path = path
        self.access = access
    }
}
