import ArgumentParser

struct GrantsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "List, create and revoke grants: access without a purchase.",
        discussion: "Example: hearth grants list myapp u_42",
        subcommands: GeneratedCommands.of("grants"))
}

struct MergesCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merges", abstract: "List and undo merges of app users.",
        discussion: "Example: hearth merges list myapp u_42",
        subcommands: [MergesList.self] + GeneratedCommands.of("merges"))
}

struct OrphansCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orphans", abstract: "List and claim purchases without an identified owner.",
        discussion: "Example: hearth orphans list myapp --limit 20",
        subcommands: GeneratedCommands.of("orphans"))
}

struct TransactionsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "List an app user's charges and refunds.",
        discussion: "Example: hearth transactions list myapp u_42",
        subcommands: GeneratedCommands.of("transactions"))
}

struct LimitsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Show an app user's limits, and what used them.",
        discussion: "Example: hearth limits show myapp u_42",
        subcommands: GeneratedCommands.of("limits"))
}

struct CreditsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credits",
        abstract: "Show and adjust an app user's credits, and list undelivered ones.",
        discussion: "Example: hearth credits show myapp u_42",
        subcommands: GeneratedCommands.of("credits"))
}

struct CampaignsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "campaigns", abstract: "List a tenant's campaigns of codes.",
        discussion: "Example: hearth campaigns list myapp",
        subcommands: GeneratedCommands.of("campaigns"))
}

struct RedemptionsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redemptions", abstract: "List redemptions of codes, and take one back.",
        discussion: "Example: hearth redemptions list myapp --app-user-id u_42",
        subcommands: GeneratedCommands.of("redemptions"))
}

struct FindingsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "findings", abstract: "List what an operator should look at.",
        discussion: "Example: hearth findings list myapp",
        subcommands: GeneratedCommands.of("findings"))
}

struct AuditCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "List who did what to a tenant's app users.",
        discussion: "Example: hearth audit list myapp --app-user-id u_42",
        subcommands: GeneratedCommands.of("audit"))
}
