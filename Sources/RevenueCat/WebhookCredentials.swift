package import Entitlements

/// What a tenant's webhooks must show, and the secrets that it is checked against.
package struct WebhookCredentials: Sendable {
    /// The mechanisms that must all pass.
    package var required: Set<WebhookMechanism>

    /// The values an Authorization header may have: the present one and, while it is being
    /// replaced, the next.
    package var authorizationValues: [[UInt8]]

    /// The keys a signature may be made with, likewise.
    package var signingSecrets: [[UInt8]]

    /// The header that the signature comes in.
    package var signatureHeader: String

    /// How far a signature's time may lie from ours, in either direction.
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
