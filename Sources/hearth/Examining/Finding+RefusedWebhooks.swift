import Entitlements
import EntitlementsDatabase
import RevenueCat

extension Finding {
    /// What the refused webhooks of a day mean, by the reason of the latest.
    static func refusedWebhooks(
        _ refused: ExamineTenant.Row.Refused?, of tenant: String, acceptedAt: Timestamp?
    ) -> Finding {
        guard let refused else {
            return .ok("refused_webhooks", of: tenant, "none in the last 24 hours")
        }
        let since =
            (acceptedAt ?? refused.lastAt) > refused.lastAt ? "; one was accepted since" : ""
        return .warn(
            "refused_webhooks", of: tenant,
            "\(refused.count) in the last 24 hours, the last at \(refused.lastAt.rfc3339): "
                + refused.reason + since,
            advice: advice(on: refused.reason, of: tenant))
    }

    private static func advice(on reason: String, of tenant: String) -> String {
        guard let known = WebhookAuthentication.Reason(rawValue: reason) else {
            return reason == "malformed"
                ? "The sender knows the secret and sends no event of RevenueCat: what else posts "
                    + "to this address?"
                : "Set webhooks: authentication in the tenant file, and apply it."
        }
        let set = "hearth tenants secrets set \(tenant) --kind"
        return switch known {
        case .authorizationSecretMissing:
            "\(set) authorization; enter what it prints in RevenueCat's dashboard."
        case .signingSecretMissing:
            "RevenueCat's dashboard shows the signing secret: \(set) signature --stdin"
        case .authorizationMissing:
            "Enter the tenant's Authorization value in RevenueCat's dashboard. " + orAnother
        case .authorizationWrong:
            "\(set) authorization prints a new value: enter that one in RevenueCat's dashboard. "
                + orAnother
        case .authorizationBearerDiffers:
            "RevenueCat sends what was typed in: “Bearer ” is in front on one side only. Enter the "
                + "same value on both sides."
        case .signatureMissing:
            "Switch signing on in RevenueCat's dashboard, or ask for authorization alone in the "
                + "tenant file. " + orAnother
        case .signatureMalformed:
            "Does webhooks: signature_header in the tenant file name RevenueCat's header?"
        case .signatureTooOldOrNew:
            "A signature is good for five minutes: synchronise the clock of the server with NTP."
        case .signatureWrong:
            "\(set) signature --stdin takes the secret of RevenueCat's dashboard. No proxy may "
                + "change the body. " + orAnother
        }
    }

    private static let orAnother = "If RevenueCat's arrive, another sender tries."
}
