package import Entitlements
package import Postgres

/// Stops all servers from asking RevenueCat for a tenant, for `seconds`.
package struct PauseUpstream: TenantCall {
    package static let function = "pause_upstream"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("seconds", \.seconds),
        Parameter("is_key_refused", \.isKeyRefused),
        Parameter("as_of", \.asOf),
    ]

    package typealias Row = Void

    package let seconds: Int32
    /// RevenueCat refused the key: another key need not wait.
    package let isKeyRefused: Bool
    package let asOf: Timestamp?

    package init(seconds: Int32, isKeyRefused: Bool, asOf: Timestamp? = nil) {
        self.seconds = seconds
        self.isKeyRefused = isKeyRefused
        self.asOf = asOf
    }
}
