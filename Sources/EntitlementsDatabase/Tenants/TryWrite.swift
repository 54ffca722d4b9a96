package import Entitlements
package import Postgres

/// Makes a write and takes it back; throws if the database takes none.
package struct TryWrite: CrossTenantCall {
    package typealias Row = Void

    package static let function = "try_write"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }
}
