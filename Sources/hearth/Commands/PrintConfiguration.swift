import ArgumentParser

/// Prints the table of configuration keys, which docs/CONFIGURATION.md repeats.
struct PrintConfiguration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configuration",
        abstract: "List every environment variable that hearth reads.",
        discussion: "Example: hearth configuration")

    func run() {
        print(ConfigurationKey.markdownTable)
    }
}
