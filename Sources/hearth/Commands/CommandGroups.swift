import ArgumentParser

struct TenantCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "Create and change tenants, and their secrets.",
        subcommands: [TenantApply.self, TenantSecretCommands.self])
}

struct TenantSecretCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Set and delete what webhooks and tokens are signed with, and the API key.",
        discussion: """
            Each kind of a webhook's secret has two slots, and so has each issuer of tokens; both \
            are live: put the new secret into the free slot, change RevenueCat's dashboard, then \
            delete the old one. There is one API key for RevenueCat, and a new one replaces it.
            """,
        subcommands: [TenantSecretSet.self, TenantSecretDelete.self])
}

struct KeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create and revoke API keys.",
        subcommands: [KeyCreate.self, KeyRevoke.self])
}

struct ReconcileCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Read people back from RevenueCat, and show what differed.",
        subcommands: [ReconcileStart.self, ReconcileCancel.self, ReconcileDrift.self],
        defaultSubcommand: ReconcileStart.self)
}
