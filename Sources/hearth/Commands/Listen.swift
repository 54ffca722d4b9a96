import ArgumentParser

/// Shows what arrives for a tenant, until Ctrl-C.
struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a tenant's webhook events and changes as they arrive.",
        discussion: """
            A line for each webhook event with its outcome, and for each change of what an app \
            user may do: what differs, before and after. Times are UTC. Ctrl-C ends it.

            Example: hearth listen myapp
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @OptionGroup var database: DatabaseOption

    private static let interval = Duration.milliseconds(500)

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            var arrivals = try await ArrivalLines(of: id, in: installation.database)
            StandardStream.error.writeLine("Listening to \(tenant); Ctrl-C ends it.")
            while true {
                for line in try await arrivals.next() { StandardStream.output.writeLine(line) }
                try await Task.sleep(for: Self.interval)
            }
        }
    }
}
