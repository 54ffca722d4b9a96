import ArgumentParser
import EntitlementsDatabase

/// Prints the newest deliveries to an endpoint.
struct EndpointDeliveries: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "Print deliveries to an endpoint, one a line, those of the newest changes first.")

    @OptionGroup var options: EndpointOptions

    @Flag(help: "Only those that fail.")
    var failing = false

    @Option(help: "How many.")
    var limit: Int32 = 20

    func validate() throws {
        guard 1...1_000 ~= limit else { throw ValidationError("--limit must be from 1 to 1000.") }
    }

    func run() async throws {
        try await options.run { installation, tenant in
            let list = ListDeliveries(
                endpointID: options.endpoint, withStatus: failing ? "failing" : nil,
                pageLimit: limit)
            for row in try await installation.database.call(list, in: tenant) {
                printJSON(row.answer)
            }
        }
    }
}
