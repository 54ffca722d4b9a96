/// One condition for readiness.
package struct ReadinessCheck: Sendable {
    package let name: String
    package let isReady: Bool
    /// A sentence for the operator.
    ///
    /// It is public, so it names no host and no version.
    package let detail: String

    package init(name: String, isReady: Bool, detail: String) {
        self.name = name
        self.isReady = isReady
        self.detail = detail
    }
}
