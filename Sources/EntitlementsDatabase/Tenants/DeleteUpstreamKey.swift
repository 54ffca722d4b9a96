package import Postgres

/// Forgets the key that a tenant's people are read from RevenueCat with.
package struct DeleteUpstreamKey: TenantCall {
    package static let function = "delete_upstream_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter] = []

    package typealias Row = Void

    package init() {}

    package func encode(into arguments: inout Arguments) throws(PostgresError) {}
}
