/// Why no request to RevenueCat is allowed for some seconds, as SQL has it.
package enum UpstreamPause: String, Sendable {
    /// RevenueCat's limit on requests is used up.
    case rateLimited = "rate_limited"
    /// RevenueCat is down.
    case unavailable
    /// RevenueCat refuses the key, or the key cannot be opened. It ends with the key.
    case keyUnusable = "key_unusable"
}
