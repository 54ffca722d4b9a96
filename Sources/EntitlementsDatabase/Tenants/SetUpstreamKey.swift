package import Postgres

/// Stores a tenant's sealed key for RevenueCat's REST API, in place of any previous key.
package struct SetUpstreamKey: TenantCall {
    package static let function = "set_upstream_key"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("sealed", .bytea)
    ]

    package typealias Row = Void

    package let sealed: [UInt8]

    package init(sealed: [UInt8]) {
        self.sealed = sealed
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(sealed)
    }
}
