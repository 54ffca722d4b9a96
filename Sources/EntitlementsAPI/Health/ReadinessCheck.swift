/// One thing that must be in order before requests are sent here.
package struct ReadinessCheck: Sendable {
    package let name: String
    package let isReady: Bool
    /// A sentence for the operator.
    ///
    /// Anybody may read it, so it names no host and no version.
    package let detail: String

    package init(name: String, isReady: Bool, detail: String) {
        self.name = name
        self.isReady = isReady
        self.detail = detail
    }
}
