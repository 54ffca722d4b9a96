import ArgumentParser
import Entitlements

/// The kinds of secrets that are stored sealed for a tenant.
enum TenantSecret: String, CaseIterable, ExpressibleByArgument {
    /// Authenticates RevenueCat's webhooks: two slots each.
    case authorization
    case signature
    /// The API key with which app users are read from RevenueCat: one.
    case revenueCatAPIKey = "revenuecat-api-key"
    /// Signs end users' tokens: two slots for each issuer.
    case tokenSecret = "token-secret"

    static let help: ArgumentHelp = """
        The kind of secret: authorization, signature, revenuecat-api-key or token-secret.
        """
    static let slotHelp: ArgumentHelp = "Slot 1 or 2, which both count. An API key has none."
    static let issuerHelp: ArgumentHelp = "For token-secret: the issuer, as in the tenant file."

    /// The kind's name in the database.
    var storedKind: String { rawValue.replacing("-", with: "_") }

    var hasSlots: Bool { self != .revenueCatAPIKey }

    /// Refuses options that this kind does not take, and missing ones that it needs.
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
