import ArgumentParser
import Entitlements

/// What is kept sealed for a tenant.
enum TenantSecret: String, CaseIterable, ExpressibleByArgument {
    /// What RevenueCat's webhooks prove themselves with: two slots each.
    case authorization
    case signature
    /// What people are read back from RevenueCat with: one.
    case revenueCatAPIKey = "revenuecat-api-key"
    /// What an issuer signs end users' tokens with: two slots for each issuer.
    case tokenSecret = "token-secret"

    static let help: ArgumentHelp = """
        What the secret is for: authorization, signature, revenuecat-api-key or token-secret.
        """
    static let slotHelp: ArgumentHelp = "Slot 1 or 2; both are live. An API key has none."
    static let issuerHelp: ArgumentHelp = "For token-secret: the issuer, as the tenant file has it."

    var hasSlots: Bool { self != .revenueCatAPIKey }

    /// Refuses what this kind has no use for, and misses what it needs.
    func validate(slot: Int32?, issuer: String?) throws {
        if let slot {
            guard hasSlots else { throw ValidationError("\(rawValue) has no --slot.") }
            guard (1...2).contains(slot) else { throw ValidationError("--slot must be 1 or 2.") }
        }
        guard (issuer != nil) == (self == .tokenSecret) else {
            throw ValidationError(
                issuer == nil
                    ? "Missing expected argument '--issuer <issuer>'"
                    : "\(rawValue) has no --issuer.")
        }
    }
}
