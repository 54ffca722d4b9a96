package import Postgres

/// Every function of schema `api` that the server calls.
///
/// A test holds the list against the folder, and each call's arguments and columns against the
/// database.
package enum FunctionCalls {
    package static let all: [any FunctionCall.Type] = [
        AddSnapshot.self,
        ApplyTenant.self,
        AuthenticateAPIKey.self,
        CheckEntitlements.self,
        ClaimHouseholdReview.self,
        ClaimWebhookEvent.self,
        ConfirmHouseholdMember.self,
        CountFailedWebhookEvents.self,
        CountInvariantViolations.self,
        CreateAPIKey.self,
        CreateAdminKey.self,
        CreateHousehold.self,
        CreateHouseholdInvite.self,
        DeleteWebhookSecret.self,
        DissolveHousehold.self,
        FindTenant.self,
        GetAppUser.self,
        GetAppUserHousehold.self,
        GetDeployment.self,
        GetEntitlement.self,
        GetEntitlements.self,
        GetFeature.self,
        GetHousehold.self,
        GetWebhookSecrets.self,
        JoinHousehold.self,
        ListHouseholdFindings.self,
        ListInvariantViolations.self,
        ListWebhookEvents.self,
        PruneIdempotentAnswers.self,
        ReceiveWebhookEvent.self,
        RefreshDueAnswers.self,
        RemoveHouseholdMember.self,
        RetryWebhookEvent.self,
        ReviewHousehold.self,
        RevokeAPIKey.self,
        RevokeAdminKey.self,
        RevokeHouseholdInvite.self,
        SetWebhookSecret.self,
        TransferHousehold.self,
    ]
}
