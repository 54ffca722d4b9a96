import Entitlements

/// The key of an answer that goes on for long; it is checked again while the answer goes on.
struct StandingKey: Sendable {
    let keys: KeyAuthentication
    let request: APIRequest

    /// The cache's generation at the last check.
    private var generation: Int?
    private var sinceCheck = Stopwatch()

    init(of request: APIRequest, _ keys: KeyAuthentication) {
        self.request = request
        self.keys = keys
    }

    /// Whether the key still opens routes for secret keys.
    ///
    /// Asks for it after a change of any key or tenant, and once in the lifetime of cached keys: a
    /// stream calls this for each batch.
    mutating func isValid() async throws -> Bool {
        let present = keys.cache.generation
        if present == generation,
            sinceCheck.elapsed < .seconds(CredentialCache.lifetimeSeconds)
        {
            return true
        }
        do {
            _ = try await keys.caller(of: request, allowing: .secret)
        } catch is Failure {
            return false
        }
        generation = present
        sinceCheck = Stopwatch()
        return true
    }
}
