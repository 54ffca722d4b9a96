import Entitlements

/// The text of a new tenant file: what an app needs at first, with a comment on each choice.
struct TenantFileTemplate {
    let slug: String
    let name: String
    let entitlement: String
    let product: String
    /// Whether one member's purchase serves the whole household.
    let isShared: Bool

    static func name(for slug: String) -> String {
        slug.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
    }

    static func product(for slug: String, entitlement: String) -> String {
        "\(slug.replacing("-", with: "_"))_\(entitlement)_monthly"
    }

    var text: String {
        """
        # \(name): what it sells, and what its app users may do.
        #
        # hearth tenants plan \(slug).yaml     shows what a change does, and whose access changes
        # hearth tenants apply \(slug).yaml    applies it
        #
        # examples/tenants/stockpot.yaml explains every key and its default.

        tenant: \(slug)              # the app's name in addresses and commands; it never changes
        name: \(quotedName)
        free_plan: free              # the name of the plan without an active entitlement

        # How RevenueCat's webhooks prove themselves: authorization, signature, or both.
        # hearth tenants secrets set \(slug) --kind authorization    makes the secret
        webhooks:
          authentication: [authorization]

        # What a purchase gives. The plan is the active entitlement with the highest rank.
        entitlements:
          \(entitlement): { rank: 10, shared: \(isShared) }   # shared: it serves a household

        # What the stores sell, by RevenueCat's product ids.
        # Kinds: subscription, one_time (for a time), non_consumable (for ever), consumable.
        products:
          \(product): { kind: subscription, duration: P1M, entitlements: [\(entitlement)] }
          # \(slug)_lifetime: { kind: non_consumable, entitlements: [\(entitlement)] }
          # \(slug)_ten_exports: { kind: consumable, credits: { export: 10 } }

        # What the app asks for: may this app user use it?
        features:
          offline: { entitlement: \(entitlement) }

        # How often: with and without an entitlement.
        limits:
          exports: { per: month, free: 3, entitlements: { \(entitlement): unlimited } }

        # Who shares. These are the defaults.
        households:
          max_members: 6             # the owner included
          switch_cooldown_days: 30   # between leaving one household and joining another

        """
    }

    private var quotedName: String {
        String(decoding: JSONValue.string(name).bytes, as: UTF8.self)
    }
}
