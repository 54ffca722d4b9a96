package import Postgres

/// Keeps the sealed key that a tenant's people are read from RevenueCat with; it has one.
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
