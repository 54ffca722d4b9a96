import ArgumentParser
import Logging

/// Checks everything that an installation needs, and says what to do.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the database, keys, secrets, webhooks and workers; say what to do.",
        discussion: """
            Reads only. It uses the settings of `hearth serve`, so run it with the same \
            environment. Each line is ok, warn or fail. The exit status is 0 without a fail; \
            otherwise that of the first: 69 something does not answer, 75 it took too long, 78 a \
            setting or a secret is wrong, 1 something else.

            Example: hearth doctor --json
            """)

    @Flag(help: "Print one line of JSON.")
    var json = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let configuration = try Configuration.fromEnvironment()
        let logger = StandardStream.error.bootstrapLogging(configuration, level: .critical)
        let target = try await database.target(configuration, logger: logger)
        let report = await Examination(target, logger: logger).run()
        print(json ? report.json : report.text)
        if let status = report.exitStatus { throw ExitCode(status.rawValue) }
    }
}
