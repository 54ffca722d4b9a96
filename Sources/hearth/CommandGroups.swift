import ArgumentParser

struct TenantsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenants", abstract: "Create and change tenants, and their secrets.",
        discussion: "Example: hearth tenants apply myapp.yaml",
        subcommands: [
            TenantsInit.self, TenantsList.self, TenantsPlan.self, TenantsApply.self,
        ] + GeneratedCommands.of("tenants") + [
            TenantsMove.self, TenantsMap.self, TenantsSecretsCommands.self,
            TenantsSigningKeysCommands.self,
        ])
}

struct TenantsSigningKeysCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-keys",
        abstract: "Change the keys that sign statements for phones.",
        discussion: "Example: hearth tenants signing-keys rotate myapp",
        subcommands: [TenantsSigningKeysRotate.self])
}

struct TenantsSecretsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets",
        abstract: "Set and delete secrets of webhooks and tokens, and the RevenueCat API key.",
        discussion: """
            Each kind of webhook secret and each token issuer has two slots, and both secrets \
            count. To rotate, put the new secret into the free slot, change RevenueCat's \
            dashboard, then delete the old secret. A tenant has one RevenueCat API key, so a new \
            one replaces it.

            Example: hearth tenants secrets set myapp --kind authorization
            """,
        subcommands: [TenantsSecretsSet.self, TenantsSecretsDelete.self])
}

struct KeysCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List, create and revoke API keys, and rotate the encryption key.",
        discussion: "Example: hearth keys list --tenant myapp",
        subcommands: [KeysList.self, KeysCreate.self, KeysRevoke.self, KeysRotateEncryption.self])
}

struct EventsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "Show a tenant's webhook events, retry failed ones, and send them again.",
        discussion: "Example: hearth events list myapp --status failed",
        subcommands: GeneratedCommands.of("events") + [EventsResend.self])
}

struct UsersCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "List, show, export and erase a tenant's app users.",
        discussion: "Example: hearth users show myapp u_42",
        subcommands: [UsersShow.self] + GeneratedCommands.of("users"))
}

struct HouseholdsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "households", abstract: "List and show a tenant's households.",
        discussion: "Example: hearth households show myapp --user u_42",
        subcommands: [HouseholdsShow.self] + GeneratedCommands.of("households"))
}

struct RunsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "List and cancel a tenant's runs, and show what they found.",
        discussion: "Example: hearth runs list myapp",
        subcommands: GeneratedCommands.of("runs") + [RunsDrift.self])
}

struct TokensCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "Explain and sign end users' tokens.",
        discussion: "Example: hearth tokens explain --tenant myapp < token.txt",
        subcommands: [TokensExplain.self, TokensMint.self])
}

struct EndpointsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoints",
        abstract: "Create and change endpoints, to which a tenant's changes are delivered.",
        discussion: "Example: hearth endpoints create myapp https://app.example/hearth",
        subcommands: GeneratedCommands.of("endpoints"))
}

struct CodesCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Create and revoke codes that campaigns give.",
        discussion: "Example: hearth codes revoke myapp --batch-id $BATCH_ID --reason leaked",
        subcommands: [CodesCreate.self] + GeneratedCommands.of("codes"))
}

struct WebhooksCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Say whether webhooks arrive, and send them as RevenueCat does.",
        discussion: "Example: hearth webhooks send myapp INITIAL_PURCHASE u_42",
        subcommands: GeneratedCommands.of("webhooks") + [WebhooksSend.self])
}

struct ReconcileCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Read app users from RevenueCat, and show what differed.",
        discussion: "Example: hearth reconcile start myapp --all --dry-run",
        subcommands: [ReconcileStart.self],
        defaultSubcommand: ReconcileStart.self)
}
