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
            configuration` lists them.
            """,
        version: Release.version,
        subcommands: [
            Up.self, Env.self, WebhookCommands.self, Listen.self, Serve.self, Migrate.self,
            TenantCommands.self, KeyCommands.self, UsersCommands.self, HouseholdsCommands.self,
            Find.self, Timeline.self, Why.self, EventsCommands.self, EndpointCommands.self,
            CodesCommands.self, ReconcileCommands.self, RunsCommands.self, Import.self,
            Shadow.self, TokenCommands.self, Doctor.self, PrintConfiguration.self,
            PrintOpenAPI.self, Health.self, Simulate.self,
        ])

    /// Runs the command that the arguments name; prints a message for an operator's mistake.
    static func main() async {
        do {
            var command = try parseAsRoot()
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
            let words = Array(CommandLine.arguments.dropFirst())
            exit(withError: WrongWord.find(in: words, of: Hearth.self)?.error ?? error)
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
