import ArgumentParser
import Logging

/// Checks everything that an installation needs, and says what to do.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the database, keys, secrets, webhooks and workers; say what to do.",
        discussion: """
            Reads only. It uses the settings of `hearth serve`, so run it with the same \
            environment. Shows what fails first, then warnings; --verbose also shows what is ok. \
            The exit status is 0 if nothing fails; otherwise it is that of the first failure: 69 \
            something does not answer, 75 it took too long, 78 a setting or a secret is wrong, 65 \
            something else.

            Example: hearth doctor --verbose
            """)

    @Flag(help: "Print one line of JSON, with every check.")
    var json = false

    @Flag(help: "Also show the checks that are ok.")
    var verbose = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let configuration = try Configuration.fromEnvironment()
        let logger = StandardStream.error.bootstrapLogging(configuration, level: .critical)
        let target = try await database.target(configuration, logger: logger)
        let report = await Examination(target, logger: logger).run()
        if json {
            print(report.json)
        } else {
            StandardStream.output.writeLines(report.lines(isVerbose: verbose))
        }
        if let status = report.exitStatus { throw ExitCode(status.rawValue) }
    }
}
