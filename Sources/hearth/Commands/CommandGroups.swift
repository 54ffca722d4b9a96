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
        commandName: "key", abstract: "Create and revoke API keys, and rotate the encryption key.",
        subcommands: [KeyCreate.self, KeyRevoke.self, KeyRotateEncryption.self])
}

struct CodesCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Create codes that campaigns give.",
        subcommands: [CodesCreate.self])
}

struct WebhookCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhook", abstract: "Send webhooks as RevenueCat does.",
        subcommands: [WebhookSend.self])
}

struct ReconcileCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Read app users from RevenueCat, and show what differed.",
        subcommands: [ReconcileStart.self, ReconcileCancel.self, ReconcileDrift.self],
        defaultSubcommand: ReconcileStart.self)
}
