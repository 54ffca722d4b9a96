import ArgumentParser
import Entitlements

/// The `hearth` command.
@main
struct Hearth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth",
        abstract: "A self-hosted entitlements backend: RevenueCat webhooks in, answers out.",
        discussion: """
            Try it with `hearth up`, which brings its own Postgres. Run it with `hearth migrate` \
            and `hearth serve` on yours. Every setting is an environment variable; `hearth \
            configuration` shows them.

            Example: hearth up
            """,
        version: Release.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Servers:",
                subcommands: [
                    Up.self, Env.self, Serve.self, Migrate.self, Doctor.self, Health.self,
                    PrintConfiguration.self, PrintOpenAPI.self, Simulate.self,
                ]),
            CommandGroup(
                name: "Tenants:",
                subcommands: [
                    TenantsCommands.self, KeysCommands.self, OpenConsole.self,
                    WebhooksCommands.self,
                    Listen.self, EndpointsCommands.self, ReconcileCommands.self, RunsCommands.self,
                    Import.self, Shadow.self,
                ]),
            CommandGroup(
                name: "Support:",
                subcommands: [
                    Why.self, Find.self, UsersCommands.self, Timeline.self,
                    TransactionsCommands.self, GrantsCommands.self, LimitsCommands.self,
                    CreditsCommands.self, HouseholdsCommands.self, OrphansCommands.self,
                    MergesCommands.self, CampaignsCommands.self, CodesCommands.self,
                    RedemptionsCommands.self, EventsCommands.self, TokensCommands.self,
                    FindingsCommands.self, AuditCommands.self, Overview.self,
                ]),
        ])

    /// Runs the command that the arguments name; prints a message for an operator's mistake.
    static func main() async {
        let given = FormerNames.renamed(in: Array(CommandLine.arguments.dropFirst()))
        do {
            var command = try await asyncParseAsRoot(given)
            do {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch {
                let words = words(for: Swift.type(of: command)).joined(separator: " ")
                if let message = OperatorMessage(error, during: "`\(words)` failed") {
                    message.exit()
                }
                throw error
            }
        } catch {
            let known = WrongWord.find(in: given, of: Hearth.self)?.error ?? error
            guard exitCode(for: known) == .failure else { exit(withError: known) }
            // The parser knows no other error, and ends with 1.
            StandardStream.error.writeLine(fullMessage(for: known))
            exit(withError: ExitCode(OperatorMessage.ExitStatus.defect.rawValue))
        }
    }

    /// The words that call a command: `hearth reconcile start`.
    private static func words(
        for command: any ParsableCommand.Type, below group: any ParsableCommand.Type = Hearth.self
    ) -> [String] {
        if command == group { return [group._commandName] }
        for subcommand in group.configuration.subcommands {
            let words = words(for: command, below: subcommand)
            if !words.isEmpty { return [group._commandName] + words }
        }
        return []
    }
}
