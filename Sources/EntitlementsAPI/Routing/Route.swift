import EntitlementsDatabase
import HTTPTypes
import Hummingbird

/// One operation of the API: where it is, who may call it, and what it does.
struct Route: Sendable {
    /// The operation's name in `openapi.yaml`.
    let operationID: String
    let method: HTTPRequest.Method
    let path: PathTemplate
    let access: Access

    /// Who may call, and what they get.
    ///
    /// One holds the other, so that there is no handler that forgot to say who may call it.
    enum Access: Sendable {
        /// Anybody.
        case anybody(@Sendable (APIRequest) async throws -> Response)

        /// RevenueCat: the handler checks what the tenant's webhook is configured to carry, for
        /// which it needs the body's bytes.
        case webhook(@Sendable (APIRequest) async throws -> Response)

        /// Any key of the tenant, also one that is for lookups only.
        case read(@Sendable (APIRequest, TenantID) async throws -> Response)

        /// The tenant's secret key, or the installation's admin key.
        case secret(@Sendable (APIRequest, TenantID) async throws -> Response)

        /// The same, where it is written down who did it.
        case voucher(@Sendable (APIRequest, TenantID, Actor) async throws -> Response)

        /// A person with a token of their own, about themselves.
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
