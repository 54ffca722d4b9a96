import ArgumentParser
import Entitlements

/// Shows every setting with its value, and where the value comes from.
struct PrintConfiguration: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "configuration",
        abstract: "Show every setting: its value, and where the value comes from.",
        discussion: """
            A value comes from the environment, from the file that <KEY>_FILE names, or is the \
            default. Secrets are masked. The exit status is 78 if a value is wrong.

            Example: hearth configuration --format json
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text
        case markdown
        case json
    }

    @Option(
        help: "text; json; or markdown: all settings without values, as the documents list them.")
    var format = Format.text

    func run() throws {
        let settings = Configuration.settingsOfEnvironment().map(\.json)
        switch format {
        case .markdown: return print(ConfigurationKey.markdownTable)
        case .json: print(JSONValue.page(settings).indented.escapingControlCharacters)
        case .text: Table(Self.columns, settings).print()
        }
        _ = try Configuration.fromEnvironment()
    }
}

extension PrintConfiguration: ListCommand {
    static let columns: [Column] = ["key", "value", "source"]
}
