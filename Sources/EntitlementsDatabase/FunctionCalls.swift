package import Postgres

/// Every function of schema `api` that the server calls.
///
/// A test holds the list against the folder, and each call's arguments and columns against the
/// database.
package enum FunctionCalls {
    package static let all: [any FunctionCall.Type] = [
        ApplyTenant.self,
        AuthenticateAPIKey.self,
        CheckEntitlements.self,
        ClaimWebhookEvent.self,
        CountFailedWebhookEvents.self,
        CreateAPIKey.self,
        CreateAdminKey.self,
        DeleteWebhookSecret.self,
        FindTenant.self,
        GetAppUser.self,
        GetDeployment.self,
        GetEntitlement.self,
        GetEntitlements.self,
        GetFeature.self,
        GetWebhookSecrets.self,
        ListWebhookEvents.self,
        ReceiveWebhookEvent.self,
        RetryWebhookEvent.self,
        RevokeAPIKey.self,
        RevokeAdminKey.self,
        SetWebhookSecret.self,
    ]
}
