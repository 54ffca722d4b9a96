package import Postgres

/// Deletes a tenant's key for RevenueCat's REST API.
package struct DeleteUpstreamKey: TenantCall {
    package static let function = "delete_upstream_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = []

    package typealias Row = Void

    package init() {}
}
