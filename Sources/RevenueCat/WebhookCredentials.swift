package import Entitlements

/// The mechanisms that a tenant's webhooks must pass, and the secrets to check them.
package struct WebhookCredentials: Sendable {
    /// All of these must pass.
    package var required: Set<WebhookMechanism>

    /// The accepted Authorization values: the present one and, during a rotation, the next.
    package var authorizationValues: [[UInt8]]

    /// The accepted signing keys: the present one and, during a rotation, the next.
    package var signingSecrets: [[UInt8]]

    /// The mechanisms that have a secret, of which none could be opened.
    package var unreadable: Set<WebhookMechanism> = []

    /// The name of the signature header.
    package var signatureHeader: String

    /// The largest difference between a signature's time and ours, in either direction.
    package var toleranceSeconds: Int64

    package init(
        requiring required: Set<WebhookMechanism>,
        authorizationValues: [[UInt8]] = [],
        signingSecrets: [[UInt8]] = [],
        signatureHeader: String = TenantDefinition.WebhookPolicy.defaultSignatureHeader,
        toleranceSeconds: Int64 = 300
    ) {
        self.required = required
        self.authorizationValues = authorizationValues
        self.signingSecrets = signingSecrets
        self.signatureHeader = signatureHeader
        self.toleranceSeconds = toleranceSeconds
    }
}

extension WebhookCredentials: CustomStringConvertible, CustomReflectable {
    /// Without the secrets.
    package var description: String {
        "WebhookCredentials(\(required.map(\.rawValue).sorted().joined(separator: ", ")))"
    }

    package var customMirror: Mirror {
        Mirror(self, children: ["required": required], displayStyle: .struct)
    }
}
