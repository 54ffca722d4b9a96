import ArgumentParser

struct TenantCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "Create and change tenants, and their secrets.",
        subcommands: [
            TenantInit.self, TenantList.self, TenantPlan.self, TenantApply.self,
            TenantShow.self, TenantHistory.self, TenantDiff.self, TenantSecretCommands.self,
            TenantSigningKeyCommands.self,
        ])
}

struct TenantSigningKeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract: "Change the keys that sign statements for phones.",
        subcommands: [TenantSigningKeyRotate.self])
}

struct TenantSecretCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Set and delete secrets of webhooks and tokens, and the RevenueCat API key.",
        discussion: """
            Each kind of webhook secret and each token issuer has two slots, and both are live. To \
            rotate: put the new secret into the free slot, change RevenueCat's dashboard, then \
            delete the old secret. A tenant has one RevenueCat API key; a new one replaces it.
            """,
        subcommands: [TenantSecretSet.self, TenantSecretDelete.self])
}

struct KeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "List, create and revoke API keys, and rotate the encryption key.",
        subcommands: [KeyList.self, KeyCreate.self, KeyRevoke.self, KeyRotateEncryption.self])
}

struct EventsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Show a tenant's webhook events, and retry failed ones.",
        subcommands: [EventsList.self, EventsShow.self, EventsRetry.self])
}

struct UsersCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Show, export and erase a tenant's app users.",
        subcommands: [UsersShow.self, UsersExport.self, UsersErase.self])
}

struct HouseholdsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "households", abstract: "Show a tenant's households.",
        subcommands: [HouseholdsShow.self])
}

struct RunsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "List a tenant's runs.", subcommands: [RunsList.self])
}

struct TokenCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Explain and sign end users' tokens.",
        subcommands: [TokenExplain.self, TokenMint.self])
}

struct EndpointCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint",
        abstract: "Create and change endpoints, to which a tenant's changes are delivered.",
        subcommands: [
            EndpointCreate.self, EndpointList.self, EndpointShow.self, EndpointUpdate.self,
            EndpointDelete.self, EndpointTest.self, EndpointDeliveries.self,
            EndpointReplay.self, EndpointRotateSecret.self,
        ])
}

struct CodesCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Create and revoke codes that campaigns give.",
        subcommands: [CodesCreate.self, CodesRevoke.self])
}

struct WebhookCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Tell whether webhooks arrive, and send them as RevenueCat does.",
        subcommands: [WebhookStatus.self, WebhookSend.self])
}

struct ReconcileCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Read app users from RevenueCat, and show what differed.",
        subcommands: [ReconcileStart.self, ReconcileCancel.self, ReconcileDrift.self],
        defaultSubcommand: ReconcileStart.self)
}
