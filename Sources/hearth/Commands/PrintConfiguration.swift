import ArgumentParser

/// Prints the table of keys, which is also the README's.
struct PrintConfiguration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configuration", abstract: "List every environment variable that hearth reads."
    )

    func run() {
        print(ConfigurationKey.markdownTable)
    }
}
