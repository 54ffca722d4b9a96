package import Postgres

/// Stores a tenant's sealed key for RevenueCat's REST API, in place of any previous key.
package struct SetUpstreamKey: TenantCall {
    package static let function = "set_upstream_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("sealed", \.sealed)]

    package typealias Row = Void

    package let sealed: [UInt8]

    package init(sealed: [UInt8]) {
        self.sealed = sealed
    }
}
