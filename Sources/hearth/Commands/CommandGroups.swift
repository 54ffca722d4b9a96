import ArgumentParser

struct TenantCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "Create and change tenants, and their secrets.",
        discussion: "Example: hearth tenant apply myapp.yaml",
        subcommands: [
            TenantInit.self, TenantList.self, TenantPlan.self, TenantApply.self,
            TenantShow.self, TenantHistory.self, TenantDiff.self, TenantMove.self, TenantMap.self,
            TenantSecretCommands.self,
            TenantSigningKeyCommands.self,
        ])
}

struct TenantSigningKeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract: "Change the keys that sign statements for phones.",
        discussion: "Example: hearth tenant signing-key rotate myapp",
        subcommands: [TenantSigningKeyRotate.self])
}

struct TenantSecretCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Set and delete secrets of webhooks and tokens, and the RevenueCat API key.",
        discussion: """
            Each kind of webhook secret and each token issuer has two slots, and both secrets \
            count. To rotate, put the new secret into the free slot, change RevenueCat's \
            dashboard, then delete the old secret. A tenant has one RevenueCat API key, so a new \
            one replaces it.

            Example: hearth tenant secret set myapp --kind authorization
            """,
        subcommands: [TenantSecretSet.self, TenantSecretDelete.self])
}

struct KeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "List, create and revoke API keys, and rotate the encryption key.",
        discussion: "Example: hearth key list --tenant myapp",
        subcommands: [KeyList.self, KeyCreate.self, KeyRevoke.self, KeyRotateEncryption.self])
}

struct EventsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Show a tenant's webhook events, retry failed ones, and send them again.",
        discussion: "Example: hearth events list myapp --status failed",
        subcommands: [EventsList.self, EventsShow.self, EventsRetry.self, EventsResend.self])
}

struct UsersCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Show, export and erase a tenant's app users.",
        discussion: "Example: hearth users show myapp u_42",
        subcommands: [UsersShow.self, UsersExport.self, UsersErase.self])
}

struct HouseholdsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "households", abstract: "Show a tenant's households.",
        discussion: "Example: hearth households show myapp --user u_42",
        subcommands: [HouseholdsShow.self])
}

struct RunsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "List a tenant's runs.",
        discussion: "Example: hearth runs list myapp",
        subcommands: [RunsList.self])
}

struct TokenCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Explain and sign end users' tokens.",
        discussion: "Example: hearth token explain --tenant myapp < token.txt",
        subcommands: [TokenExplain.self, TokenMint.self])
}

struct EndpointCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoint",
        abstract: "Create and change endpoints, to which a tenant's changes are delivered.",
        discussion: "Example: hearth endpoint create myapp https://app.example/hearth",
        subcommands: [
            EndpointCreate.self, EndpointList.self, EndpointShow.self, EndpointUpdate.self,
            EndpointDelete.self, EndpointTest.self, EndpointDeliveries.self,
            EndpointReplay.self, EndpointRotateSecret.self,
        ])
}

struct CodesCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Create and revoke codes that campaigns give.",
        discussion: "Example: hearth codes revoke myapp --batch-id $BATCH_ID --reason leaked",
        subcommands: [CodesCreate.self, CodesRevoke.self])
}

struct WebhookCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook",
        abstract: "Say whether webhooks arrive, and send them as RevenueCat does.",
        discussion: "Example: hearth webhook send myapp INITIAL_PURCHASE u_42",
        subcommands: [WebhookStatus.self, WebhookSend.self])
}

struct ReconcileCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Read app users from RevenueCat, and show what differed.",
        discussion: "Example: hearth reconcile start myapp --all --dry-run",
        subcommands: [ReconcileStart.self, ReconcileCancel.self, ReconcileDrift.self],
        defaultSubcommand: ReconcileStart.self)
}
